import type { Issue } from '../contract/issue.ts';
import { WEBHOOK_ATTEMPT_TIMEOUT_MS, WEBHOOK_WINDOW_MS } from '../contract/limits.ts';
import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import { checkTolerance } from './check-age.ts';
import type {
  InboxHandlerOptions,
  WebhookHandlerBase,
  WebhookHandlerOptions,
} from './handler-options.ts';
import { LEASE_SECONDS } from './lease.ts';
import { NO_STORE } from './no-store.ts';
import type { WebhookStore } from './webhook-store.ts';

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

const OWN_NAMES = {
  store: ['store', 'onEvent', 'leaseSeconds'],
  inbox: ['inbox', 'onOther'],
} as const satisfies Record<
  string,
  readonly (keyof WebhookHandlerOptions | keyof InboxHandlerOptions)[]
>;

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

type Check = readonly [path: string, fits: boolean, expected: string];

function wholeNumber(path: string, value: unknown, most: number): Check {
  const fits = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return [path, fits, `a whole number from 1 to ${most}`];
}

function functionAt(path: string, value: unknown): Check {
  return [path, typeof value === 'function', 'a function'];
}

function hook(path: string, value: unknown): Check {
  return [path, value === undefined || typeof value === 'function', 'a function'];
}

function methods(path: string, object: unknown, names: readonly string[]): Check[] {
  const members = object as Readonly<Record<string, unknown>> | null | undefined;
  return names.map((name) => functionAt(`${path}.${name}`, members?.[name]));
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
    return [
      ...methods('inbox', options.inbox, ['take']),
      hook('onOther', options.onOther),
      ...base,
    ];
  }
  return [
    ...methods('store', options.store, ['claim', 'complete', 'release']),
    functionAt('onEvent', options.onEvent),
    ...base,
    wholeNumber('leaseSeconds', options.leaseSeconds, WEBHOOK_WINDOW_MS / 1000),
  ];
}

/**
 * Finds unknown options: a misspelt tolerance or hook would have no effect. An option of the other
 * kind may be `undefined`.
 */
function unknownNames(given: object, kind: keyof typeof OWN_NAMES): Issue[] {
  const known: readonly string[] = [...OWN_NAMES[kind], ...BASE_NAMES];
  const all: readonly string[] = [...OWN_NAMES.store, ...OWN_NAMES.inbox, ...BASE_NAMES];
  const names = Object.entries(given).flatMap(([name, value]) =>
    known.includes(name) || (value === undefined && all.includes(name)) ? [] : [name],
  );
  return names.slice(0, 20).map((name) => ({
    path: name.slice(0, 100),
    message: `is not a known option; expected ${known.join(', ')}`,
  }));
}

/** Fills in defaults and rejects invalid options before any delivery arrives. */
export function checkHandlerOptions(
  options: WebhookHandlerOptions | InboxHandlerOptions,
): CheckedHandlerOptions {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw invalidInput('options', 'expected an object');
  }
  const base = {
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES_DEFAULT,
    bodyTimeoutMs: options.bodyTimeoutMs ?? WEBHOOK_ATTEMPT_TIMEOUT_MS,
    answerWithinMs: options.answerWithinMs ?? ANSWER_WITHIN_MS_DEFAULT,
    now: options.now ?? Date.now,
  };
  const checked: CheckedHandlerOptions =
    options.inbox === undefined
      ? {
          ...options,
          ...base,
          store: options.store === 'queue' ? NO_STORE : options.store,
          leaseSeconds: options.leaseSeconds ?? LEASE_SECONDS,
        }
      : { ...options, ...base };
  const issues = checksOf(checked).flatMap(([path, ok, expected]) =>
    ok ? [] : [{ path, message: `expected ${expected}` }],
  );
  issues.push(...unknownNames(options, options.inbox === undefined ? 'store' : 'inbox'));
  if (issues.length > 0) throw new InvalidInputError(issues);
  checkTolerance('toleranceSeconds', options.toleranceSeconds);
  checkTolerance('futureToleranceSeconds', options.futureToleranceSeconds);
  return checked;
}
