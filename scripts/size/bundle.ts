import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

/** A program as a user's bundler would make it, from the build in `dist`. */
export interface Bundle {
  readonly text: string;
  readonly gzipBytes: number;
}

const gzipBytesOf = (text: string): number => gzipSync(text, { level: 9 }).length;

/** How `source` is bundled and minified, without `node:*` and msw. */
function optionsOf(source: string) {
  return {
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    external: ['node:*', 'msw', 'msw/node'],
    logLevel: 'error',
    write: false,
  } satisfies BuildOptions;
}

/** Bundles and minifies `source` into one file. */
export async function bundle(source: string): Promise<Bundle> {
  const { outputFiles } = await build(optionsOf(source));
  const text = outputFiles[0]?.text ?? '';
  return { text, gzipBytes: gzipBytesOf(text) };
}

/** Returns the gzipped bytes of what a bundler that splits code loads of `source` at once. */
export async function firstLoadBytes(source: string): Promise<number> {
  const split = { splitting: true, outdir: path.resolve('dist'), metafile: true } as const;
  const { outputFiles, metafile } = await build({ ...optionsOf(source), ...split });
  const atOnce = new Set<string>();
  const add = (output: string): void => {
    const found = metafile.outputs[output];
    if (found === undefined || atOnce.has(output)) return;
    atOnce.add(output);
    for (const each of found.imports) if (each.kind === 'import-statement') add(each.path);
  };
  for (const [output, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint === '<stdin>') add(output);
  }
  const files = outputFiles.filter((file) => atOnce.has(path.relative('.', file.path)));
  return files.reduce((sum, { text }) => sum + gzipBytesOf(text), 0);
}
