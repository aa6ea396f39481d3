import { isKnownErrorCode, type KnownErrorCode } from './contract/error-codes.ts';
import { type ApiError, isApiError } from './errors/api-error.ts';
import { InvalidInputError } from './errors/invalid-input-error.ts';

/**
 * What a lead intake does with a lead whose record could not be received:
 * - `refuse`: the lead's evidence is no good, and asking again will not change that.
 * - `hold`: keep the lead and ask again later; nobody knows yet.
 * - `fix`: keep the lead and call someone; the fault is on our side.
 */
export type ReceiveDecision = 'refuse' | 'hold' | 'fix';

const DECISIONS: Readonly<Record<KnownErrorCode, ReceiveDecision>> = {
  CDR_PENDING: 'hold',
  // Without issues it is about this lead: a phone number the service cannot read, or a share token
  // of our own organization (spec §7). With issues it is our criteria: see below.
  INVALID_ARGUMENT: 'refuse',
  COLLECT_REQUIRED: 'fix',
  UNAUTHENTICATED: 'fix',
  FORBIDDEN: 'fix',
  API_ACCESS_DISABLED: 'fix',
  PASSTHROUGH_ORG_CANNOT_COLLECT: 'fix',
  PASSTHROUGH_ORG_CANNOT_CLAIM: 'fix',
  NOT_FOUND: 'refuse',
  METHOD_NOT_ALLOWED: 'fix',
  CDR_DEV_MODE: 'refuse',
  // A data problem of the service (spec §7), which says nothing about the lead.
  CONFLICT: 'hold',
  GONE: 'refuse',
  CDR_INVALID: 'refuse',
  FAILED_PRECONDITION: 'fix',
  CDR_ACCEPTANCE_FAILED: 'refuse',
};

/** What only a lead can bring in wrong: the rest of a call is our own. */
const FROM_THE_LEAD = ['tokenOrShareUrl', 'leadMatch.phone'];

function decideInput({ issues }: InvalidInputError): ReceiveDecision {
  // A set-up that does not know where its links live must not refuse every lead in silence.
  if (issues.some(({ code }) => code === 'FOREIGN_ORIGIN')) return 'fix';
  return issues.every(({ path }) => FROM_THE_LEAD.includes(path)) ? 'refuse' : 'fix';
}

function decideCode({ code, status, details }: ApiError): ReceiveDecision {
  if (status === 429 || status >= 500 || !isKnownErrorCode(code)) return 'hold';
  if (code === 'INVALID_ARGUMENT' && details !== undefined) return 'fix';
  return DECISIONS[code];
}

/**
 * A lead intake's switch for an error of `shares.receive`. What nobody can be sure of is held: an
 * unknown outcome, an unknown code, no answer, an error of another kind.
 *
 * @example
 * ```ts
 * const receipt = await client.shares.receive(lead.consentUrl, { acceptance }).catch((error) => {
 *   return intake[receiveDecision(error)](lead, error);
 * });
 * ```
 */
export function receiveDecision(error: unknown): ReceiveDecision {
  if (error instanceof InvalidInputError) return decideInput(error);
  if (!isApiError(error) || error.outcome === 'unknown') return 'hold';
  return decideCode(error);
}
