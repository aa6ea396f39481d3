import type { Operation } from '../contract/endpoints.ts';
import type { Clock } from '../platform/clock.ts';
import type { FetchLike } from '../platform/platform.ts';
import type { BaseUrl } from './base-url.ts';
import type { RetryQuota } from './retry-quota.ts';
import type { Trace } from './trace-event.ts';

/** Where the key comes from: a fixed text, or a function that is asked at each call. */
export type KeySource = string | (() => string | Promise<string>);

/** A client's options, checked and complete. */
export interface Settings {
  /** Returns the key's source; throws if there is none. */
  readonly keySource: (operation: Operation) => KeySource;
  /** Texts that no error of any call may show: the key, if it is fixed. */
  readonly secrets: readonly string[];
  /** Returns the base URL; throws if there is none. */
  readonly baseUrl: (operation?: Operation) => BaseUrl;
  /** Additional origins of genuine share links; nothing is sent to them. */
  readonly shareOrigins: ReadonlySet<string>;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
  readonly retryQuota: RetryQuota;
  readonly pendingTimeoutMs: number;
  readonly fetch: FetchLike | undefined;
  readonly clock: Clock;
  readonly trace: Trace | undefined;
  readonly validateReplies: 'warn' | 'throw';
  /** Creates the identifier of a call. */
  readonly newCallId: () => string;
  /** Returns a number from 0 up to 1, for the jitter of back-off. */
  readonly random: () => number;
}
