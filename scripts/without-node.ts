import path from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Takes a library as browsers get it, where its other form is the same with a few functions on files
 * that we do not use: those import `fs` without its prefix, which Deno takes for a package.
 */
export function withoutNode(library: string, file: string): Plugin {
  return {
    name: 'without-node',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${library}$`) }, () => ({
        path: path.resolve('node_modules', library, file),
        sideEffects: false,
      }));
    },
  };
}
