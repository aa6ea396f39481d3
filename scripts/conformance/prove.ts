// Takes away one rule of the fake after the other and asks whether the test that the table names
// turns red: `npm run conformance:proof`. A text after `--` keeps to the rows that contain it.
import { writeFileSync } from 'node:fs';
import { PROVED, proofIdOf } from '../../test/conformance/proved.ts';
import { isProvable, type ProvableRule } from '../../test/conformance/rule.ts';
import { rules } from '../../test/conformance/rules.ts';
import { type MutatedSuite, openMutatedSuite, type TestOutcome } from './mutated-suite.ts';
import { objectionToProof, objectionToTest } from './verdict-of.ts';

const only = process.argv[2] ?? '';
const rows = rules.filter(isProvable).filter((row) => JSON.stringify(row).includes(only));

async function judged(suite: MutatedSuite, row: ProvableRule, whole: readonly TestOutcome[]) {
  return objectionToTest(row, whole) ?? (await objectionToProof(suite, row));
}

const suite = await openMutatedSuite();
const wholes = new Map<string, TestOutcome[]>();
for (const file of new Set(rows.map(({ proof }) => proof.file))) {
  wholes.set(file, await suite.run(file));
}
const proved: ProvableRule[] = [];
for (const row of rows) {
  const objection = await judged(suite, row, wholes.get(row.proof.file) ?? []);
  if (objection === undefined) proved.push(row);
  console.log(
    `${objection === undefined ? 'proved    ' : 'NOT PROVED'} §${row.section} ${row.rule}`,
  );
  if (objection !== undefined) console.log(`           ${objection}`);
}
await suite.close();
if (only === '') {
  writeFileSync(PROVED, `${JSON.stringify(proved.map(proofIdOf).sort(), null, 1)}\n`);
}
console.log(`${proved.length} of ${rows.length} rules proved`);
process.exitCode = proved.length === rows.length ? 0 : 1;
