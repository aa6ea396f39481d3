import * as z from 'zod/mini';
import { exactly, schemaOf } from './schema-of.ts';

/**
 * The status that each code of a refusal comes with (spec §7.1). `failed`: the check ran and was not
 * met. `unavailable`: the record lacks the data.
 */
export const ACCEPTANCE_FAILURE_STATUS = {
  RECORD_TOO_OLD: 'failed',
  DISCLOSURE_NOT_PRESENT: 'failed',
  USER_SUBMISSION_NOT_DETECTED: 'failed',
  CHECKBOX_NOT_PRESENT: 'failed',
  CHECKBOX_NOT_AFFIRMED: 'failed',
  CHECKBOX_AFFIRMATION_UNAVAILABLE: 'unavailable',
  DISCLOSURE_CONSENT_NOT_ACCEPTED: 'failed',
  REQUIRED_DISCLOSURE_TEXT_NOT_FOUND: 'failed',
  FORBIDDEN_DISCLOSURE_TEXT_FOUND: 'failed',
  LEAD_PHONE_NOT_MATCHED: 'failed',
  LEAD_PHONE_MATCH_UNAVAILABLE: 'unavailable',
  DISCLOSURE_DETAILS_UNAVAILABLE: 'unavailable',
} as const;

/** A refusal code that spec §7.1 lists. */
export type KnownAcceptanceFailureCode = keyof typeof ACCEPTANCE_FAILURE_STATUS;

/** One unmet check (spec §7.1): exactly these three fields. New codes and statuses may appear. */
export interface AcceptanceFailure {
  /** The dotted name of the built-in check (`disclosure.requirePresent`), or the text rule's id. */
  ruleId: string;
  /** `failed`: the check ran; `unavailable`: the record lacks the data. */
  status: 'failed' | 'unavailable' | (string & {});
  /** Why the check was not met. */
  code: KnownAcceptanceFailureCode | (string & {});
}

/**
 * `error.details` of `422 CDR_ACCEPTANCE_FAILED` (spec §7.1).
 *
 * @remarks The client fills it in if the reply lacks it; without a list, `failures` is empty.
 */
export interface AcceptanceFailedDetails {
  /** Always `rejected`. */
  outcome: 'rejected' | (string & {});
  /** Only the checks that were not met; one is enough to refuse. */
  failures: AcceptanceFailure[];
}

/**
 * `error.details` of a rejected acceptance object (spec §2.1). The members of an issue are not
 * documented.
 *
 * @remarks Read their paths with `issuePaths`.
 */
export interface InvalidArgumentDetails {
  /** One for each invalid field. */
  issues: unknown[];
}

export const acceptanceFailureSchema = schemaOf(exactly<AcceptanceFailure>, () =>
  z.object({ ruleId: z.string(), status: z.string(), code: z.string() }),
);

export const acceptanceFailedDetailsSchema = schemaOf(exactly<AcceptanceFailedDetails>, () =>
  z.object({
    outcome: z.string(),
    failures: z.array(acceptanceFailureSchema()),
  }),
);

export const invalidArgumentDetailsSchema = schemaOf(exactly<InvalidArgumentDetails>, () =>
  z.object({
    issues: z.array(z.unknown()),
  }),
);
