import type { CallError } from '../errors/consent-evidence-error.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { abortable } from './abortable.ts';
import { CallKey } from './api-key.ts';
import { armed, attempt, type Ending, type Limits } from './attempt.ts';
import { askedMsOf, CallFailures, type Cut, type Failed } from './call-failures.ts';
import type { CallOptions } from './call-options.ts';
import { nextWait, type Wait } from './next-wait.ts';
import type { Answer, Outgoing, Send, Session } from './outgoing.ts';
import type { AttemptResult } from './parsed-reply.ts';
import { Progress } from './progress.ts';
import { Redactor } from './redact.ts';
import { Reporter } from './reporter.ts';
import type { Settings } from './settings.ts';
import { USER_AGENT } from './user-agent.ts';

type Good<T> = Extract<AttemptResult<T>, { kind: 'value' }>;

/** Says of an error that the call would have been repeated, had there been tokens. */
function quotaEnded(error: CallError): CallError {
  error.message += '; it was not repeated, because the retryQuota of this client is used up';
  return Object.assign(error, { retryQuotaExhausted: true });
}

/** One call: its attempts, the waits between them, and how it ends. */
class Call<T> {
  readonly #settings: Settings;
  readonly #outgoing: Outgoing<T>;
  readonly #signal: WebAbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #progress: Progress;
  readonly #url: string;
  readonly #key: CallKey;
  /** Present only if there is a trace. */
  readonly #reporter: Reporter | undefined;
  /** When the attempt in hand began, in milliseconds of the call. */
  #beganMs = 0;

