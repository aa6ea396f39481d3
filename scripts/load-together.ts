import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

const NAME = 'load-together';

/** Files that are loaded as one file. */
export interface Together {
  readonly files: readonly string[];
  /** The entry points that load them. Default: all. */
  readonly by?: RegExp;
}

interface Group {
  readonly by: RegExp;
  readonly paths: readonly string[];
}

/** Returns the imports to add to an entry point: every file of its groups except itself. */
function importsOf(start: string, groups: readonly Group[]): string {
  return groups
    .filter(({ by }) => by.test(path.relative(process.cwd(), start)))
    .flatMap(({ paths }) => paths)
    .filter((file) => file !== start)
    .map((file) => `\nimport ${JSON.stringify(`${NAME}:${file}`)};`)
    .join('');
}

/**
 * Puts some files and everything they import into one output file, even if others use only a part. A
 * bundler that splits code makes one file for each set of entry points, and loading a file takes longer
 * than loading its lines. So every entry point is made to import all of these files.
 */
export function loadTogether(together: readonly Together[]): Plugin {
  const groups = together.map(({ files, by = /(?:)/ }) => ({
    by,
    paths: files.map((file) => path.resolve(file)),
  }));
  const starts = new Set<string>();
  return {
    name: NAME,
    setup(build) {
      build.onResolve({ filter: /./ }, async ({ path: name, pluginData, ...args }) => {
        if (name.startsWith(`${NAME}:`)) {
          return { path: name.slice(NAME.length + 1), sideEffects: true };
        }
        const isStart = args.kind === 'entry-point' || args.kind === 'dynamic-import';
        if (!isStart || pluginData === NAME) return undefined;
        const found = await build.resolve(name, { ...args, pluginData: NAME });
        if (!found.external) starts.add(found.path);
        return found;
      });
      build.onLoad(
        { filter: /\.[jt]s$/ },
        async ({ path: start }): Promise<OnLoadResult | undefined> => {
          const imports = starts.has(start) ? importsOf(start, groups) : '';
          if (imports === '') return undefined;
          const contents = `${await readFile(start, 'utf8')}${imports}\n`;
          return { contents, loader: start.endsWith('.ts') ? 'ts' : 'js' };
        },
      );
    },
  };
}
