import { WEBHOOK_ATTEMPT_TIMEOUT_MS, WEBHOOK_WINDOW_MS } from '../../contract/limits.ts';
import { checkedOptions } from '../../errors/checked-options.ts';
import {
  anything,
  callback,
  excludedBy,
  type Kind,
  objectWith,
  orValue,
  required,
  told,
  wholeNumber,
} from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import { AGE_OPTIONS } from '../signature/check-age.ts';
import { LEASE_SECONDS } from '../store/lease.ts';
import { NO_STORE } from '../store/no-store.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type {
  InboxHandlerOptions,
  WebhookHandlerBase,
  WebhookHandlerOptions,
} from './handler-options.ts';

const MAX_BODY_BYTES_DEFAULT = 4 * 1024 * 1024;
const MAX_BODY_BYTES_MOST = 64 * 1024 * 1024;
const ANSWER_WITHIN_MS_DEFAULT = 15_000;

/** The common options, with defaults filled in. */
interface CheckedBase extends WebhookHandlerBase {
  maxBodyBytes: number;
  bodyTimeoutMs: number;
  answerWithinMs: number;
  now: () => number;
}

/** A handler's options with a store; `'queue'` is replaced by a store that remembers nothing. */
export interface CheckedStoreOptions
  extends CheckedBase,
    Pick<WebhookHandlerOptions, 'onEvent' | 'inbox'> {
  store: WebhookStore;
  leaseSeconds: number;
}

/** A handler's options with an inbox. */
export type CheckedInboxOptions = CheckedBase & Pick<InboxHandlerOptions, 'inbox' | 'onOther'>;

/** The validated options of a handler, with defaults filled in. */
export type CheckedHandlerOptions = CheckedStoreOptions | CheckedInboxOptions;

const withinAnAttempt = (): Kind => wholeNumber(1, WEBHOOK_ATTEMPT_TIMEOUT_MS, 'milliseconds');

const BASE = (): OptionTable<WebhookHandlerBase> => ({
  secret: anything, // looked at with each delivery: a build without secrets can load the module
  onRejected: told,
  onError: told,
  maxBodyBytes: wholeNumber(1, MAX_BODY_BYTES_MOST, 'bytes'),
  bodyTimeoutMs: withinAnAttempt(),
  answerWithinMs: withinAnAttempt(),
  ...AGE_OPTIONS(),
});

const storeKind = (): Kind =>
  objectWith('a store with claim(), complete() and release()', 'claim', 'complete', 'release');

const WITH_STORE = (): OptionTable<WebhookHandlerOptions> => ({
  store: required(orValue('queue', storeKind())),
  onEvent: required(callback),
  leaseSeconds: wholeNumber(1, WEBHOOK_WINDOW_MS / 1000, 'seconds'),
  inbox: excludedBy('"store"'),
  ...BASE(),
});

const WITH_INBOX = (): OptionTable<InboxHandlerOptions> => ({
  inbox: required(objectWith('an inbox: sqliteInbox(…) or postgresInbox(…)', 'take')),
  onOther: callback,
  store: excludedBy('"inbox"'),
  onEvent: excludedBy('"inbox"'),
  leaseSeconds: excludedBy('"inbox"'),
  ...BASE(),
});

/** Fills in defaults and rejects invalid options before any delivery arrives. */
export function checkHandlerOptions(
  given: WebhookHandlerOptions | InboxHandlerOptions,
): CheckedHandlerOptions {
  const { inbox } = ((given as unknown) ?? {}) as Partial<InboxHandlerOptions>;
  const options =
    inbox === undefined
      ? checkedOptions(WITH_STORE, given as WebhookHandlerOptions)
      : checkedOptions(WITH_INBOX, given as InboxHandlerOptions);
  options.maxBodyBytes ??= MAX_BODY_BYTES_DEFAULT;
  options.bodyTimeoutMs ??= WEBHOOK_ATTEMPT_TIMEOUT_MS;
  options.answerWithinMs ??= ANSWER_WITHIN_MS_DEFAULT;
  options.now ??= Date.now;
  if (options.inbox === undefined) {
    options.leaseSeconds ??= LEASE_SECONDS;
    if (options.store === 'queue') options.store = NO_STORE;
  }
  return options as CheckedHandlerOptions;
}
