import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** A program as a user's bundler would make it, from the build in `dist`. */
export interface Bundle {
  readonly text: string;
  readonly gzipBytes: number;
}

/** Bundles and minifies `source`, without `node:*` and msw. */
export async function bundle(source: string): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    external: ['node:*', 'msw', 'msw/node'],
    logLevel: 'error',
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';
  return { text, gzipBytes: gzipSync(text, { level: 9 }).length };
}
