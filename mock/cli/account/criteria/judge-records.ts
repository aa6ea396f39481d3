import { isConsentEvidenceError } from '../../../../src/errors/consent-evidence-error.ts';
import {
  type AcceptanceCriteria,
  type AcceptanceRecord,
  type AcceptanceVerdict,
  evaluateAcceptance,
} from '../../../../src/index.ts';
import { readRecords } from './read-records.ts';

/** A record with what each of the criteria says of it, in their order. */
export interface Judged {
  readonly name: string;
  readonly verdicts: readonly AcceptanceVerdict[];
}

/** What stands in the place of a record, and why it is none. */
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

/** Judges every record of a file by each of the criteria; what is no record is told, and the rest continues. */
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
