import { onAbort } from '../platform/on-abort.ts';
import type { FetchLike, WebAbortSignal, WebResponse } from '../platform/platform.ts';
import { provesNotSent } from './classify-failure.ts';
import type { WireMethod } from './outgoing.ts';
import type { AttemptResult, ParsedReply } from './parsed-reply.ts';
import { discardBody } from './read-refusal.ts';
import { ReaderFailure } from './reader-failure.ts';
import { wireBody } from './wire-body.ts';

/** The limits of one piece of work. Times in milliseconds; `Infinity` sets no timer. */
export interface Limits {
  readonly timeoutMs: number;
  readonly deadlineLeftMs: number;
  readonly signal: WebAbortSignal | undefined;
}

/** How a piece of bounded work ended. */
export type Ending<T> =
  | { readonly kind: 'finished'; readonly value: T }
  | { readonly kind: 'threw'; readonly cause: unknown }
  | { readonly kind: 'timeout'; readonly limit: 'timeoutMs' | 'deadlineMs'; readonly ms: number }
  | { readonly kind: 'abort'; readonly reason: unknown };

/**
 * Runs `work` under one signal until it has settled. The signal is aborted by the caller's signal,
 * and by a real timer for the shorter of the two limits. Leaves neither a timer nor a listener
 * behind.
 */
export function armed<T>(
  { timeoutMs, deadlineLeftMs, signal }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Ending<T>> {
  if (signal?.aborted) return Promise.resolve({ kind: 'abort', reason: signal.reason as unknown });
  return new Promise((resolve) => {
    const controller = new AbortController();
    const ms = Math.max(0, Math.min(timeoutMs, deadlineLeftMs));
    const limit = deadlineLeftMs < timeoutMs ? 'deadlineMs' : 'timeoutMs';
    const end = (how: Ending<T>): void => {
      clearTimeout(timer);
      letGo?.();
      resolve(how); // the first end counts: work that was cut off may still settle
    };
    const cut = (how: Ending<T>, reason?: unknown): void => {
      end(how);
      controller.abort(reason);
    };
    const timer =
      ms === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(cut, ms, { kind: 'timeout', limit, ms });
    const letGo =
      signal &&
      onAbort(signal, () => {
        cut({ kind: 'abort', reason: signal.reason }, signal.reason);
      });
    work(controller.signal).then(
      (value) => {
        end({ kind: 'finished', value });
      },
      (cause: unknown) => {
        end({ kind: 'threw', cause });
      },
    );
  });
}

/** What one attempt sends. */
export interface WireRequest {
  readonly method: WireMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string | undefined;
}

/** How one attempt is made. */
export interface Exchange<T> {
  readonly fetch: FetchLike | undefined;
  /**
   * Called at the last instant before anything is sent. Returns the limits of the attempt; an error
   * that it throws ends the call.
   */
  readonly begin: () => Limits;
  /** Reads an answer to its last byte. */
  readonly read: (response: WebResponse, signal: AbortSignal) => Promise<ParsedReply<T>>;
}

/** Loads ky late: it touches `Request` when loaded, which makes Node load its whole HTTP client. */
const loadKy = async () => (await import('ky')).default;
let loaded: Awaited<ReturnType<typeof loadKy>> | undefined;

type Extra = { cache?: 'no-store'; credentials?: 'omit' };

function accepts(init: Extra): boolean {
  try {
    new Request('https://probe.invalid/', init);
    return true;
  } catch {
    return false; // Workers refuse members that they do not implement
  }
}

let extra: Extra | undefined;

/**
 * Returns what the runtime accepts to keep replies out of frameworks' caches (spec §1) and send no
 * cookies.
 */
function supportedExtra(): Extra {
  extra ??= {
    ...(accepts({ cache: 'no-store' }) && { cache: 'no-store' }),
    ...(accepts({ credentials: 'omit' }) && { credentials: 'omit' }),
  };
  return extra;
}

/**
 * Converts ky's request to the init that any `fetch` takes beside a URL: undici's and other
 * packages' `fetch` do not know the platform's `Request`. Headers and body never pass through ky.
 */
function initOf(
  { url, method, redirect }: Request,
  { headers, body }: Pick<WireRequest, 'headers' | 'body'>,
  signal: AbortSignal,
) {
  const payload = method === 'POST' ? wireBody(body, url) : {};
  return {
    ...supportedExtra(),
    ...payload,
    method,
    headers: { ...headers, ...payload.headers },
    redirect,
    signal, // also applies to reading the body
  };
}

/** Tells ky that no complete answer came. ky does not need the cause. */
class Unanswered extends Error {}

/**
 * Makes exactly one attempt, from ky's building of the request to the last byte of the answer: the
 * `fetch` given to ky settles once the answer has been read and classified, or was cut off.
 * Redirects are not followed and no status throws. Why ky neither repeats nor times an attempt, and
 * does not see the key: docs/decisions/0010-what-ky-does.md.
 */
export async function attempt<T>(
  wire: WireRequest,
  { fetch, begin, read }: Exchange<T>,
): Promise<AttemptResult<T>> {
  loaded ??= await loadKy();
  const ky = loaded;
  let seen: { built?: true; answer?: WebResponse; ending?: Ending<AttemptResult<T>> } = {};
  const exchange = async (request: Request): Promise<Response> => {
    seen.built = true;
    seen.ending = await armed(begin(), async (signal) => {
      const call = fetch ?? globalThis.fetch; // called unbound, as Workers demand
      const answer = await call(request.url, initOf(request, wire, signal));
      if (signal.aborted) {
        discardBody(answer); // a `fetch` that ignores its signal answers after the attempt has ended
        throw signal.reason;
      }
      seen.answer = answer;
      const parsed = await read(answer, signal);
      return { ...parsed, status: answer.status, response: answer };
    });
    if (seen.ending.kind !== 'finished') throw new Unanswered();
    return seen.answer as Response;
  };
  try {
    await ky(wire.url, {
      method: wire.method,
      redirect: 'manual',
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      fetch: exchange as typeof globalThis.fetch,
    });
  } catch (error) {
    if (seen.built === undefined) return { kind: 'unanswered', notSent: true, cause: error };
    if (seen.ending === undefined) throw error; // thrown by `begin`
  }
  const { answer, ending } = seen;
  // Until the next full garbage collection, ky's finished requests keep `exchange`, and so all that
  // it sees.
  seen = {};
  return resultOf(ending as Ending<AttemptResult<T>>, answer !== undefined);
}

/** Returns how an attempt ended. `answered`: its headers had arrived, so it was definitely sent. */
function resultOf<T>(ending: Ending<AttemptResult<T>>, answered: boolean): AttemptResult<T> {
  if (ending.kind === 'finished') return ending.value;
  if (ending.kind !== 'threw') return ending;
  const { cause } = ending;
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- it goes on as it is
  if (cause instanceof ReaderFailure) throw cause.error;
  return { kind: 'unanswered', notSent: !answered && provesNotSent(cause), cause };
}
