// Sorts and counts docs/conformance.md and prints its three totals: `npm run conformance`. `-- --tests`
// updates the rows to the tests: it drops rows whose test is gone, unless they are stated, and adds rows
// for new endpoints.
// `-- --prove` first changes each place that a row names and runs the row's test. A text after it limits
// the proof to rows whose line contains the text, and leaves the page unchanged.
import { readFileSync, writeFileSync } from 'node:fs';
import { digestOf, isPlaced, PAGE, readPage, totalsOf, writePage } from './page.ts';
import { prove } from './prove.ts';
import { KINDS, lineOf } from './row.ts';
import { rowsOfTests } from './rows-of-tests.ts';
import { suiteTitles } from './suite-titles.ts';

const [flag, only = ''] = process.argv.slice(2);
const page = readPage(readFileSync(PAGE, 'utf8'));
let { rows, proved } = page;

if (flag === '--tests') {
  const { told, untested, ...after } = rowsOfTests(rows, await suiteTitles());
  for (const line of told) console.log(line);
  for (const row of untested) console.error(`stated, but its test is gone: ${lineOf(row)}`);
  if (untested.length > 0) process.exitCode = 1;
  // The dropped rows were proved too, and the added ones name no place.
  if (proved === digestOf(rows)) proved = digestOf(after.rows);
  rows = [...after.rows];
}

if (flag === '--prove') {
  const placed = rows.filter(isPlaced).filter((row) => lineOf(row).includes(only));
  let failed = 0;
  await prove(placed, ({ section, rule }, objection) => {
    if (objection !== undefined) failed += 1;
    console.log(`${objection === undefined ? 'proved    ' : 'NOT PROVED'} §${section} ${rule}`);
    if (objection !== undefined) console.log(`           ${objection}`);
  });
  console.log(`${placed.length - failed} of ${placed.length} places proved`);
  // Set in both cases, because vitest has set it for the tests that failed, as they should.
  process.exitCode = failed > 0 ? 1 : 0;
  if (only === '' && failed === 0) proved = digestOf(rows);
}

if (only === '') writeFileSync(PAGE, writePage({ rows, proved }));
const totals = totalsOf(rows);
console.log(KINDS.map((kind) => `${totals[kind]} ${kind}`).join(', '));
