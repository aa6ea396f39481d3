import type { ObservedRule } from './observed.ts';
import type { StatementRow } from './statement-row.ts';
import { criteriaStatements } from './statements/criteria.ts';
import { type EveryAnswerRule, everyAnswerRules } from './statements/every-answer.ts';
import { everyRecordRules } from './statements/every-record.ts';
import { judgingStatements } from './statements/judging.ts';
import { keyStatements } from './statements/keys.ts';
import { listStatements } from './statements/lists.ts';
import { metadataStatements } from './statements/metadata.ts';
import { receiveStatements } from './statements/receive.ts';
import { recordStatements } from './statements/records.ts';
import { redirectStatements } from './statements/redirect.ts';
import { repeatStatements, secondTokenStatements } from './statements/repeats.ts';
import { routingStatements } from './statements/routing.ts';
import { shareStatements } from './statements/share.ts';

/** The rules that every response is checked against. Create them for each run: some keep state. */
export function observedRules(): ObservedRule[] {
  return [...everyAnswerRules(), ...everyRecordRules];
}

function rowOf({ section, rule, basis }: EveryAnswerRule, asks: string): StatementRow {
  return { section, rule, basis, tier: 0, asks, check: (run) => run.observed.finding(rule) };
}

/** The statements that are checked with requests of their own. */
export const ASKED_STATEMENTS: readonly StatementRow[] = [
  ...routingStatements,
  ...keyStatements,
  ...redirectStatements,
  ...listStatements,
  ...metadataStatements,
  ...recordStatements,
  ...receiveStatements,
  ...secondTokenStatements,
  ...criteriaStatements,
  ...judgingStatements,
  ...shareStatements,
];

/** The statements that are checked after the readings, because no receive may follow theirs. */
export const LAST_STATEMENTS: readonly StatementRow[] = repeatStatements;

/** The statements that every response of a run is checked against. */
export const OBSERVED_STATEMENTS: readonly StatementRow[] = [
  ...everyAnswerRules().map((rule) =>
    rowOf(rule, 'Nothing: every response of the run is checked.'),
  ),
  ...everyRecordRules.map((rule) => rowOf(rule, 'Nothing: every record that was read is checked.')),
];

/** All statements that are checked from outside. */
export const STATEMENT_ROWS: readonly StatementRow[] = [
  ...ASKED_STATEMENTS,
  ...LAST_STATEMENTS,
  ...OBSERVED_STATEMENTS,
];
