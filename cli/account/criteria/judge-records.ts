import { isConsentEvidenceError } from '../../../src/errors/consent-evidence-error.ts';
import {
  type AcceptanceCriteria,
  type AcceptanceRecord,
  type AcceptanceVerdict,
  evaluateAcceptance,
} from '../../../src/index.ts';
import { readRecords } from './read-records.ts';

/** A record with the verdict of each of the criteria, in their order. */
export interface Judged {
  readonly name: string;
  readonly verdicts: readonly AcceptanceVerdict[];
}

/** An entry that is not a record, and why. */
export interface Unreadable {
  readonly place: string;
  readonly why: string;
}

function judge(
  all: readonly AcceptanceCriteria[],
  record: AcceptanceRecord,
  now: number,
): AcceptanceVerdict[] | string {
  try {
    return all.map((criteria) => evaluateAcceptance(criteria, record, { now }));
  } catch (error) {
    if (isConsentEvidenceError(error)) return error.message;
    throw error;
  }
}

/**
 * Judges every record of a file by each of the criteria. Entries that are not records are reported,
 * and the rest continues.
 */
export async function* judgeRecords(
  file: string,
  all: readonly AcceptanceCriteria[],
  now: number,
): AsyncGenerator<Judged | Unreadable> {
  for await (const { place, record } of readRecords(file)) {
    if (record === undefined) {
      yield { place, why: 'expected JSON' };
      continue;
    }
    const verdicts = judge(all, record as AcceptanceRecord, now);
    if (typeof verdicts === 'string') yield { place, why: verdicts };
    else {
      const { cdrId } = record as { cdrId?: unknown };
      yield { name: typeof cdrId === 'string' ? cdrId : place, verdicts };
    }
  }
}
