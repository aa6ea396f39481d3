import type { WebhookEvent } from '../contract/webhook.ts';
import type { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import type { AgeOptions } from './check-age.ts';
import type { WebhookSecret } from './usable-secrets.ts';
import type { WebhookInbox } from './webhook-inbox.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What `onEvent` and `onOther` get besides the event. */
export interface WebhookDelivery {
  /** The id by which the event is de-duplicated. */
  webhookId: string;
  /** When this attempt was signed, in Unix milliseconds. */
  signedAt: number;
  /** Identifies this run and its claim on the id; a store's `transaction` needs it. */
  claimId: string;
}

/** The step of the handler that failed. */
export interface WebhookFailure {
  /**
   * - `body`: the body broke off, or took longer than `bodyTimeoutMs`. Answered 408.
   * - `verify`: the check itself failed: the `secret` function threw, or returned something
   *   invalid. 503.
   * - `claim`, `complete`: the store failed. 503; but 200 where `complete` found that another claim
   *   has completed the delivery ({@link WebhookClaimLostError}), for then it was handled: twice.
   * - `inbox`: the inbox failed, or its `enqueue`. 503.
   * - `event`: `onEvent` failed, or `onOther`. 500.
   * - `release`: the store failed after that. 500; the lease ends by itself.
   *
   * With a {@link WebhookTimeoutError} it is the step that hangs, and the answer was 503.
   */
  step: 'body' | 'verify' | 'inbox' | 'claim' | 'event' | 'complete' | 'release';
  /** Set once the delivery has been verified. */
  webhookId?: string;
}

/** The options of a handler, without the destination of its events. */
export interface WebhookHandlerBase extends AgeOptions {
  /**
   * The signing secret of the dashboard; a list of secrets, or a function, while you replace one.
   * Default: the environment variable `CONSENT_EVIDENCE_WEBHOOK_SECRET`. If `secret` is present,
   * even as `undefined`, the variable is not used; `secret: undefined` refuses every delivery.
   */
  secret?: WebhookSecret;
  /** Gets the reason for every refused delivery. Errors that it throws are ignored. */
  onRejected?: ((error: WebhookVerificationError) => unknown) | undefined;
  /**
   * Gets what the inbox, `onEvent`, `onOther`, the store or the `secret` function threw. Errors
   * that it throws are ignored.
   */
  onError?: ((error: unknown, failure: WebhookFailure) => unknown) | undefined;
  /** The largest body, in bytes; default: 4 MiB, at most 64 MiB. */
  maxBodyBytes?: number | undefined;
  /**
   * How long a body may take to arrive, in milliseconds; default, and at most: 20,000. It never
   * takes longer than `answerWithinMs`.
   */
  bodyTimeoutMs?: number | undefined;
  /**
   * After this many milliseconds from the call, the answer is 503 if anything hangs: the inbox, the
   * store, `onEvent`, the `secret` function or a hook. Default: 15,000; at most 20,000, which is
   * when the service gives up (spec §6.3). The work continues under its claim. `onError` gets a
   * {@link WebhookTimeoutError}, then any later error.
   */
  answerWithinMs?: number | undefined;
}

/**
 * Options of {@link createWebhookHandler}: a store of handled deliveries, and what to do with an
 * event. To use an inbox instead, see {@link InboxHandlerOptions}.
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
export interface WebhookHandlerOptions extends WebhookHandlerBase {
  /**
   * Remembers what was handled; shared by all processes that receive for one account. `'queue'`: no
   * store at all. Then `onEvent` runs for every attempt of the service, and must put the event on a
   * queue that drops a second job with the same id.
   */
  store: WebhookStore | 'queue';
  /**
   * Handles the event. Once it resolves and the store has saved the id, the delivery is
   * acknowledged for good. If it throws, the service sends the event again. It must be much faster
   * than `answerWithinMs`: put long work on your own queue.
   */
  onEvent: (event: WebhookEvent, delivery: WebhookDelivery) => unknown;
  /**
   * How long a claim lasts without a result, in whole seconds; default: 25, at most 3,600. It
   * should outlast an attempt (20 s) and end before the next one (30 s later), so that the death of
   * a process costs no attempt.
   */
  leaseSeconds?: number | undefined;
  /** Instead of `store` and `onEvent`: see {@link InboxHandlerOptions}. */
  inbox?: undefined;
}

/**
 * Options of {@link createWebhookHandler} with an inbox, which puts each completed record on your
 * own queue once.
 *
 * @example
 * ```ts
 * const options: InboxHandlerOptions = { secret, inbox };
 * ```
 */
export interface InboxHandlerOptions extends WebhookHandlerBase {
  /** Instead of `store` and `onEvent`: takes each completed record and enqueues its job. */
  inbox: WebhookInbox;
  /**
   * Gets every event that is not `cdr.completed`, at least once; the inbox does not take these.
   * Without it such an event is acknowledged and dropped; none is documented (spec §6).
   */
  onOther?: ((event: WebhookEvent, delivery: WebhookDelivery) => unknown) | undefined;
  /** Goes with `onEvent`. */
  store?: undefined;
  /** Goes with `store`: the inbox takes the events. */
  onEvent?: undefined;
  /** Goes with `store`: an inbox has no leases. */
  leaseSeconds?: undefined;
}