  constructor(
    settings: Settings,
    outgoing: Outgoing<T>,
    options: CallOptions,
    session: Session | undefined,
  ) {
    const { operation, target, needsKey } = outgoing;
    this.#settings = settings;
    this.#outgoing = outgoing;
    this.#signal = options.signal;
    this.#timeoutMs = options.timeoutMs ?? settings.timeoutMs;
    this.#maxRetries = options.maxRetries ?? settings.maxRetries;
    const deadlineMs = options.deadlineMs ?? settings.deadlineMs;
    this.#progress = new Progress(settings, deadlineMs, session, outgoing);
    const { trace, clock } = settings;
    if (trace !== undefined) {
      const mask = (text: string): string => new Redactor(this.#secrets).text(text);
      const told = { trace, clock };
      this.#reporter = new Reporter(told, operation, this.#progress, mask, options.label);
    }
    if (target.startsWith('/')) {
      const { origin, prefix } = settings.baseUrl(operation);
      this.#url = `${origin}${prefix}${target}`;
    } else {
      this.#url = target;
    }
    this.#key = new CallKey(needsKey ? settings.keySource(operation) : undefined);
  }

  async run(): Promise<Answer<T>> {
    this.#reporter?.started(this.#outgoing, this.#url);
    try {
      const taken = this.#key.take(this.#ask);
      this.#begin(taken instanceof Promise ? await taken : taken);
      const result = await this.#result();
      const { callId, attempts, doubt } = this.#progress;
      const { value: data, requestId, status, response } = result;
      const replayPossible = doubt;
      const answer = { data, callId, requestId, status, response, attempts, replayPossible };
      if (this.#outgoing.finish !== undefined) await this.#outgoing.finish(answer);
      this.#reporter?.succeeded(result);
      return answer;
    } catch (error) {
      this.#reporter?.failed(error);
      throw error;
    }
  }

  /** Repeats the attempt until one succeeds, or the retry rule of the operation says to give up. */
  async #result(): Promise<Good<T>> {
    const { clock, random } = this.#settings;
    let last: Error | undefined;
    for (;;) {
      const result = await this.#attempt(last);
      this.#reporter?.tell(
        { type: 'attempt', durationMs: this.#progress.elapsedMs - this.#beganMs },
        'status' in result ? result : {},
      );
      if (result.kind === 'value') {
        this.#settings.retryQuota.give();
        return result;
      }
      const askedMs = askedMsOf(result, clock.now());
      const error = this.#failures.after(result, askedMs);
      this.#progress.note(result, this.#outgoing.repeat);
      if (await this.#hasNewKey(result)) continue;
      const rule = { maxRetries: this.#maxRetries, random };
      const wait = nextWait(result, askedMs, this.#outgoing, this.#progress, rule);
      if (wait === undefined) throw error;
      if (wait.type === 'retry' && !this.#settings.retryQuota.take()) throw quotaEnded(error);
      await this.#sleep(wait);
      last = error;
    }
  }

  /** `last`: the error of the previous attempt. */
  #attempt(last: Error | undefined): Promise<AttemptResult<T>> {
    const { fetch, validateReplies } = this.#settings;
    const mismatch = (path: string): void => this.#reporter?.tell({ type: 'reply-mismatch', path });
    this.#beganMs = this.#progress.elapsedMs;
    return attempt(this.#wireRequest(), {
      fetch,
      begin: () => {
        // The key function, or a sleep, may have used up the deadline.
        const limits = this.#limits;
        if (limits.signal?.aborted) throw this.#aborted(limits.signal);
        if (limits.deadlineLeftMs <= 0) throw last ?? this.#tooLate();
        this.#progress.countAttempt();
        this.#beganMs = this.#progress.elapsedMs;
        return limits;
      },
      read: (response, signal) =>
        this.#outgoing.read(response, { signal, validateReplies, mismatch }),
    });
  }

  #wireRequest() {
    const { method, body, accept = 'application/json' } = this.#outgoing;
    const key = this.#key.value;
    const headers = {
      accept,
      'user-agent': USER_AGENT,
      ...(key !== undefined && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...this.#outgoing.headers,
    };
    return { method, url: this.#url, headers, body };
  }

  /**
   * The current limits of an attempt or a key function: its timeout, the deadline, the caller's
   * signal.
   */
  get #limits(): Limits {
    const { deadlineLeftMs } = this.#progress;
    return { timeoutMs: this.#timeoutMs, deadlineLeftMs, signal: this.#signal };
  }

  readonly #ask = (source: () => string | Promise<string>): Promise<Ending<string>> =>
    armed(this.#limits, async () => source());

  /** `problem`: why there is no key to begin with. */
  #begin(problem: Awaited<ReturnType<CallKey['take']>>): void {
    const key = this.#key.value;
    if (key !== undefined) this.#outgoing.onKeyId?.(key.slice(0, key.indexOf('.')));
    if (problem === undefined) return;
    if (typeof problem !== 'string') throw this.#failures.between(problem);
    throw invalidInput('apiKey', problem, this.#outgoing.operation);
  }

  /** After a 401, asks a key function once again. An unchanged key is not tried again. */
  async #hasNewKey(result: Failed): Promise<boolean> {
    if (result.kind !== 'failure' || result.code !== 'UNAUTHENTICATED') return false;
    if (!this.#key.canBeAskedAgain || this.#progress.retries >= this.#maxRetries) return false;
    this.#progress.retries += 1;
    const renewed = await this.#key.renew(this.#ask);
    if (typeof renewed !== 'boolean') throw this.#failures.between(renewed);
    if (renewed) this.#reporter?.tell({ type: 'retry', delayMs: 0 });
    return renewed;
  }

  async #sleep(wait: Wait): Promise<void> {
    this.#reporter?.tell(wait);
    const signal = this.#signal;
    try {
      await abortable(this.#settings.clock.sleep(wait.delayMs, signal), signal);
    } catch (error) {
      if (!signal?.aborted) throw error; // the caller's own clock failed
      throw this.#aborted(signal);
    }
  }

  get #secrets(): readonly string[] {
    return [...this.#outgoing.secrets, ...this.#settings.secrets, ...this.#key.secrets];
  }

  /** Created only when something has failed: most calls succeed. */
  get #failures(): CallFailures {
    const told = { outgoing: this.#outgoing, progress: this.#progress, url: this.#url };
    return new CallFailures({ ...told, secrets: this.#secrets });
  }

  #aborted({ reason }: WebAbortSignal): Error {
    return this.#failures.between({ kind: 'abort', reason } satisfies Cut);
  }

  #tooLate(): Error {
    return this.#failures.between({ kind: 'timeout', limit: 'deadlineMs', ms: 0 } satisfies Cut);
  }
}

/** Creates the `send` that resources use. Every call follows the retry rule of its operation. */
export function createSend(settings: Settings): Send {
  return async (outgoing, options, session) =>
    new Call(settings, outgoing, options ?? {}, session).run();
}
