import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

const NAME = 'load-together';

/**
 * Puts all that `file` is made of into one file, together with what other files use of it. A bundler
 * that splits makes a file for each set of starting points, and loading a file costs more time than
 * loading its lines does: so every starting point is made to use all of `file`.
 */
export function loadTogether(file: string): Plugin {
  const shared = path.resolve(file);
  const starts = new Set<string>();
  return {
    name: NAME,
    setup(build) {
      build.onResolve({ filter: /./ }, async ({ path: name, pluginData, ...args }) => {
        if (name === NAME) return { path: shared, sideEffects: true };
        const isStart = args.kind === 'entry-point' || args.kind === 'dynamic-import';
        if (!isStart || pluginData === NAME) return undefined;
        const found = await build.resolve(name, { ...args, pluginData: NAME });
        if (!found.external && found.path !== shared) starts.add(found.path);
        return found;
      });
      build.onLoad(
        { filter: /\.[jt]s$/ },
        async ({ path: start }): Promise<OnLoadResult | undefined> => {
          if (!starts.has(start)) return undefined;
          const contents = `${await readFile(start, 'utf8')}\nimport '${NAME}';\n`;
          return { contents, loader: start.endsWith('.ts') ? 'ts' : 'js' };
        },
      );
    },
  };
}
