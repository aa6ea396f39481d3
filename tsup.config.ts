import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { pageDefines } from './scripts/bundle-page.ts';
import { copies } from './scripts/copies.ts';
import { FACES } from './scripts/faces.ts';
import { loadTogether } from './scripts/load-together.ts';
import { withoutComments } from './scripts/without-comments.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The source of each file of `dist` that users import, under that file's name. */
const faces = {
  ...Object.fromEntries(FACES.map(({ output, source }) => [output, source])),
  'mock/msw-browser': 'mock/msw-browser.ts', // what `mock/msw` is in a bundle for the browser
};

// One configuration for all faces, with splitting, so that a class exists once however many faces
// are imported. What the SDK and the fake use is inlined: `dependencies` stays empty.
export default defineConfig({
  entry: { ...faces, cli: 'mock/cli/main.ts' },
  format: 'esm',
  target: 'es2023',
  platform: 'neutral',
  external: [/^node:/, 'msw'],
  noExternal: ['ky', 'zod', 'commander', 'sorted-btree', 'string-width'],
  define: { __PACKAGE_VERSION__: JSON.stringify(version), ...(await pageDefines()) },
  splitting: true,
  esbuildPlugins: [
    copies(),
    withoutComments(['commander', 'sorted-btree']),
    loadTogether([
      // What several faces use; the receivers of `./webhooks` stay in its own file. The first file
      // of the command line loads nothing before it has switched the compile cache on.
      {
        files: [
          'src/errors/api-error.ts',
          'src/errors/call-errors.ts',
          'src/webhooks/signature/verify.ts',
          'src/webhooks/signature/sign.ts',
          'src/webhooks/handler/is-cdr-completed.ts',
          'src/webhooks/store/retention.ts',
          'src/webhooks/store/webhook-claim-lost-error.ts',
          'src/options/as-read.ts',
          'src/options/with-nearest.ts',
          'src/contract/listed-names.ts',
          'src/errors/odd-domains.ts',
          'src/is-no-value.ts',
          'src/texts/json-text.ts',
          'src/on-abort.ts',
          'src/slots.ts',
          'src/ignoring-errors.ts',
        ],
        by: /^(?!mock[/\\]cli[/\\]main\.)/,
      },
      {
        files: ['mock/index.ts', 'mock/ground/served-hosts.ts'],
        by: /^mock[/\\](?!cli[/\\](?!(?:mock[/\\]run-(?:mock|command)|files[/\\]read-report)\.))/,
      },
      {
        files: [
          'mock/cli/tell.ts',
          'mock/cli/printable.ts',
          'mock/cli/run-failure.ts',
          'mock/cli/files/file-error.ts',
          'mock/cli/files/check-writable.ts',
          'mock/cli/files/write-whole.ts',
          'mock/cli/mock/env-lines.ts',
        ],
        by: /^mock[/\\]cli[/\\](?!main\.)/,
      },
      { files: ['src/index.ts'], by: /^src[/\\]calibrate[/\\]/ }, // it is given two clients
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
