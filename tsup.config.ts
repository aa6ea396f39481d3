import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { pageDefines } from './scripts/bundle-page.ts';
import { copies } from './scripts/copies.ts';
import { FACES } from './scripts/faces.ts';
import { loadTogether } from './scripts/load-together.ts';
import { sharedFiles } from './scripts/shared-files.ts';
import { withoutComments } from './scripts/without-comments.ts';
import { withoutNode } from './scripts/without-node.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The rooms of which a face loads all, where another one loads a part. */
const EVERYWHERE =
  /^src\/(?:(?:options|errors|webhooks(?!\/inbox))\/|platform\/(?:builtin-module|environment|ignoring-errors|on-abort|slots)\.|texts\/json-text\.|contract\/(?:limits|listed-names|path)\.)/;

/** The source of each file of `dist` that users import, under that file's name. */
const faces = {
  ...Object.fromEntries(FACES.map(({ output, source }) => [output, source])),
  'mock/msw-browser': 'mock/msw-browser.ts', // what `mock/msw` is in a bundle for the browser
};

// One configuration for all faces, with splitting, so that a class exists once however many faces
// are imported. What the SDK and the fake use is inlined: `dependencies` stays empty.
export default defineConfig({
  entry: { ...faces, cli: 'cli/main.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/, 'msw'],
  noExternal: [
    'ky',
    'zod',
    'commander',
    'csv-parse',
    'hyparquet-writer',
    'sorted-btree',
    'string-width',
  ],
  define: { __PACKAGE_VERSION__: JSON.stringify(version), ...(await pageDefines()) },
  splitting: true,
  esbuildPlugins: [
    copies(),
    withoutNode('hyparquet', 'src/index.js'),
    withoutComments(['commander', 'sorted-btree']),
    loadTogether([
      // What several faces load of the rooms that every face stands on, and of the signature; the
      // receivers of `./webhooks` stay in a file of their own. The first file of the command line
      // loads nothing before it has switched the compile cache on.
      {
        files: (await sharedFiles(FACES.map(({ source }) => source))).filter((file) =>
          EVERYWHERE.test(file),
        ),
        by: /^(?!cli[/\\]main\.)/,
      },
      {
        files: ['mock/index.ts', 'mock/ground/served-hosts.ts', 'mock/doors/node/read-coverage.ts'],
        by: /^(?:mock[/\\]|cli[/\\](?:mock[/\\]run-(?:mock|command)|files[/\\]read-report)\.)/,
      },
      {
        files: [
          'cli/output/printable.ts',
          'cli/output/print-finding.ts',
          'cli/files/file-error.ts',
          'cli/files/write-whole.ts',
          'cli/mock/env-lines.ts',
        ],
        by: /^cli[/\\](?!main\.)/,
      },
      // What the client loads late; the calibration, which is given two clients; and a command that
      // compares texts as the client does.
      {
        files: ['src/index.ts'],
        by: /^(?:src[/\\](?:calibrate[/\\]|client[/\\]check\.|resources[/\\]fetch-evidence\.)|cli[/\\]account[/\\]archive[/\\]run-disclosures\.)/,
      },
    ]),
  ],
  // `http` without its prefix is a package's name to Deno and to Workers.
  removeNodeProtocol: false,
  metafile: true,
  clean: true,
  silent: true,
  dts: {
    // How a resource is made is no part of its type for users.
    compilerOptions: { stripInternal: true },
    entry: faces,
  },
});
