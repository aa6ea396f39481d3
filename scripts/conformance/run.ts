// Sorts and counts docs/conformance.md and prints its three totals: `npm run conformance`. With
// `-- --prove` each place that a row names is taken away first. A text behind it keeps to the rows
// whose line contains it, and leaves the page as it is.
import { readFileSync, writeFileSync } from 'node:fs';
import { digestOf, isPlaced, PAGE, readPage, totalsOf, writePage } from './page.ts';
import { prove } from './prove.ts';
import { KINDS, lineOf } from './row.ts';

const [flag, only = ''] = process.argv.slice(2);
const page = readPage(readFileSync(PAGE, 'utf8'));
let { proved } = page;

if (flag === '--prove') {
  const rows = page.rows.filter(isPlaced).filter((row) => lineOf(row).includes(only));
  let failed = 0;
  await prove(rows, ({ section, rule }, objection) => {
    if (objection !== undefined) failed += 1;
    console.log(`${objection === undefined ? 'proved    ' : 'NOT PROVED'} §${section} ${rule}`);
    if (objection !== undefined) console.log(`           ${objection}`);
  });
  console.log(`${rows.length - failed} of ${rows.length} places proved`);
  // Said outright: vitest has set it by the tests that turned red, as they are to.
  process.exitCode = failed > 0 ? 1 : 0;
  if (only === '' && failed === 0) proved = digestOf(page.rows);
}

if (only === '') writeFileSync(PAGE, writePage({ rows: page.rows, proved }));
const totals = totalsOf(page.rows);
console.log(KINDS.map((kind) => `${totals[kind]} ${kind}`).join(', '));
