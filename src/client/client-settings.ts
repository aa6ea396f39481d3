import { checkedOptions } from '../errors/checked-options.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { callback, clockKind, flag, kindOf, oneOf, saidBy, told } from '../options/kinds.ts';
import { type OptionTable, optionsAsRead, tableOf } from '../options/option-table.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/platform.ts';
import { apiKeyProblem, keySecrets } from '../transport/api-key.ts';
import { BaseUrlProblem, parseBaseUrl } from '../transport/base-url.ts';
import { limitKinds, pendingTimeKind } from '../transport/call-options.ts';
import { callIds } from '../transport/progress.ts';
import { RetryQuota } from '../transport/retry-quota.ts';
import type { Settings } from '../transport/settings.ts';
import { shareOriginIssues, shareOriginsOf } from '../transport/share-origins.ts';
import type { TraceEvent } from '../transport/trace-event.ts';
import { clientAccess } from './client-access.ts';
import { withDebugLog } from './debug-log.ts';

/**
 * The configuration of a client. Everything is optional: if left out, the key and the base URL are
 * read from the environment at each call.
 *
 * @example
 * ```ts
 * const options: ConsentEvidenceOptions = {
 *   apiKey: async () => vault.get('consent-evidence'),
 *   baseUrl: 'https://api.example.com',
 *   deadlineMs: 10_000,
 *   trace: ({ type, operation, status }) => console.log(type, operation, status),
 * };
 * ```
 */
export interface ConsentEvidenceOptions {
  /**
   * `<key_id>.<secret>` (spec §5), or a function that is called for each call, and once again after
   * a 401. Default: the environment variable `CONSENT_EVIDENCE_API_KEY`, unless `baseUrl` has another
   * origin than the environment's `CONSENT_EVIDENCE_BASE_URL`, to which that key belongs.
   */
  apiKey?: string | (() => string | Promise<string>) | undefined;
  /**
   * The API's base URL, without `/v1`; a path prefix and a trailing slash both work. Default: the
   * environment variable `CONSENT_EVIDENCE_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * Additional origins of genuine share links, such as `https://api.example.com`: behind a gateway,
   * links do not point to `baseUrl`. Only the token is taken from such a link; nothing is ever sent
   * to its origin. Default: none.
   */
  shareOrigins?: readonly string[] | undefined;
  /**
   * The limit for each attempt, until the last byte of the body is read. Default: 30,000
   * milliseconds.
   */
  timeoutMs?: number | undefined;
  /** The limit for a whole call, in milliseconds: attempts, back-off and waits. Default: none. */
  deadlineMs?: number | undefined;
  /** The maximum number of retries, made only if retrying is safe. Default: 2. */
  maxRetries?: number | undefined;
  /**
   * Tokens that the calls of this client and its `withOptions` copies share: a retry costs 5, a success
   * gives 1 back, and without 5 left a call ends with its first failure and `retryQuotaExhausted`. So a
   * fleet does not multiply an outage. Waiting out `CDR_PENDING` costs nothing. `Infinity`: no quota.
   * Default: 500.
   */
  retryQuota?: number | undefined;
  /**
   * How long `shares.receive` waits while the answer is `CDR_PENDING`. 0 means no waiting. Default:
   * 60,000 milliseconds.
   */
  pendingTimeoutMs?: number | undefined;
  /**
   * Sends the requests. Called as a plain function, with a URL and an init. Default:
   * `globalThis.fetch`.
   */
  fetch?: FetchLike | undefined;
  /** The source of time. Default: real time. */
  clock?: Clock | undefined;
  /**
   * Returns numbers from 0 up to 1, for what must differ between two processes: the jitter of
   * back-off and a part of each `callId`. Default: `Math.random`.
   */
  random?: (() => number) | undefined;
  /**
   * Receives each step of each call, never with a key, a token, a body or a signed URL. With the
   * environment variable `CONSENT_EVIDENCE_LOG=debug`, the same steps are also printed to stderr,
   * whether or not `trace` is set.
   */
  trace?: ((event: TraceEvent) => void) | undefined;
  /**
   * What to do if a reply differs from the documentation: `'warn'` (the default) emits a trace
   * event, `'throw'` throws an `UnexpectedReplyError`. Fields that a call cannot do without are
   * always checked.
   */
  validateReplies?: 'warn' | 'throw' | undefined;
  /** Allows `http://` for hosts other than loopback. The key is then sent in plain text. */
  allowInsecureHttp?: boolean | undefined;
  /**
   * Allows use in a browser. Anyone can read the key there, and the API does not answer browsers
   * (spec §1).
   */
  allowBrowser?: boolean | undefined;
}

const OPTIONS = (): OptionTable<ConsentEvidenceOptions> => ({
  apiKey: saidBy('<key_id>.<secret>, or a function that returns it', (apiKey) =>
    typeof apiKey === 'function' ? undefined : apiKeyProblem(apiKey),
  ),
  baseUrl: kindOf('a string', (value) => typeof value === 'string'),
  shareOrigins: kindOf('a list of origins', Array.isArray),
  ...limitKinds(),
  retryQuota: kindOf('a whole number of tokens, at least 0, or Infinity', (value) => {
    return (
      value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 0)
    );
  }),
  pendingTimeoutMs: pendingTimeKind(),
  fetch: callback,
  clock: clockKind,
  random: callback,
  trace: told,
  validateReplies: oneOf('warn', 'throw'),
  allowInsecureHttp: flag,
  allowBrowser: flag,
});

/** Which URLs are allowed is set by another option. */
function urlIssues({ baseUrl, shareOrigins, allowInsecureHttp }: ConsentEvidenceOptions): Issue[] {
  const isHttpAllowed = allowInsecureHttp === true;
  const issues = shareOriginIssues(shareOrigins, isHttpAllowed);
  const parsed = typeof baseUrl === 'string' ? parseBaseUrl(baseUrl, isHttpAllowed) : undefined;
  if (!(parsed instanceof BaseUrlProblem)) return issues;
  return [{ path: 'baseUrl', message: parsed.message }, ...issues];
}

/** Copies the options as they are read, so that what happens to the object later changes nothing. */
export function givenOptions(options: ConsentEvidenceOptions): ConsentEvidenceOptions {
  const given = options as unknown;
  if (typeof given !== 'object' || given === null) {
    throw invalidInput('options', 'expected an object');
  }
  return optionsAsRead(tableOf(OPTIONS), options);
}

/** Checks a client's options and fills in the defaults. */
export function clientSettings(given: ConsentEvidenceOptions): Settings {
  const options = checkedOptions(OPTIONS, given, { also: urlIssues });
  const { random = Math.random } = options;
  return {
    secrets: typeof options.apiKey === 'string' ? keySecrets(options.apiKey) : [],
    ...clientAccess(options),
    shareOrigins: shareOriginsOf(options.shareOrigins),
    timeoutMs: options.timeoutMs ?? 30_000,
    deadlineMs: options.deadlineMs ?? Number.POSITIVE_INFINITY,
    maxRetries: options.maxRetries ?? 2,
    retryQuota: new RetryQuota(options.retryQuota ?? 500),
    pendingTimeoutMs: options.pendingTimeoutMs ?? 60_000,
    fetch: options.fetch,
    clock: options.clock ?? systemClock,
    trace: withDebugLog(options.trace),
    validateReplies: options.validateReplies ?? 'warn',
    newCallId: callIds(random),
    random,
  };
}
