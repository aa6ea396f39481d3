import type { Operation } from '../contract/endpoints.ts';
import { PaginationError } from '../errors/call-errors.ts';
import { CallError, type CallFacts } from '../errors/consent-evidence-error.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Clock } from '../platform/clock.ts';
import { onAbort } from '../platform/on-abort.ts';
import type { WebAbortSignal } from '../platform/platform.ts';

/** The longest walk: beyond any real one, and each page's token is kept in memory. */
const PAGES_MAX = 1_000_000;

/** One page as it came, and what it took to get it. */
export interface FetchedPage<Page> {
  readonly data: Page;
  readonly attempts: number;
  readonly requestId?: string | undefined;
  readonly callId: string;
}

/** What a walk over pages needs. */
export interface PageSource<Page> {
  readonly operation: Operation;
  readonly clock: Clock;
  /** The page to start with. `undefined`: the first. */
  readonly pageToken: string | undefined;
  /** 1: the next page is requested while the current one is being used. */
  readonly prefetch: 0 | 1;
  readonly signal: WebAbortSignal | undefined;
  fetch(
    pageToken: string | undefined,
    signal: WebAbortSignal | undefined,
  ): Promise<FetchedPage<Page>>;
}

/** Adds to a page's error the token to resume from. */
export function atPage(error: unknown, pageToken: string | undefined): unknown {
  const isOurs = error instanceof CallError || error instanceof InvalidInputError;
  if (isOurs && pageToken !== undefined) Object.assign(error, { pageToken });
  return error;
}

/** A page that is being requested. */
interface Running<Page> {
  readonly page: Promise<FetchedPage<Page>>;
  cancel(): void;
}

/**
 * Requests the page at `pageToken`. The caller's signal cancels the request; no listener is left
 * behind.
 */
function start<Page>(source: PageSource<Page>, pageToken: string | undefined): Running<Page> {
  const outer = source.signal;
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(outer?.reason);
  };
  if (outer?.aborted) abort();
  const letGo = outer && onAbort(outer, abort);
  const page = source.fetch(pageToken, controller.signal).finally(letGo);
  page.catch(() => undefined); // a failed prefetch is reported when its page is needed
  return {
    page,
    cancel: () => {
      controller.abort();
    },
  };
}

/** Follows a walk's tokens: it ends only if there is no next one, and never goes in a circle. */
class Walk {
  readonly #source: PageSource<unknown>;
  readonly #beganAt: number;
  readonly #seen = new Set<string>();
  #pages = 0;
  #attempts = 0;
  #requestId: string | undefined;
  #callId: string | undefined;

  constructor(source: PageSource<unknown>) {
    this.#source = source;
    this.#beganAt = source.clock.now();
    if (source.pageToken !== undefined) this.#seen.add(source.pageToken);
  }

  count(page: FetchedPage<unknown>): void {
    this.#pages += 1;
    this.#attempts += page.attempts;
    this.#requestId = page.requestId;
    this.#callId = page.callId;
  }

  /** Returns whether `next` has not been seen yet. */
  isNew(next: string): boolean {
    return !this.#seen.has(next);
  }

  /** Throws if following `next` cannot lead to an end. */
  check(next: string, current: string | undefined): void {
    if (this.#seen.has(next)) {
      const message =
        'the service returned the same page token twice; the iteration would never end';
      throw this.error('repeated_token', message, current);
    }
    if (this.#pages >= PAGES_MAX) {
      throw this.error('too_many_pages', `more than ${PAGES_MAX} pages`, next);
    }
    this.#seen.add(next);
  }

  error(reason: PaginationError['reason'], message: string, pageToken: string | undefined) {
    const facts: CallFacts = {
      callId: this.#callId,
      operation: this.#source.operation,
      outcome: 'done',
      attempts: this.#attempts,
      elapsedMs: this.#source.clock.now() - this.#beganAt,
      requestId: this.#requestId,
    };
    return atPage(new PaginationError(reason, message, facts), pageToken) as PaginationError;
  }
}

interface Paged {
  readonly nextPageToken?: string;
}

async function arrival<Page>(
  running: Running<Page>,
  pageToken: string | undefined,
): Promise<FetchedPage<Page>> {
  try {
    return await running.page;
  } catch (error) {
    throw atPage(error, pageToken);
  }
}

/** A step of a walk: the page, and the error for refusing to continue from it. */
export interface WalkedPage<Page> {
  readonly page: Page;
  readonly tooMany: (message: string) => PaginationError;
}

/** Walks the pages of `source`, including short and empty ones, until a page names no next one. */
export async function* walkPages<Page extends Paged>(
  source: PageSource<Page>,
): AsyncGenerator<WalkedPage<Page>, void, undefined> {
  const walk = new Walk(source);
  let token = source.pageToken;
  let running: Running<Page> | undefined = start(source, token);
  try {
    for (;;) {
      const fetched: FetchedPage<Page> = await arrival(running, token);
      running = undefined;
      walk.count(fetched);
      const current = token;
      const tooMany = (message: string) => walk.error('limit', message, current);
      const next = fetched.data.nextPageToken;
      if (next !== undefined && source.prefetch === 1 && walk.isNew(next)) {
        running = start(source, next);
      }
      yield { page: fetched.data, tooMany };
      if (next === undefined) return;
      walk.check(next, current);
      running ??= start(source, next);
      token = next;
    }
  } finally {
    running?.cancel(); // the walk was abandoned while the next page was being fetched
  }
}
