import { ConnectionError } from '../errors/call-errors.ts';
import type { CallError, CallFacts, Outcome } from '../errors/consent-evidence-error.ts';
import { InvalidInputError, invalidInput } from '../errors/invalid-input-error.ts';
import type { WebAbortSignal } from '../platform.ts';
import { abortable } from './abortable.ts';
import { apiKeyProblem, keySecrets } from './api-key.ts';
import { armed, type Ending } from './armed.ts';
import { toCallError } from './call-error.ts';
import { limitIssues } from './call-limits.ts';
import type { CallOptions } from './call-options.ts';
import { nextWait, type Wait } from './next-wait.ts';
import { leavesDoubt, outcomeBetween, outcomeOf } from './outcome.ts';
import type { Answer, Outgoing, Send, Session } from './outgoing.ts';
import { Progress } from './progress.ts';
import { ReaderFailure } from './reader-failure.ts';
import type { AttemptResult } from './reading.ts';
import { Redactor } from './redact.ts';
import { Reporter } from './reporter.ts';
import { resultOf } from './result-of.ts';
import { retryAfterMsOf } from './retry-after.ts';
import { send } from './send.ts';
import type { KeySource, Settings } from './settings.ts';
import { USER_AGENT } from './user-agent.ts';

type Failed = Exclude<AttemptResult<unknown>, { kind: 'value' }>;
type Cut = Exclude<Ending<unknown>, { kind: 'finished' }>;

/** One call: its attempts, the waits between them, and how it ends. */
class Attempts<T> {
  readonly #settings: Settings;
  readonly #outgoing: Outgoing<T>;
  readonly #signal: WebAbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #maxRetries: number;
  readonly #progress: Progress;
  readonly #url: string;
  readonly #keySource: KeySource | undefined;
  #key: string | undefined;
  #keyAskedAgain = false;
  readonly #reporter: Reporter;
  readonly #secrets: string[];

  constructor(
    settings: Settings,
    outgoing: Outgoing<T>,
    options: CallOptions,
    session: Session | undefined,
  ) {
    const { operation, target, needsKey } = outgoing;
    const issues = limitIssues(options);
    if (issues.length > 0) throw new InvalidInputError(issues, operation);
    this.#settings = settings;
    this.#outgoing = outgoing;
    this.#signal = options.signal;
    this.#timeoutMs = options.timeoutMs ?? settings.timeoutMs;
    this.#maxRetries = options.maxRetries ?? settings.maxRetries;
    const deadlineMs = options.deadlineMs ?? settings.deadlineMs;
    this.#progress = new Progress(settings.clock, deadlineMs, session, settings.newCallId);
    this.#progress.doubt = outgoing.earlierDoubt ?? false;
    this.#secrets = [...outgoing.secrets, ...settings.secrets];
    const mask = (text: string): string => this.#redactor.text(text);
    this.#reporter = new Reporter(settings, operation, this.#progress, mask, options.label);
    if (target.startsWith('/')) {
      const { origin, prefix } = settings.baseUrl(operation);
      this.#url = `${origin}${prefix}${target}`;
    } else {
      this.#url = target;
    }
    this.#keySource = needsKey ? settings.keySource(operation) : undefined;
  }

