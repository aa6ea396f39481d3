import type { CdrListEntry } from '../contract/cdr.ts';
import type { ListCdrsData } from '../contract/endpoints/list-cdrs.ts';
import { endpoints } from '../contract/endpoints.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import { isObject } from '../options/kinds.ts';
import { optionsAsRead, tableOf } from '../options/option-table.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import type { Clock } from '../platform/clock.ts';
import { callOptionsOf } from '../transport/call-options.ts';
import { type CallPromise, callPromise } from '../transport/call-promise.ts';
import { fromCaller, walkFromCaller } from '../transport/caller-stack.ts';
import { endpointCall } from '../transport/endpoint-call.ts';
import type { Answer, Send } from '../transport/outgoing.ts';
import { LIST_OPTIONS, type ListCdrsOptions, listIssues, listQuery } from './cdr-list-query.ts';
import { checkIdentifier } from './identifier.ts';
import { atPage, type WalkedPage, walkPages } from './pagination.ts';

/**
 * The records of one domain (spec §4.2). Async iterable; each iteration starts over. Nothing is sent
 * until you use it. An error has the `pageToken` to resume from. Time limits apply to each page.
 *
 * @example
 * ```ts
 * const list = client.cdrs.list('example.com', { metadata: { key: 'campaign', value: 'spring' } });
 * for await (const { cdrId } of list) console.log(cdrId);
 * ```
 */
export class CdrList implements AsyncIterable<CdrListEntry> {
  readonly #send: Send;
  readonly #clock: Clock;
  readonly #domainId: string;
  readonly #options: ListCdrsOptions;

  /** @internal */
  constructor(send: Send, clock: Clock, domainId: string, options: ListCdrsOptions) {
    this.#send = send;
    this.#clock = clock;
    this.#domainId = domainId;
    this.#options = isObject(options) ? optionsAsRead(tableOf(LIST_OPTIONS), options) : options;
    bindMethods(this);
  }

  /**
   * Reads one page: the first, or the one that the option `pageToken` names. It may have fewer
   * entries than `pageSize`, or none, even if there is a next page.
   *
   * @example
   * ```ts
   * const { cdrs, nextPageToken } = await client.cdrs.list('example.com').page();
   * ```
   */
  page(): CallPromise<ListCdrsData> {
    return callPromise(async () => {
      this.#check();
      const { pageToken, signal } = this.#options;
      try {
        return await this.#fetch(pageToken, signal);
      } catch (error) {
        throw atPage(error, pageToken);
      }
    });
  }

  /**
   * Iterates over all pages, one at a time.
   *
   * @example
   * ```ts
   * for await (const { cdrs } of client.cdrs.list('example.com', { prefetch: 1 }).pages()) save(cdrs);
   * ```
   */
  pages(): AsyncGenerator<ListCdrsData, void, undefined> {
    return walkFromCaller(this.#pages());
  }

  /**
   * Reads all entries into one array. If there are more than `limit`, throws a `PaginationError`
   * instead of cutting the list.
   *
   * @example
   * ```ts
   * const entries = await client.cdrs.list('example.com').toArray({ limit: 500 });
   * ```
   */
  toArray(bound: { limit: number }): Promise<CdrListEntry[]> {
    return fromCaller(() => this.#toArray(bound));
  }

  /** Iterates over the entries of all pages. */
  [Symbol.asyncIterator](): AsyncGenerator<CdrListEntry, void, undefined> {
    const page = { left: 0 };
    return walkFromCaller(this.#entries(page), () => page.left === 0);
  }

  async #toArray(bound: { limit: number }): Promise<CdrListEntry[]> {
    const limit = (bound as { limit?: unknown } | undefined)?.limit;
    if (!Number.isSafeInteger(limit) || (limit as number) < 1) {
      throw invalidInput('limit', 'expected a whole number, at least 1', 'cdrs.list');
    }
    const entries: CdrListEntry[] = [];
    for await (const { page, tooMany } of this.#walk()) {
      if (entries.length + page.cdrs.length > (limit as number)) {
        throw tooMany(`there are more than limit (${String(limit)}) entries`);
      }
      for (const entry of page.cdrs) entries.push(entry);
    }
    return entries;
  }

  async *#pages(): AsyncGenerator<ListCdrsData, void, undefined> {
    for await (const { page } of this.#walk()) yield page;
  }

  async *#entries(current: { left: number }): AsyncGenerator<CdrListEntry, void, undefined> {
    for await (const { page } of this.#walk()) {
      current.left = page.cdrs.length;
      for (const entry of page.cdrs) {
        current.left -= 1;
        yield entry; // `yield*` would await three times per entry
      }
    }
  }

  #check(): void {
    checkedOptions(LIST_OPTIONS, this.#options, { also: listIssues, operation: 'cdrs.list' });
    checkIdentifier('domainId', this.#domainId, 'cdrs.list');
  }

  async *#walk(): AsyncGenerator<WalkedPage<ListCdrsData>, void, undefined> {
    this.#check();
    const { pageToken, prefetch = 0, signal } = this.#options;
    yield* walkPages<ListCdrsData>({
      operation: 'cdrs.list',
      clock: this.#clock,
      pageToken,
      prefetch,
      signal,
      fetch: (token, walkSignal) => this.#fetch(token, walkSignal),
    });
  }

  #fetch(
    pageToken: string | undefined,
    signal: ListCdrsOptions['signal'],
  ): Promise<Answer<ListCdrsData>> {
    const call = endpointCall(endpoints.listCdrs, {
      params: { domainId: this.#domainId },
      query: listQuery(this.#options, pageToken),
    });
    return this.#send(call, { ...callOptionsOf(this.#options), signal });
  }
}
