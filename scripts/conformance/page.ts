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

Each row is one thing that the fake does, the section of the specification that it belongs to, and the test that shows it. What it rests on is one of three:

- **${stated} stated**: the specification says so.
- **${chosen} chosen**: the specification leaves it open, and the fake had to do something. Nothing tells that the service does the same.
- **${reading} reading**: the specification leaves it open, and the fake has a [switch](guides/readings.md) for it.

The tests speak raw HTTP and go through all three doors (\`fetch\`, MSW, \`node:http\`). ${unprovable} rows have none, for nothing that the fake can be asked would break them.

Where a rule is one place in the code with a name, the last column has that name and what it is turned into: a function that does nothing, gives back what it was given, or always says one thing; a number that is one more; a list that is empty or has one entry more; a switch that stays at its default. \`npm run conformance -- --prove\` does that to the ${placed} places, one at a time and in memory, and fails where a test stays green. Rules that have no such place are left to mutation testing ([quality](quality.md)).

This table is kept by hand. \`npm run conformance\` sorts it, counts it and prints the three totals. \`npm test\` fails where a title or a name is gone, where a row that names a place is not what the last whole proof saw, where a value of a switch has no row, or where the totals are not those of the table.

| section | kind | rule | test | place |
| --- | --- | --- | --- | --- |
${rows.toSorted(bySection).map(lineOf).join('\n')}

<!-- proved: ${proved ?? 'none'} -->
`;
}
