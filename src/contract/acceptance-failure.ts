import * as z from 'zod/mini';
import type { KnownAcceptanceFailureCode } from './acceptance-codes.ts';
import { exactly, schemaOf } from './schema-of.ts';

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
