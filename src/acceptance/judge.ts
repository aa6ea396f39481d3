import type { AcceptanceCriteria, RecordCriteria } from '../contract/acceptance.ts';
import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import type { DetectedDisclosureDetails } from '../contract/disclosure.ts';
import { disclosureRules } from './disclosure-rules.ts';
import { judgeDisclosure } from './judge-disclosure.ts';
import { type HasPhone, judgeLeadMatch } from './judge-lead-match.ts';
import type { AcceptanceReadings } from './readings.ts';
import { type AcceptanceVerdict, failureOf, type UndecidableRule, verdictOf } from './verdict.ts';

/** What is read of a record to judge it; a `Cdr` has it. */
export interface AcceptanceRecord {
  /** Unix milliseconds: what the record's age is measured from. */
  createdAt: number;
  /** Absent where no submission was detected. */
  detectedDisclosureDetails?: DetectedDisclosureDetails | undefined;
}

/** What judging depends on besides the criteria and the record. */
export interface JudgeContext {
  /** Unix milliseconds. */
  now: number;
  /** Without it `leadMatch` is undecidable. */
  hasPhone?: HasPhone | undefined;
  readings: AcceptanceReadings;
  /** The record has a form that never carries consent facts, so none can be read. */
  factsLeftOut?: boolean | undefined;
}

/**
 * `maxAgeSeconds` (spec §2.7): exactly that age passes. A record from the future has a negative age
 * here, which passes as the spec's zero does.
 */
function judgeRecord(
  { maxAgeSeconds }: RecordCriteria,
  record: AcceptanceRecord,
  now: number,
): AcceptanceFailure[] {
  if (maxAgeSeconds === undefined || now - record.createdAt <= maxAgeSeconds * 1000) return [];
  return [failureOf('record.maxAgeSeconds', 'RECORD_TOO_OLD')];
}

function judgeConsent(
  criteria: AcceptanceCriteria,
  record: AcceptanceRecord,
  { readings, factsLeftOut = false }: JudgeContext,
): (AcceptanceFailure | UndecidableRule)[] {
  const { disclosure = {} } = criteria;
  if (!factsLeftOut) {
    return judgeDisclosure(disclosure, record.detectedDisclosureDetails, readings);
  }
  const why =
    'a list entry or an event has no consent facts; evaluate the record that cdrs.get returns';
  return disclosureRules(disclosure, readings).map(({ ruleId }) => ({ ruleId, why }));
}

/**
 * Judges a record by criteria whose shape was checked before (spec §2.7, §4.6 rule 5, §7.1).
 *
 * @throws InvalidInputError at `leadMatch.phone` where the number does not normalise.
 */
export function judge(
  criteria: AcceptanceCriteria,
  record: AcceptanceRecord,
  context: JudgeContext,
): AcceptanceVerdict {
  const { record: recordCriteria = {}, leadMatch } = criteria;
  return verdictOf([
    ...judgeRecord(recordCriteria, record, context.now),
    ...judgeConsent(criteria, record, context),
    ...(leadMatch
      ? judgeLeadMatch(leadMatch, context.hasPhone, context.readings.phoneGrammar)
      : []),
  ]);
}
