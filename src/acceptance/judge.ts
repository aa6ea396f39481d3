import type { AcceptanceCriteria, RecordCriteria } from '../contract/acceptance.ts';
import type { AcceptanceFailure } from '../contract/acceptance-failure.ts';
import type { DetectedDisclosureDetails } from '../contract/disclosure.ts';
import { disclosureRules } from './disclosure-rules.ts';
import { judgeDisclosure } from './judge-disclosure.ts';
import { type HasPhone, judgeLeadMatch } from './judge-lead-match.ts';
import type { AcceptanceReadings } from './readings.ts';
import { type AcceptanceVerdict, failureOf, type UndecidableRule, verdictOf } from './verdict.ts';

/** The members of a record that are evaluated. A `Cdr` has them. */
export interface AcceptanceRecord {
  /** Unix milliseconds. The record's age is measured from this instant. */
  createdAt: number;
  /** Absent if no submission was detected. */
  detectedDisclosureDetails?: DetectedDisclosureDetails | undefined;
}

/** What the verdict depends on besides the criteria and the record. */
export interface JudgeContext {
  /** Unix milliseconds. */
  now: number;
  /** Without it, `leadMatch` is undecidable. */
  hasPhone?: HasPhone | undefined;
  readings: AcceptanceReadings;
  /** Whether the record is of a form that never has consent facts, such as a list entry. */
  factsLeftOut?: boolean | undefined;
}

/**
 * Evaluates `maxAgeSeconds` (spec §2.7). Exactly that age passes. A record from the future has a
 * negative age here, which passes just like the age of zero in the specification.
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
 * Judges a record by criteria whose shape has been checked (spec §2.7, §4.6 rule 5, §7.1).
 *
 * @throws InvalidInputError at `leadMatch.phone` if the number does not normalise.
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
