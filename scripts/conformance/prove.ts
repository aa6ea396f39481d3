import { type PlacedRow } from './page.ts';
import { readable } from './row.ts';
import { openSuiteWithout, type SuiteWithout, type TestOutcome } from './suite-without.ts';
import { placeOf } from './without.ts';

/** Why a row does not hold; `undefined` if its test fails without the rule and passes with it. */
export type Objection = string | undefined;

/** A change that breaks the code rather than the rule proves nothing. */
const BROKEN = /^(?:ReferenceError|SyntaxError)\b/;

async function objectionTo(
  suite: SuiteWithout,
  { proof, place }: PlacedRow,
  whole: readonly TestOutcome[],
): Promise<Objection> {
  const named = whole.filter(({ title }) => readable(title) === proof.title);
  if (named.length !== 1) return `${named.length} tests have this title`;
  if (named[0]?.passed !== true) return 'the test is red by itself';
  const [outcome] = await suite.run(proof.file, named[0].title, placeOf(place));
  if (outcome === undefined) return 'without the rule the test does not even load';
  if (outcome.passed) return 'without the rule the test stays green';
  const broken = outcome.errors.find((error) => BROKEN.test(error));
  return broken && `the change breaks the code: ${broken.slice(0, 200)}`;
}

/** Changes the code at each row's place as the row says, one at a time, and runs the row's test. */
export async function prove(
  rows: readonly PlacedRow[],
  tell: (row: PlacedRow, objection: Objection) => void,
): Promise<void> {
  const suite = await openSuiteWithout();
  const wholes = new Map<string, TestOutcome[]>();
  for (const file of new Set(rows.map(({ proof }) => proof.file))) {
    wholes.set(file, await suite.run(file));
  }
  for (const row of rows) {
    tell(row, await objectionTo(suite, row, wholes.get(row.proof.file) ?? []));
  }
  await suite.close();
}
