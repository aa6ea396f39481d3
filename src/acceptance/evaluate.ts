import { type AcceptanceCriteria, acceptanceIssues } from '../contract/acceptance.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import type { Issue } from '../options/issue.ts';
import { anything, callback, instant, required } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { type AcceptanceRecord, judge } from './judge.ts';
import type { HasPhone } from './judge-lead-match.ts';
import { type AcceptanceReadingsInput, completeReadings } from './readings.ts';
import type { AcceptanceVerdict } from './verdict.ts';

/** What {@link evaluateAcceptance} depends on besides the criteria and the record. */
export interface EvaluateOptions {
  /** The instant of the evaluation: Unix milliseconds, or a `Date`. */
  now: number | Date;
  /**
   * Decides `leadMatch` from your own data, such as the phone fields of your form; see
   * {@link HasPhone}. Without it, `leadMatch` is undecidable.
   */
  hasPhone?: HasPhone | undefined;
  /** Readings to use instead of the defaults, for points that the specification leaves open. */
  readings?: AcceptanceReadingsInput | undefined;
}

const OPTIONS = (): OptionTable<EvaluateOptions> => ({
  now: required(instant),
  hasPhone: callback,
  readings: anything, // those of all points may come; the others change no verdict
});

function hasText(disclosure: unknown): boolean {
  const { text } = (disclosure ?? {}) as { text?: unknown };
  return typeof text === 'string';
}

/** Checks that the consent facts can be read: a response may get here unchecked. */
function disclosureIssues(details: unknown): Issue[] {
  if (details === undefined) return [];
  const path = 'record.detectedDisclosureDetails.disclosures';
  const { disclosures } = (details ?? {}) as { disclosures?: unknown };
  if (!Array.isArray(disclosures)) return [{ path, message: 'expected a list' }];
  const index = disclosures.findIndex((each) => !hasText(each));
  return index < 0 ? [] : [{ path: `${path}.${index}.text`, message: 'expected a string' }];
}

function recordIssues(record: AcceptanceRecord | null | undefined): Issue[] {
  if (typeof record !== 'object' || record === null) {
    return [{ path: 'record', message: 'expected a record' }];
  }
  const issues = disclosureIssues(record.detectedDisclosureDetails);
  if (Number.isFinite(record.createdAt)) return issues;
  return [{ path: 'record.createdAt', message: 'expected Unix milliseconds' }, ...issues];
}

/**
 * Returns whether the record is a list entry or a webhook event. These have a `cdrId`, but no consent
 * facts (spec §2.4, §6.1), so the absence of facts says nothing. A full record always has `capturedAt`.
 */
function leavesOutFacts(record: AcceptanceRecord): boolean {
  const isSummary = 'cdrId' in record && !('capturedAt' in record);
  return isSummary && record.detectedDisclosureDetails === undefined;
}

/**
 * Evaluates a record locally against acceptance criteria, as the service does on receive (spec §2.7,
 * §4.6 rule 5, §7.1). It is pure and synchronous: nothing is sent and nothing is charged.
 *
 * All unmet checks are listed, in the order `record`, `disclosure`, `leadMatch`. If the record
 * lacks the data for a rule, the rule fails as it does on the service, usually with the status
 * `unavailable`. Checks that cannot be decided from the arguments are listed under `undecidable`:
 * `leadMatch` without `hasPhone`, and the rules of `disclosure` for a list entry or a webhook event,
 * which have no consent facts. With at least one failure, the outcome is `rejected`, even if other
 * checks are undecidable.
 *
 * @param record A record as `cdrs.get` returns it, or only the members of `AcceptanceRecord`.
 * @throws InvalidInputError for criteria that break the strict shape, with the service's paths; for
 * a phone that the selected `phoneGrammar` does not normalise, at `leadMatch.phone`; for an invalid
 * `now`, `hasPhone`, reading or record.
 *
 * @example
 * ```ts
 * const cdr = await client.cdrs.get(cdrId);
 * const verdict = evaluateAcceptance(
 *   { schemaVersion: 1, disclosure: { requireCheckboxPresent: true, requireAllCheckboxesAffirmed: true } },
 *   cdr,
 *   { now: Date.now() },
 * );
 * if (verdict.outcome === 'rejected') console.log(verdict.failures);
 * // [{ ruleId: 'disclosure.requireAllCheckboxesAffirmed', status: 'failed', code: 'CHECKBOX_NOT_AFFIRMED' }]
 * ```
 */
export function evaluateAcceptance(
  criteria: AcceptanceCriteria,
  record: AcceptanceRecord,
  options: EvaluateOptions,
): AcceptanceVerdict {
  const also = () => [...acceptanceIssues(criteria), ...recordIssues(record)];
  const { now, hasPhone, readings = {} } = checkedOptions(OPTIONS, options, { also });
  return judge(criteria, record, {
    now: Number(now),
    hasPhone,
    readings: completeReadings(readings),
    factsLeftOut: leavesOutFacts(record),
  });
}
