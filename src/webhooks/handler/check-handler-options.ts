import { WEBHOOK_ATTEMPT_TIMEOUT_MS, WEBHOOK_WINDOW_MS } from '../../contract/limits.ts';
import { InvalidInputError, invalidInput } from '../../errors/invalid-input-error.ts';
import { asRead } from '../../options/as-read.ts';
import type { Issue } from '../../options/issue.ts';
import { tolerancesOf } from '../signature/check-age.ts';
import { LEASE_SECONDS } from '../store/lease.ts';
import { NO_STORE } from '../store/no-store.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type {
  InboxHandlerOptions,
  WebhookHandlerBase,
  WebhookHandlerOptions,
} from './handler-options.ts';

const BASE_NAMES = [
  'secret',
  'onRejected',
  'onError',
  'maxBodyBytes',
  'bodyTimeoutMs',
  'answerWithinMs',
  'toleranceSeconds',
  'futureToleranceSeconds',
  'now',
] as const satisfies readonly (keyof WebhookHandlerBase)[];

const STORE_NAMES = [
  'store',
  'onEvent',
  'leaseSeconds',
] as const satisfies readonly (keyof WebhookHandlerOptions)[];

const INBOX_NAMES = ['inbox', 'onOther'] as const satisfies readonly (keyof InboxHandlerOptions)[];

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

type Members = Readonly<Record<string, unknown>>;

/** `expected`: a function, unless it says something else. */
type Check = readonly [path: string, fits: boolean, expected?: string];

function wholeNumber(path: string, value: unknown, most: number): Check {
  const number = value as number;
  const fits = Number.isInteger(number) && number >= 1 && number <= most;
  return [path, fits, `a whole number from 1 to ${most}`];
}

function functionAt(path: string, value: unknown): Check {
  return [path, typeof value === 'function'];
}

function hook(path: string, value: unknown): Check {
  return [path, value === undefined || typeof value === 'function'];
}

function checksOf(options: CheckedHandlerOptions): Check[] {
  const base = [
    hook('onRejected', options.onRejected),
    hook('onError', options.onError),
    functionAt('now', options.now),
    wholeNumber('maxBodyBytes', options.maxBodyBytes, MAX_BODY_BYTES_MOST),
    wholeNumber('bodyTimeoutMs', options.bodyTimeoutMs, WEBHOOK_ATTEMPT_TIMEOUT_MS),
    wholeNumber('answerWithinMs', options.answerWithinMs, WEBHOOK_ATTEMPT_TIMEOUT_MS),
  ];
  if (options.inbox !== undefined) {
    const inbox = options.inbox as unknown as Members | null;
    return [functionAt('inbox.take', inbox?.['take']), hook('onOther', options.onOther), ...base];
  }
  const store = options.store as unknown as Members | undefined;
  return [
    ...['claim', 'complete', 'release'].map((name) => functionAt(`store.${name}`, store?.[name])),
    functionAt('onEvent', options.onEvent),
    ...base,
    wholeNumber('leaseSeconds', options.leaseSeconds, WEBHOOK_WINDOW_MS / 1000),
  ];
}

/**
 * Finds unknown options: a misspelt tolerance or hook would have no effect. An option of the other
 * kind may be `undefined`.
 */
function unknownNames(given: object, known: readonly string[], all: readonly string[]): Issue[] {
  const names = Object.keys(given).filter(
    (name) => !(given[name as keyof typeof given] === undefined ? all : known).includes(name),
  );
  return names.slice(0, 20).map((name) => ({
    path: name.slice(0, 100),
    message: `is not a known option; expected ${known.join(', ')}`,
  }));
}

/** Fills in defaults and rejects invalid options before any delivery arrives. */
export function checkHandlerOptions(
  given: WebhookHandlerOptions | InboxHandlerOptions,
): CheckedHandlerOptions {
  if (typeof given !== 'object' || (given as unknown) === null) {
    throw invalidInput('options', 'expected an object');
  }
  const all = [...STORE_NAMES, ...INBOX_NAMES, ...BASE_NAMES];
  const options = asRead(given, all);
  options.maxBodyBytes ??= MAX_BODY_BYTES_DEFAULT;
  options.bodyTimeoutMs ??= WEBHOOK_ATTEMPT_TIMEOUT_MS;
  options.answerWithinMs ??= ANSWER_WITHIN_MS_DEFAULT;
  options.now ??= Date.now;
  if (options.inbox === undefined) {
    options.leaseSeconds ??= LEASE_SECONDS;
    if (options.store === 'queue') options.store = NO_STORE;
  }
  const checked = options as CheckedHandlerOptions;
  const issues = checksOf(checked).flatMap(([path, ok, expected = 'a function']) =>
    ok ? [] : [{ path, message: `expected ${expected}` }],
  );
  const own = options.inbox === undefined ? STORE_NAMES : INBOX_NAMES;
  issues.push(...unknownNames(options, [...own, ...BASE_NAMES], all));
  if (issues.length > 0) throw new InvalidInputError(issues);
  tolerancesOf(options);
  return checked;
}
