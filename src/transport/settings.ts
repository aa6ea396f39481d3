import type { Clock } from '../clock.ts';
import type { Operation } from '../contract/endpoints.ts';
import type { FetchLike } from '../platform.ts';
import type { BaseUrl } from './base-url.ts';
import type { Trace } from './trace-event.ts';

/** Where the key comes from: fixed, or asked for at each call. */
export type KeySource = string | (() => string | Promise<string>);

/** A client's options, checked and complete. */
export interface Settings {
  /** The key's source; refuses where there is none. */
  readonly keySource: (operation: Operation) => KeySource;
  /** Texts that no error of any call may show: the key, where it is fixed. */
  readonly secrets: readonly string[];
  /** The base address; refuses where there is none. */
  readonly baseUrl: (operation?: Operation) => BaseUrl;
  /** Further origins on which share links are genuine; nothing is sent to them. */
  readonly shareOrigins: ReadonlySet<string>;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
  readonly pendingTimeoutMs: number;
  readonly fetch: FetchLike | undefined;
  readonly clock: Clock;
  readonly trace: Trace | undefined;
  readonly validateReplies: 'warn' | 'throw';
  /** A new identifier of a call. */
  readonly newCallId: () => string;
  /** 0 up to 1, for the jitter of a back-off. */
  readonly random: () => number;
}
