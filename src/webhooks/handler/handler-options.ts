import type { WebhookEvent } from '../../contract/webhook.ts';
import type { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import type { WebhookInbox } from '../inbox/webhook-inbox.ts';
import type { AgeOptions } from '../signature/check-age.ts';
import type { WebhookSecret } from '../signature/usable-secrets.ts';
import type { WebhookStore } from '../store/webhook-store.ts';

/** What `onEvent` and `onOther` get besides the event. */
export interface WebhookDelivery {
  /** The id by which to de-duplicate the event. */
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
   *   invalid. Answered 503.
   * - `claim`, `complete`: the store failed. Answered 503, or 200 if `complete` found that another
   *   claim has completed the delivery ({@link WebhookClaimLostError}): the event was then handled
   *   twice.
   * - `inbox`: the inbox or its `enqueue` failed. Answered 503.
   * - `event`: `onEvent` or `onOther` failed. Answered 500.
   * - `release`: the store failed after that. Answered 500; the lease then runs out.
   *
   * With a {@link WebhookTimeoutError}, this is the step that hangs, and the answer was 503.
   */
  step: 'body' | 'verify' | 'inbox' | 'claim' | 'event' | 'complete' | 'release';
  /** Set once the delivery has been verified. */
  webhookId?: string;
}

/** The options common to all handlers. */
export interface WebhookHandlerBase extends AgeOptions {
  /**
   * The signing secret from the dashboard; a list or a function during a rotation.
   * Default: the environment variable `CONSENT_EVIDENCE_WEBHOOK_SECRET`. If `secret` is present,
   * even as `undefined`, the variable is not used; `secret: undefined` refuses every delivery.
   */
  secret?: WebhookSecret;
  /** Called with the reason for every refused delivery. Errors that it throws are ignored. */
  onRejected?: ((error: WebhookVerificationError) => unknown) | undefined;
  /**
   * Called with what the inbox, `onEvent`, `onOther`, the store or the `secret` function threw.
   * Errors that it throws are ignored.
   */
  onError?: ((error: unknown, failure: WebhookFailure) => unknown) | undefined;
  /** The maximum size of a body in bytes. Default: 4 MiB; at most 64 MiB. */
  maxBodyBytes?: number | undefined;
  /**
   * How long a body may take to arrive, in milliseconds. Default and maximum: 20,000.
   * `answerWithinMs` applies as well.
   */
  bodyTimeoutMs?: number | undefined;
  /**
   * The time limit for the answer, in milliseconds. If the inbox, the store, `onEvent`, the
   * `secret` function or a hook still hangs by then, the answer is 503. Default: 15,000; at most
   * 20,000, when the service gives up (spec §6.3). The work continues under its claim. `onError`
   * gets a {@link WebhookTimeoutError}, then any later error.
   */
  answerWithinMs?: number | undefined;
}

/**
 * Options of {@link createWebhookHandler}: a store of handled deliveries, and a handler for events.
 * To use an inbox instead, see {@link InboxHandlerOptions}.
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
   * Remembers which deliveries were handled. All processes that receive for one account must share
   * it. `'queue'` means no store: `onEvent` then runs for every attempt of the service, and must
   * put the event on a queue that drops a second job with the same id.
   */
  store: WebhookStore | 'queue';
  /**
   * Handles the event. Once it resolves and the store has saved the id, the delivery is
   * acknowledged for good. If it throws, the service sends the event again. It must be much faster
   * than `answerWithinMs`: put long work on your own queue.
   */
  onEvent: (event: WebhookEvent, delivery: WebhookDelivery) => unknown;
  /**
   * How long a claim lasts without a result, in whole seconds. Default: 25; at most 3,600. It
   * should outlast an attempt (20 s) and end before the next one (30 s later), so that a process
   * that dies costs no attempt.
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
  /** Takes each completed record and enqueues its job; replaces `store` and `onEvent`. */
  inbox: WebhookInbox;
  /**
   * Called with every event other than `cdr.completed`, at least once; the inbox does not take
   * these. Without it, such an event is acknowledged and dropped. No such event is documented
   * (spec §6).
   */
  onOther?: ((event: WebhookEvent, delivery: WebhookDelivery) => unknown) | undefined;
  /** Only for handlers with `onEvent`. */
  store?: undefined;
  /** Only for handlers with `store`: here the inbox takes the events. */
  onEvent?: undefined;
  /** Only for handlers with `store`: an inbox has no leases. */
  leaseSeconds?: undefined;
}
