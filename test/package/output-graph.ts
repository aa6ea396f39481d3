import { readFileSync } from 'node:fs';

interface Output {
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string }[];
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}

/** The outputs in `dist`, from esbuild's metafile. */
const { outputs } = JSON.parse(readFileSync('dist/metafile-esm.json', 'utf8')) as {
  readonly outputs: Readonly<Record<string, Output>>;
};

/** What is loaded with a file: its own source files and modules, and those of all its chunks. */
export interface Loaded {
  /** Files of `dist`, starting with the file itself. */
  readonly files: readonly string[];
  /** Source files, from the repository's root, including those of inlined libraries. */
  readonly sources: readonly string[];
  /** Modules that stay imports: `node:http`, `msw`. */
  readonly modules: readonly string[];
}

/** Returns the file of `dist` that a source file is the start of. */
export function outputOf(source: string): string {
  const found = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === source);
  if (found === undefined) throw new Error(`no file of dist starts with ${source}`);
  return found;
}

/**
 * Follows the imports of `dist` from `file` (`dist/index.js`).
 *
 * @param atOnce whether to follow only static imports, without what is imported later.
 */
export function loadedBy(file: string, { atOnce = false } = {}): Loaded {
  const files = [file];
  const sources = new Set<string>();
  const modules = new Set<string>();
  for (const name of files) {
    const output = outputs[name];
    if (output === undefined) throw new Error(`the build has made no ${name}`);
    for (const [source, { bytesInOutput }] of Object.entries(output.inputs)) {
      if (bytesInOutput > 0) sources.add(source);
    }
    for (const { path, kind } of output.imports) {
      if (atOnce && kind === 'dynamic-import') continue;
      if (outputs[path] === undefined) modules.add(path);
      else if (!files.includes(path)) files.push(path);
    }
  }
  return { files, sources: [...sources].sort(), modules: [...modules].sort() };
}
