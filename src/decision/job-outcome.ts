import { type ErrorCode, isKnownErrorCode, type KnownErrorCode } from '../contract/error-codes.ts';
import { type ApiError, isApiError } from '../errors/api-error.ts';
import { EvidenceUnavailableError } from '../errors/call-errors.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { CallError } from '../errors/consent-evidence-error.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import { wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';

/** The service's code, or what takes its place in an error without one. */
export type JobCode =
  | ErrorCode
  | 'INPUT_INVALID'
  | 'SETTINGS_INVALID'
  | 'NOT_COLLECTED'
  | 'DEV_MODE'
  | 'TOO_LARGE';

/** Give the job back to the queue: it can succeed later. */
export interface JobRetry {
  /** `retry`. */
  readonly kind: 'retry';
  /** The minimum wait before the next attempt, in milliseconds. */
  readonly afterMs: number;
}

/** Another attempt of this job would have the same result. */
export interface JobDrop {
  /** `drop`. */
  readonly kind: 'drop';
  /** The reason, to store with the job. */
  readonly code: JobCode;
}

/**
 * The configuration or the program is wrong (the key, the account, the request), so other jobs
 * would fail in the same way. Give the job back, take no more jobs, and call someone.
 */
export interface JobStop {
  /** `stop`. */
  readonly kind: 'stop';
  /** What to correct. */
  readonly code: JobCode;
}

/** What a worker does with a job that failed. */
export type JobOutcome = JobRetry | JobDrop | JobStop;

/** What only the queue knows about a job. */
export interface JobOutcomeOptions {
  /**
   * The number of this attempt, from 1. The wait doubles with each attempt. 0 counts as 1, because
   * BullMQ's `attemptsMade`, pg-boss's `retryCount` and Inngest's `attempt` count from 0: add 1 to
   * them. Default: 1.
   */
  readonly attempt?: number | undefined;
}

const OPTIONS = (): OptionTable<JobOutcomeOptions> => ({
  attempt: wholeNumber(0, Number.MAX_SAFE_INTEGER),
});

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 900_000;

type Kind = JobOutcome['kind'];

const KINDS: Readonly<Record<KnownErrorCode, Kind>> = {
  CDR_PENDING: 'retry',
  // With issues, our own criteria are wrong: see below.
  INVALID_ARGUMENT: 'drop',
  COLLECT_REQUIRED: 'stop',
  UNAUTHENTICATED: 'stop',
  FORBIDDEN: 'stop',
  API_ACCESS_DISABLED: 'stop',
  PASSTHROUGH_ORG_CANNOT_COLLECT: 'stop',
  PASSTHROUGH_ORG_CANNOT_CLAIM: 'stop',
  // Also returned for a record that has not finished rendering (spec §7), and for any record if the
  // key is of another account. Dropping the job would lose the record.
  NOT_FOUND: 'retry',
  METHOD_NOT_ALLOWED: 'stop',
  CDR_DEV_MODE: 'drop',
  // A data problem of the service (spec §7), which it may fix.
  CONFLICT: 'retry',
  GONE: 'drop',
  CDR_INVALID: 'drop',
  FAILED_PRECONDITION: 'stop',
  CDR_ACCEPTANCE_FAILED: 'drop',
};

/** The input that comes from the job, a stranger's lead perhaps. All other input is the program's. */
const OF_THE_JOB: ReadonlySet<string> = new Set([
  ...['cdrId', 'domainId', 'tokenOrShareUrl', 'leadMatch.phone'],
  ...['lead', 'leadId', 'shareUrl', 'phone'],
]);

function kindOfApi({ code, status, details, outcome }: ApiError): Kind {
  // A call that may have succeeded is never dropped: it may have been charged.
  if (outcome === 'unknown' || status === 429 || status >= 500) return 'retry';
  if (!isKnownErrorCode(code)) return 'retry';
  return code === 'INVALID_ARGUMENT' && details !== undefined ? 'stop' : KINDS[code];
}

function ofInput({ issues }: InvalidInputError): JobDrop | JobStop | undefined {
  if (!issues.every(({ path }) => OF_THE_JOB.has(path))) {
    return { kind: 'stop', code: 'SETTINGS_INVALID' };
  }
  // The lead's own mistake, or `shareOrigins` lacks an origin. A stop would let one lead halt all
  // others, and a drop would lose every lead of that origin.
  if (issues.some(({ code }) => code === 'FOREIGN_ORIGIN')) return undefined;
  return { kind: 'drop', code: 'INPUT_INVALID' };
}

const UNAVAILABLE = {
  not_collected: 'NOT_COLLECTED',
  dev_mode: 'DEV_MODE',
  too_large: 'TOO_LARGE',
  integrity: undefined,
} as const satisfies Record<EvidenceUnavailableError['reason'], JobCode | undefined>;

/** Returns why another attempt is pointless; `undefined` if it is not. */
function finalOutcome(error: unknown): JobDrop | JobStop | undefined {
  if (isApiError(error)) {
    const kind = kindOfApi(error);
    return kind === 'retry' ? undefined : { kind, code: error.code };
  }
  if (error instanceof InvalidInputError) return ofInput(error);
  if (!(error instanceof EvidenceUnavailableError)) return undefined;
  const code = UNAVAILABLE[error.reason];
  return code && { kind: 'drop', code };
}

function waitMs(error: unknown, attempt: number): number {
  const own = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, attempt - 1), LONGEST_WAIT_MS);
  const asked = error instanceof CallError ? error.retryAfterMs : undefined;
  return Math.max(own, asked ?? 0);
}

/**
 * Decides what a queue worker does with an error that a job threw, whatever calls the job makes. A
 * job is retried if it can succeed later, and also if the kind of error is not known (such as an
 * error of your own database); the queue must limit the attempts. `afterMs` is 30 seconds, doubles
 * with each `attempt` up to 15 minutes, and is never less than the service asked for. A call that
 * may have succeeded is retried, never dropped: collect and receive cannot charge twice.
 *
 * @throws `InvalidInputError` for an `attempt` that is not a whole number from 0.
 * @example
 * ```ts
 * async function work(cdrId: string, attempt: number): Promise<void> {
 *   try {
 *     await client.cdrs.downloadTo(cdrId, `evidence/${cdrId}.png`);
 *   } catch (error) {
 *     const outcome = jobOutcome(error, { attempt });
 *     if (outcome.kind === 'drop') return console.warn(cdrId, 'dropped:', outcome.code);
 *     if (outcome.kind === 'stop') alert(outcome.code, cdrId);
 *     throw error; // the queue tries again
 *   }
 * }
 * ```
 */
export function jobOutcome(error: unknown, options: JobOutcomeOptions = {}): JobOutcome {
  const { attempt = 1 } = checkedOptions(OPTIONS, options);
  return finalOutcome(error) ?? { kind: 'retry', afterMs: waitMs(error, attempt) };
}
