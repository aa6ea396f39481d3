import { existsSync, readFileSync } from 'node:fs';

/** A module that users import. */
export interface Face {
  /** The name to import, such as `consent-evidence/webhooks/sqlite`. */
  readonly name: string;
  /** The name of its files in `dist`, without their endings: `webhooks/sqlite`. */
  readonly output: string;
  /** Its source file: `src/webhooks/sqlite.ts`. */
  readonly source: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

const root = new URL('../', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Manifest;

function sourceOf(output: string): string {
  const places = [
    `src/${output}.ts`,
    `src/${output}/index.ts`,
    `${output}.ts`,
    `${output}/index.ts`,
  ];
  const source = places.find((place) => existsSync(new URL(place, root)));
  if (source === undefined) throw new Error(`package.json exports ${output}, which has no source`);
  return source;
}

/**
 * The faces of the `exports` map, in its order: the one list of them. The build, the documentation
 * and the tests read it from here.
 */
export const FACES: readonly Face[] = Object.entries(manifest.exports).flatMap(([key, target]) => {
  if (typeof target === 'string') return [];
  const output = target.types.replace(/^\.\/dist\/(.*)\.d\.ts$/, '$1');
  return { name: manifest.name + key.slice(1), output, source: sourceOf(output) };
});
