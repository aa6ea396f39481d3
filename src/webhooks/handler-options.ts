import type { Issue } from '../contract/issue.ts';
import { WEBHOOK_ATTEMPT_TIMEOUT_MS, WEBHOOK_WINDOW_MS } from '../contract/limits.ts';
import type { WebhookEvent } from '../contract/webhook.ts';
import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import type { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { type AgeOptions, checkTolerance } from './check-age.ts';
import { LEASE_SECONDS } from './lease.ts';
import type { WebhookSecret } from './usable-secrets.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What `onEvent` is told beside the event. */
export interface WebhookDelivery {
  /** What the event is de-duplicated by. */
  webhookId: string;
  /** When this attempt was signed, in Unix milliseconds. */
  signedAt: number;
  /** Names this run's claim on the id: a store's `transaction` asks for it. */
  claimId: string;
}

/** Where in the handler something failed. */
export interface WebhookFailure {
  /**
   * - `body`: the body broke off, or took longer than `bodyTimeoutMs`. Answered 408.
   * - `verify`: the check itself failed: the `secret` function threw, or gave nonsense. 503.
   * - `claim`, `complete`: the store failed. 503; but 200 where `complete` found that another claim
   *   has completed the delivery ({@link WebhookClaimLostError}), for then it was handled: twice.
   * - `event`: `onEvent` failed. 500.
   * - `release`: the store failed after that. 500; the lease ends by itself.
   *
   * With a {@link WebhookTimeoutError} it is the step that hangs, and the answer was 503.
   */
  step: 'body' | 'verify' | 'claim' | 'event' | 'complete' | 'release';
  /** Known once the delivery was verified. */
  webhookId?: string;
}

/**
 * What {@link createWebhookHandler} is made of.
 *
 * @example
 * ```ts
 * const options: WebhookHandlerOptions = {
 *   secret: () => vault.get('webhook-secret'),
 *   store: memoryStore(),
 *   onEvent: async (event) => queue.add(event.webhookId),
 * };
 * ```
 */
export interface WebhookHandlerOptions extends AgeOptions {
  /**
   * The signing secret of the dashboard; a list of them, or a function, while one is replaced.
   * Default: the environment variable `CONSENT_EVIDENCE_WEBHOOK_SECRET`. It is not looked at where
   * `secret` is named, `secret: undefined` included, which refuses every delivery.
   */
  secret?: WebhookSecret;
  /** Remembers what was handled; shared by all processes that receive for one account. */
  store: WebhookStore;
  /**
   * Takes the event in. Once it resolves, and the store knows it, the delivery is acknowledged for
   * good; where it throws, the service sends the event again. Keep it far below `answerWithinMs`:
   * put long work on a queue of your own.
   */
  onEvent: (event: WebhookEvent, delivery: WebhookDelivery) => unknown;
  /** Gets the reason of every delivery that was refused. What it throws is ignored. */
  onRejected?: ((error: WebhookVerificationError) => unknown) | undefined;
  /** Gets what `onEvent`, the store or the `secret` function threw. What it throws is ignored. */
  onError?: ((error: unknown, failure: WebhookFailure) => unknown) | undefined;
  /** The most bytes of a body; 4 MiB when left out, 64 MiB at most. */
  maxBodyBytes?: number | undefined;
  /**
   * How long a body may take to arrive, in milliseconds; default, and at most: 20,000. It never
   * takes longer than `answerWithinMs`.
   */
  bodyTimeoutMs?: number | undefined;
  /**
   * After so many milliseconds, counted from the call, the answer is 503 whatever hangs: the store,
   * `onEvent`, the `secret` function or a hook; default: 15,000, at most 20,000, which is when the
   * service gives up (spec §6.3). The work goes on under its claim, and `onError` gets a
   * {@link WebhookTimeoutError}, then whatever fails later.
   */
  answerWithinMs?: number | undefined;
  /**
   * How long a claim holds without an answer, in whole seconds; default: 25, at most 3,600. It
   * should outlast an attempt (20 s) and end before the next one (30 s later), so that the death of
   * a process costs no attempt.
   */
  leaseSeconds?: number | undefined;
}

const OPTION_NAMES = [
  'secret',
  'store',
  'onEvent',
  'onRejected',
  'onError',
  'maxBodyBytes',
  'bodyTimeoutMs',
  'answerWithinMs',
  'leaseSeconds',
  'toleranceSeconds',
  'futureToleranceSeconds',
  'now',
] as const satisfies readonly (keyof WebhookHandlerOptions)[];

const MAX_BODY_BYTES_DEFAULT = 4 * 1024 * 1024;
const MAX_BODY_BYTES_MOST = 64 * 1024 * 1024;
const ANSWER_WITHIN_MS_DEFAULT = 15_000;
const LEASE_SECONDS_MOST = WEBHOOK_WINDOW_MS / 1000;

/** The same, with what was left out filled in. */
export interface CheckedHandlerOptions extends WebhookHandlerOptions {
  maxBodyBytes: number;
  bodyTimeoutMs: number;
  answerWithinMs: number;
  leaseSeconds: number;
  now: () => number;
}

function wholeNumber(
  path: string,
  value: unknown,
  most: number,
): readonly [string, boolean, string] {
  const fits = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return [path, fits, `a whole number from 1 to ${most}`];
}

function issuesOf(options: CheckedHandlerOptions): Issue[] {
  const { store, onEvent, onRejected, onError, now } = options;
  const methods: Partial<WebhookStore> | null | undefined = store;
  const fits: readonly (readonly [path: string, fits: boolean, expected: string])[] = [
    ...(['claim', 'complete', 'release'] as const).map(
      (name) => [`store.${name}`, typeof methods?.[name] === 'function', 'a function'] as const,
    ),
    ['onEvent', typeof onEvent === 'function', 'a function'],
    ['onRejected', onRejected === undefined || typeof onRejected === 'function', 'a function'],
    ['onError', onError === undefined || typeof onError === 'function', 'a function'],
    ['now', typeof now === 'function', 'a function'],
    wholeNumber('maxBodyBytes', options.maxBodyBytes, MAX_BODY_BYTES_MOST),
    wholeNumber('bodyTimeoutMs', options.bodyTimeoutMs, WEBHOOK_ATTEMPT_TIMEOUT_MS),
    wholeNumber('answerWithinMs', options.answerWithinMs, WEBHOOK_ATTEMPT_TIMEOUT_MS),
    wholeNumber('leaseSeconds', options.leaseSeconds, LEASE_SECONDS_MOST),
  ];
  // A misspelt tolerance or hook would be none.
  const unknown = Object.keys(options).filter((name) => !OPTION_NAMES.includes(name as never));
  return [
    ...fits.flatMap(([path, ok, expected]) =>
      ok ? [] : [{ path, message: `expected ${expected}` }],
    ),
    ...unknown.slice(0, 20).map((name) => ({
      path: name.slice(0, 100),
      message: `is not an option; expected ${OPTION_NAMES.join(', ')}`,
    })),
  ];
}

/** Fills in what was left out and refuses what makes no sense, before any delivery arrives. */
export function checkHandlerOptions(options: WebhookHandlerOptions): CheckedHandlerOptions {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw invalidInput('options', 'expected an object');
  }
  const checked = {
    ...options,
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES_DEFAULT,
    bodyTimeoutMs: options.bodyTimeoutMs ?? WEBHOOK_ATTEMPT_TIMEOUT_MS,
    answerWithinMs: options.answerWithinMs ?? ANSWER_WITHIN_MS_DEFAULT,
    leaseSeconds: options.leaseSeconds ?? LEASE_SECONDS,
    now: options.now ?? Date.now,
  };
  const issues = issuesOf(checked);
  if (issues.length > 0) throw new InvalidInputError(issues);
  checkTolerance('toleranceSeconds', options.toleranceSeconds);
  checkTolerance('futureToleranceSeconds', options.futureToleranceSeconds);
  return checked;
}
