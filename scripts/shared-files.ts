import { build } from 'esbuild';

/** The source files that a module loads at once: without what a later `import()` brings. */
async function loadedAtOnce(entryPoint: string): Promise<Set<string>> {
  const { metafile } = await build({
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    outdir: 'dist',
    logLevel: 'error',
  });
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) visit(path);
    }
  };
  visit(entryPoint);
  return seen;
}

/** Returns the source files that at least two of these faces load. */
export async function sharedFiles(faces: readonly string[]): Promise<string[]> {
  const loaded = await Promise.all(faces.map((face) => loadedAtOnce(face)));
  const all = [...new Set(loaded.flatMap((files) => [...files]))];
  return all.filter((file) => loaded.filter((files) => files.has(file)).length > 1).sort();
}
