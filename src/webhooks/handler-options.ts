import type { WebhookEvent } from '../contract/webhook.ts';
import type { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import type { AgeOptions } from './check-age.ts';
import type { WebhookSecret } from './usable-secrets.ts';
import type { WebhookInbox } from './webhook-inbox.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What `onEvent` and `onOther` are told beside the event. */
export interface WebhookDelivery {
  /** What the event is de-duplicated by. */
  webhookId: string;
  /** When this attempt was signed, in Unix milliseconds. */
  signedAt: number;
  /** Names this run, and its claim on the id: a store's `transaction` asks for it. */
  claimId: string;
}

/** Where in the handler something failed. */
export interface WebhookFailure {
  /**
   * - `body`: the body broke off, or took longer than `bodyTimeoutMs`. Answered 408.
   * - `verify`: the check itself failed: the `secret` function threw, or gave nonsense. 503.
   * - `claim`, `complete`: the store failed. 503; but 200 where `complete` found that another claim
   *   has completed the delivery ({@link WebhookClaimLostError}), for then it was handled: twice.
   * - `inbox`: the inbox failed, or its `enqueue`. 503.
   * - `event`: `onEvent` failed, or `onOther`. 500.
   * - `release`: the store failed after that. 500; the lease ends by itself.
   *
   * With a {@link WebhookTimeoutError} it is the step that hangs, and the answer was 503.
   */
  step: 'body' | 'verify' | 'inbox' | 'claim' | 'event' | 'complete' | 'release';
  /** Known once the delivery was verified. */
  webhookId?: string;
}

/** What a handler takes besides the place where its events go. */
export interface WebhookHandlerBase extends AgeOptions {
  /**
   * The signing secret of the dashboard; a list of them, or a function, while one is replaced.
   * Default: the environment variable `CONSENT_EVIDENCE_WEBHOOK_SECRET`. It is not looked at where
   * `secret` is named, `secret: undefined` included, which refuses every delivery.
   */
  secret?: WebhookSecret;
  /** Gets the reason of every delivery that was refused. What it throws is ignored. */
  onRejected?: ((error: WebhookVerificationError) => unknown) | undefined;
  /**
   * Gets what the inbox, `onEvent`, `onOther`, the store or the `secret` function threw. What it
   * throws is ignored.
   */
  onError?: ((error: unknown, failure: WebhookFailure) => unknown) | undefined;
  /** The most bytes of a body; 4 MiB when left out, 64 MiB at most. */
  maxBodyBytes?: number | undefined;
  /**
   * How long a body may take to arrive, in milliseconds; default, and at most: 20,000. It never
   * takes longer than `answerWithinMs`.
   */
  bodyTimeoutMs?: number | undefined;
  /**
   * After so many milliseconds, counted from the call, the answer is 503 whatever hangs: the inbox,
   * the store, `onEvent`, the `secret` function or a hook; default: 15,000, at most 20,000, which is
   * when the service gives up (spec §6.3). The work goes on under its claim, and `onError` gets a
   * {@link WebhookTimeoutError}, then whatever fails later.
   */
  answerWithinMs?: number | undefined;
}

/**
 * What {@link createWebhookHandler} is made of: a store of what was handled, and what is to be done
 * with an event. With an inbox instead: {@link InboxHandlerOptions}.
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
   * store at all. Then `onEvent` runs for every attempt of the service, and must hand the event to a
   * queue that drops a second job with the same id.
   */
  store: WebhookStore | 'queue';
  /**
   * Takes the event in. Once it resolves, and the store knows it, the delivery is acknowledged for
   * good; where it throws, the service sends the event again. Keep it far below `answerWithinMs`:
   * put long work on a queue of your own.
   */
  onEvent: (event: WebhookEvent, delivery: WebhookDelivery) => unknown;
  /**
   * How long a claim holds without an answer, in whole seconds; default: 25, at most 3,600. It
   * should outlast an attempt (20 s) and end before the next one (30 s later), so that the death of
   * a process costs no attempt.
   */
  leaseSeconds?: number | undefined;
  /** In place of `store` and `onEvent`: see {@link InboxHandlerOptions}. */
  inbox?: undefined;
}

/**
 * What {@link createWebhookHandler} is made of where an inbox hands each completed record to your own
 * queue, once.
 *
 * @example
 * ```ts
 * const options: InboxHandlerOptions = { secret, inbox };
 * ```
 */
export interface InboxHandlerOptions extends WebhookHandlerBase {
  /** In place of `store` and `onEvent`: takes each completed record and enqueues its job. */
  inbox: WebhookInbox;
  /**
   * Gets every event that is not `cdr.completed`, which the inbox does not take: at least once.
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
