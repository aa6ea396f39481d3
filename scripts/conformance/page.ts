import { createHash } from 'node:crypto';
import { KINDS, type Kind, lineOf, type Proof, type Row, rowOf } from './row.ts';

/** The page with the table, which is the only list of its rows. */
export const PAGE = new URL('../../docs/conformance.md', import.meta.url);

/** Counts the rows of each kind. */
export function totalsOf(rows: readonly Row[]): Record<Kind, number> {
  const count = (kind: Kind): number => rows.filter((row) => row.kind === kind).length;
  return Object.fromEntries(KINDS.map((kind) => [kind, count(kind)])) as Record<Kind, number>;
}

/** A row that names the place of its rule in the source. */
export type PlacedRow = Row & { readonly place: string; readonly proof: Proof };

export function isPlaced(row: Row): row is PlacedRow {
  return row.place !== undefined && 'file' in row.proof;
}

/** Returns a digest of the tests and places that a full proof covers; it changes with any of them. */
export function digestOf(rows: readonly Row[]): string {
  const seen = rows.filter(isPlaced).map(({ proof, place }) => JSON.stringify([proof, place]));
  return createHash('sha256').update(seen.sort().join('\n')).digest('hex').slice(0, 12);
}

/** Returns a section's sort key: `4.10` comes after `4.6 rule 9`. */
function placeOf({ section }: Row): number[] {
  return section.split(/\.| rule /).map(Number);
}

function bySection(a: Row, b: Row): number {
  const [one, other] = [placeOf(a), placeOf(b)];
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The contents of the page. */
export interface Page {
  readonly rows: Row[];
  /** The digest of the rows that the last full proof saw turn red. */
  readonly proved: string | undefined;
}

export function readPage(text: string): Page {
  const lines = text.split('\n').filter((line) => /^\| \d/.test(line));
  return { rows: lines.map(rowOf), proved: /<!-- proved: (\w+) -->/.exec(text)?.[1] };
}

/** Renders the page, with its rows sorted and its totals counted. */
export function writePage({ rows, proved }: Page): string {
  const { stated, chosen, reading } = totalsOf(rows);
  const placed = rows.filter(isPlaced).length;
  const unprovable = rows.filter(({ proof }) => 'unprovable' in proof).length;
  return `# Conformance of the fake

Each rule of the specification that can be seen from outside has a row, with the test that checks it. A row also has the rule's section and one of three kinds:

- **${stated} stated**: the specification says so.
- **${chosen} chosen**: the specification is silent, and the fake had to do something. The live service may differ.
- **${reading} reading**: the specification can be understood in more than one way, and the fake has a [switch](guides/readings.md) for it.

The tests send plain HTTP requests to all three entry points (\`fetch\`, MSW, \`node:http\`). ${unprovable} rows have no test: no request can violate them.

The last column names the place in the code, if one named place implements the rule, and the change that breaks it: a function then does nothing, returns its argument or always returns the same value; a number is one higher; a list is empty or has one more entry; a switch stays at its default. \`npm run conformance -- --prove\` makes these changes at the ${placed} places, one at a time and in memory, and fails if a test still passes. Mutation testing covers the rules without such a place ([quality](quality.md)).

The rows are written by hand. \`npm run conformance\` sorts and counts them and prints the three totals. \`npm test\` fails if a test title or a place no longer exists, if a row with a place has changed since the last full proof, if a value of a switch has no row, or if the totals are wrong.

| section | kind | rule | test | place |
| --- | --- | --- | --- | --- |
${rows.toSorted(bySection).map(lineOf).join('\n')}

<!-- proved: ${proved ?? 'none'} -->
`;
}