  async run(): Promise<Answer<T>> {
    const { method, urlTemplate } = this.#outgoing;
    const server = new URL(this.#url).host;
    this.#reporter.tell({ type: 'start', method, server, ...(urlTemplate && { urlTemplate }) });
    if (this.#keySource !== undefined) await this.#takeKey(this.#keySource);
    let last: CallError | undefined;
    for (;;) {
      const signal = this.#signal;
      if (signal?.aborted) throw this.#reporter.ended(this.#aborted(signal));
      // The key function, or a sleep, may have used the deadline up.
      if (this.#progress.deadlineLeftMs <= 0) throw this.#reporter.ended(last ?? this.#tooLate());
      const result = await this.#attempt();
      if (result.kind === 'value') return this.#succeed(result);
      const headers = 'headers' in result ? result.headers : undefined;
      const asked = headers && retryAfterMsOf(headers, this.#settings.clock.now());
      const error = this.#errorOf(result, outcomeOf(result, this.#outgoing, this.#progress), asked);
      this.#note(result);
      if (await this.#hasNewKey(result)) continue;
      const rule = { maxRetries: this.#maxRetries, random: this.#settings.random };
      const wait = nextWait(result, asked, this.#outgoing, this.#progress, rule);
      if (wait === undefined) throw this.#reporter.ended(error);
      await this.#sleep(wait);
      last = error;
    }
  }

  async #attempt(): Promise<AttemptResult<T>> {
    const { clock, fetch, validateReplies } = this.#settings;
    const beganAt = clock.now();
    let answered = false;
    const ending = await this.#armed(async (signal) => {
      this.#progress.countAttempt();
      const response = await send(this.#wireRequest(), fetch, signal);
      answered = true;
      const reading = await this.#outgoing.read(response, {
        signal,
        validateReplies,
        mismatch: (path) => {
          this.#reporter.tell({ type: 'reply-mismatch', path });
        },
      });
      return { ...reading, status: response.status, headers: response.headers };
    });
    if (ending.kind === 'threw' && ending.cause instanceof ReaderFailure) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- it goes on as it is
      throw this.#reporter.ended(ending.cause.error);
    }
    const result = resultOf(ending, answered);
    const durationMs = clock.now() - beganAt;
    this.#reporter.tell({ type: 'attempt', durationMs }, 'status' in result ? result : {});
    return result;
  }

  #wireRequest() {
    const { method, body, accept = 'application/json' } = this.#outgoing;
    const headers = {
      accept,
      'user-agent': USER_AGENT,
      ...(this.#key !== undefined && { 'x-api-key': this.#key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return { method, url: this.#url, headers, body };
  }

  /** Runs `work` under the attempt's timeout, the deadline and the caller's signal. */
  #armed<R>(work: (signal: AbortSignal) => Promise<R>): Promise<Ending<R>> {
    const deadlineLeftMs = this.#progress.deadlineLeftMs;
    return armed({ timeoutMs: this.#timeoutMs, deadlineLeftMs, signal: this.#signal }, work);
  }

  async #takeKey(source: KeySource): Promise<void> {
    const key = typeof source === 'string' ? source : await this.#askForKey(source);
    const problem = apiKeyProblem(key);
    if (problem !== undefined) {
      throw this.#reporter.ended(invalidInput('apiKey', problem, this.#outgoing.operation));
    }
    this.#useKey(key);
  }

  async #askForKey(source: Exclude<KeySource, string>): Promise<string> {
    const ending = await this.#armed(async () => source());
    if (ending.kind !== 'finished') throw this.#reporter.ended(this.#errorBetween(ending));
    return ending.value;
  }

  #useKey(key: string): void {
    this.#key = key;
    this.#secrets.push(...keySecrets(key));
  }

  /** Made when something is to be masked: most calls end well. */
  get #redactor(): Redactor {
    return new Redactor(this.#secrets);
  }

  /** After a 401, asks a key function once more; a key that is the same is not tried again. */
  async #hasNewKey(result: Failed): Promise<boolean> {
    const source = this.#keySource;
    if (result.kind !== 'failure' || result.code !== 'UNAUTHENTICATED') return false;
    if (typeof source !== 'function' || this.#keyAskedAgain) return false;
    if (this.#progress.retries >= this.#maxRetries) return false;
    this.#keyAskedAgain = true;
    this.#progress.retries += 1;
    const ending = await this.#armed(async () => source());
    if (ending.kind === 'abort') throw this.#reporter.ended(this.#errorBetween(ending));
    if (ending.kind !== 'finished' || apiKeyProblem(ending.value) !== undefined) return false;
    if (ending.value === this.#key) return false;
    this.#useKey(ending.value);
    this.#reporter.tell({ type: 'retry', delayMs: 0 });
    return true;
  }

  async #sleep(wait: Wait): Promise<void> {
    this.#reporter.tell(wait);
    const signal = this.#signal;
    try {
      await abortable(this.#settings.clock.sleep(wait.delayMs, signal), signal);
    } catch (error) {
      if (!signal?.aborted) throw error; // a clock of the caller's that fails
      throw this.#reporter.ended(this.#aborted(signal));
    }
  }

  #note(result: Failed): void {
    const progress = this.#progress;
    progress.doubt ||= leavesDoubt(result, this.#outgoing.repeat);
    if ('status' in result) {
      progress.answered = true;
      progress.requestId = result.requestId;
    }
  }

  #succeed(result: Extract<AttemptResult<T>, { kind: 'value' }>): Answer<T> {
    this.#reporter.ended(result);
    return {
      data: result.value,
      callId: this.#progress.callId,
      requestId: result.requestId,
      status: result.status,
      headers: result.headers,
      attempts: this.#progress.attempts,
      replayPossible: this.#progress.doubt,
    };
  }

  #errorOf(result: Failed, outcome: Outcome, retryAfterMs?: number): CallError {
    const requestId = 'status' in result ? result.requestId : this.#progress.requestId;
    const facts: CallFacts = {
      callId: this.#progress.callId,
      operation: this.#outgoing.operation,
      outcome,
      attempts: this.#progress.attempts,
      elapsedMs: this.#progress.elapsedMs,
      requestId: requestId && this.#redactor.text(requestId),
      retryAfterMs,
    };
    return toCallError(result, facts, this.#redactor, new URL(this.#url).origin);
  }

  /** The error of a call that is cut off while no attempt is open. */
  #errorBetween(ending: Cut): CallError {
    const outcome = outcomeBetween(this.#progress);
    if (ending.kind !== 'threw') return this.#errorOf(ending, outcome);
    return new ConnectionError('the apiKey function failed', {
      callId: this.#progress.callId,
      operation: this.#outgoing.operation,
      outcome,
      attempts: this.#progress.attempts,
      elapsedMs: this.#progress.elapsedMs,
      cause: this.#redactor.cause(ending.cause),
    });
  }

  #aborted({ reason }: WebAbortSignal): CallError {
    return this.#errorBetween({ kind: 'abort', reason });
  }

  #tooLate(): CallError {
    return this.#errorBetween({ kind: 'timeout', limit: 'deadlineMs', ms: 0 });
  }
}

/** The `send` that resources are given: every call goes by the retry rule of its operation. */
export function createSend(settings: Settings): Send {
  return async (outgoing, options, session) =>
    new Attempts(settings, outgoing, options ?? {}, session).run();
}
