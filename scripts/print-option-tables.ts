// Prints the option tables of the source as JSON, by the type of the options. They are no part of any
// entry point, so they are exported here, in a bundle that nothing else uses.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** What is said of one option. */
export interface OptionRow {
  readonly name: string;
  readonly expected: string;
  readonly isRequired: boolean;
}

interface Table {
  readonly [name: string]: { readonly expected: string; readonly isRequired?: true };
}

const DECLARED = /^(?:export )?const (\w+) = \(\): OptionTable<(\w+)/gm;

const found = globSync('{src,mock}/**/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(DECLARED)].map(([, name = '', type = '']) => ({
    file,
    name,
    type,
  })),
);
const lines = found.map(
  ({ file, name, type }, index) =>
    `import { ${name} as t${index} } from './${file}'; tables.push(['${type}', t${index}()]);`,
);
const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-options-'));
try {
  const { outputFiles } = await build({
    stdin: { contents: `export const tables = [];\n${lines.join('\n')}`, resolveDir: '.' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    define: { __PACKAGE_VERSION__: '""' },
    plugins: [
      {
        name: 'export-tables',
        setup: (build) =>
          build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
            loader: 'ts',
            contents: readFileSync(file, 'utf8').replace(
              DECLARED,
              (all) => `export ${all.replace(/^export /, '')}`,
            ),
          })),
      },
    ],
    logLevel: 'error',
  });
  const bundle = path.join(folder, 'tables.mjs');
  writeFileSync(bundle, outputFiles[0]?.text ?? '');
  const { tables } = (await import(pathToFileURL(bundle).href)) as {
    tables: readonly (readonly [type: string, table: Table])[];
  };
  const rows = tables.map(([type, table]) => [
    type,
    Object.entries(table).map(
      ([name, { expected, isRequired = false }]): OptionRow => ({ name, expected, isRequired }),
    ),
  ]);
  process.stdout.write(JSON.stringify(rows));
} finally {
  rmSync(folder, { recursive: true });
}
