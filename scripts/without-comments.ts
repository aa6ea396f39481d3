import { readFile } from 'node:fs/promises';
import { type Plugin, transform } from 'esbuild';

/**
 * Leaves the comments of these libraries out of the build: esbuild keeps those inside classes, which
 * are a third of commander. Their licences ship in a file of their own.
 */
export function withoutComments(libraries: readonly string[]): Plugin {
  const filter = new RegExp(`/node_modules/(?:${libraries.join('|')})/.*\\.js$`);
  return {
    name: 'without-comments',
    setup(build) {
      build.onLoad({ filter }, async ({ path, suffix }) => {
        if (suffix !== '') return undefined;
        const { code } = await transform(await readFile(path, 'utf8'), { minifyWhitespace: true });
        return { contents: code, loader: 'js' };
      });
    },
  };
}
