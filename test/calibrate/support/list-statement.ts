import { listStatements } from '../../../src/calibrate/statements/lists.ts';
import { type ListRules, listService } from './crafted-lists.ts';
import { accountOf, craftedRun, entriesOf, statementIn, wordsOf } from './crafted-run.ts';

export const ENTRIES = entriesOf(30);

/** What a statement about lists finds where the service has these rules, and what it was asked for. */
export function foundBy(begin: string, rules: ListRules = {}, entries = ENTRIES, complete = true) {
  const { run, names } = craftedRun(listService(entries, rules), {
    account: accountOf(entries, complete),
  });
  return { names, words: wordsOf(() => statementIn(listStatements, begin).check(run)) };
}
