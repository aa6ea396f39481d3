import type { Cdr, CdrListEntry } from '../contract/cdr.ts';
import type { CollectCdrData } from '../contract/endpoints/collect-cdr.ts';
import type { ShareCdrData } from '../contract/endpoints/share-cdr.ts';
import { endpoints } from '../contract/endpoints.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import type { Clock } from '../platform/clock.ts';
import type { BaseUrl } from '../transport/base-url.ts';
import { type CallOptions, callOptionsOf, checkedCall } from '../transport/call-options.ts';
import { type CallPromise, callPromise } from '../transport/call-promise.ts';
import { fromCaller, walkFromCaller } from '../transport/caller-stack.ts';
import { endpointCall } from '../transport/endpoint-call.ts';
import type { Send } from '../transport/outgoing.ts';
import { CdrList } from './cdr-list.ts';
import type { ListCdrsOptions } from './cdr-list-query.ts';
import { Domains } from './domains.ts';
import type { EvidenceRequest } from './evidence.ts';
import type { DownloadedEvidence, EvidenceReceipt } from './evidence-receipt.ts';
import { checkIdentifier } from './identifier.ts';
import {
  type FindByPhoneOptions,
  type PhoneCandidate,
  type PhoneSearchSource,
  searchPhone,
} from './phone-search.ts';
import { checkedShare, type ShareCdrOptions, shareExpiryMs } from './share-expiry.ts';
import { absoluteShareUrl } from './share-url.ts';

/** The result of collecting a record (spec §4.4). */
export interface CollectReceipt extends CollectCdrData {
  /** An earlier attempt of this same call may already have taken effect. */
  replayPossible: boolean;
}

/** Loaded late: a program that fetches no image should not load what writes files. */
const loadFetch = () => import('./fetch-evidence.ts');

/**
 * Consent evidence records (spec §2.3, §4.2 to §4.5).
 *
 * @example
 * ```ts
 * const { organizationName, createdAt } = await client.cdrs.get(cdrId);
 * ```
 */
export class Cdrs {
  readonly #send: Send;
  readonly #baseUrl: (operation: 'cdrs.share' | 'cdrs.download') => BaseUrl;
  readonly #clock: Clock;

  /** @internal */
  constructor(
    send: Send,
    baseUrl: (operation: 'cdrs.share' | 'cdrs.download') => BaseUrl,
    clock: Clock,
  ) {
    this.#send = send;
    this.#baseUrl = baseUrl;
    this.#clock = clock;
    bindMethods(this);
  }

  /**
   * Lists the records on a domain, by default the newest first (spec §4.2). `domainId` is a record's
   * `domainId` or an entry of `domains.list()`: the last two labels of a host, not a record's
   * `domain`. Sends nothing until you use the result.
   *
   * @example
   * ```ts
   * for await (const entry of client.cdrs.list('example.com', { pageSize: 100, order: 'asc' })) {
   *   console.log(entry.cdrId, entry.createdAt);
   * }
   * ```
   */
  list(domainId: string, options: ListCdrsOptions = {}): CdrList {
    return new CdrList(this.#send, this.#clock, domainId, options);
  }

  /**
   * Finds the records that may be about a phone number, each once: *candidates*. Searches every
   * domain with records, or only `domains`, 8 at the same time, for the number in
   * `autoMetadata.phones`, and in the usual spellings in your own `keys`
   * (guide "Finding the evidence of a phone number"). Time limits apply to each page. An error on a page has the `domainId` that was being searched. A number that
   * `normalizePhone` does not take, such as another country's or two in one text, throws an
   * `InvalidInputError` when you start to iterate.
   *
   * @example
   * ```ts
   * const search = client.cdrs.findByPhone('(415) 555-0123', { keys: ['phone'] });
   * for await (const { entry, key } of search) console.log(entry.cdrId, key);
   * ```
   */
  findByPhone(
    phone: string,
    options: FindByPhoneOptions = {},
  ): AsyncGenerator<PhoneCandidate, void, undefined> {
    const domains: PhoneSearchSource['domains'] = (call) => new Domains(this.#send).list(call);
    // Not `this.list`: a tracer may have replaced it.
    const list: PhoneSearchSource['list'] = (domainId, query) =>
      new CdrList(this.#send, this.#clock, domainId, query);
    return walkFromCaller(searchPhone({ domains, list }, phone, options));
  }

  /**
   * Reads one complete record (spec §4.3). A record that is not yet rendered is also `NOT_FOUND`.
   *
   * @example
   * ```ts
   * const cdr = await client.cdrs.get(cdrId);
   * if (cdr.detectedDisclosureDetails === undefined) console.warn('no submission was detected');
   * ```
   */
  get(cdrId: string, options?: CallOptions): CallPromise<Cdr> {
    return callPromise(async () => {
      const given = checkedCall(options, 'cdrs.get');
      checkIdentifier('cdrId', cdrId, 'cdrs.get');
      const call = endpointCall(endpoints.getCdr, { params: { cdrId } });
      const answer = await this.#send(call, given);
      return { ...answer, data: answer.data.cdr };
    });
  }

  /**
   * Collects a record: pays for it and gets download access (spec §4.4). **This is a billable
   * act.** Repeating it never charges twice. `alreadyCollected` says nothing about who paid.
   *
   * @example
   * ```ts
   * const { alreadyCollected } = await client.cdrs.collect(cdrId);
   * ```
   */
  collect(cdrId: string, options?: CallOptions): CallPromise<CollectReceipt> {
    return callPromise(async () => {
      const given = checkedCall(options, 'cdrs.collect');
      checkIdentifier('cdrId', cdrId, 'cdrs.collect');
      const call = endpointCall(endpoints.collectCdr, { params: { cdrId } });
      const answer = await this.#send(call, given);
      const { replayPossible } = answer;
      return { ...answer, data: { ...answer.data, replayPossible } };
    });
  }

  /**
   * Creates a share token for a record, collected or not (spec §4.5). Each call creates another
   * token, a bearer credential that cannot be revoked. Give each buyer a separate token that
   * expires soon. The call is never retried after an attempt that may have created a token.
   *
   * @example
   * ```ts
   * const { shareUrl } = await client.cdrs.share(cdrId, { expiresIn: { days: 3 } });
   * ```
   */
  share(cdrId: string, options: ShareCdrOptions = {}): CallPromise<ShareCdrData> {
    return callPromise(async () => {
      const given = checkedShare(options);
      checkIdentifier('cdrId', cdrId, 'cdrs.share');
      const expiresInMs = shareExpiryMs(given);
      const call = endpointCall(endpoints.shareCdr, { params: { cdrId }, body: { expiresInMs } });
      const answer = await this.#send(call, callOptionsOf(given));
      const shareUrl = absoluteShareUrl(answer.data, this.#baseUrl('cdrs.share'));
      return { ...answer, data: { ...answer.data, shareUrl } };
    });
  }

  /**
   * Downloads the evidence image of a collected record into memory, up to 64 MiB, and checks its
   * length. The API key is not sent to the store. Pass the record's identifier, or the record or
   * list entry that you have just read, which saves a request. A `downloadUrl` is valid for 300
   * seconds (spec §2.3). If it has expired, is missing or is not safe, the record is read again.
   * The receipt contains the record that was used. Never collects: a record that is not collected
   * throws an `EvidenceUnavailableError`.
   *
   * @example
   * ```ts
   * const { bytes, sha256, record } = await client.cdrs.download(cdrId);
   * ```
   */
  download<Given extends CdrListEntry = Cdr>(
    cdr: string | Given,
    options?: CallOptions,
  ): Promise<DownloadedEvidence<Given>> {
    return fromCaller(async () => {
      const request = this.#download(cdr, options);
      const { fetchIntoMemory } = await loadFetch();
      return fetchIntoMemory(request);
    });
  }

  /**
   * Downloads the evidence image of a collected record into a file, piece by piece, whatever its
   * size. Takes the same record argument as `download`. Only the file's owner can read it (0600).
   * It is written in a folder next to `path`, `.<name>.part`, and renamed once it is complete,
   * checked and durable. A failed call leaves nothing behind. The next call for that `path` removes
   * what a killed process left. Two concurrent calls for one `path` each write a complete image, and
   * the later one stays. A link, a device or a folder at `path` is refused, because it would be
   * replaced. File system errors are thrown unchanged. Requires a runtime with a file system (Node,
   * Bun, Deno).
   *
   * @example
   * ```ts
   * for await (const entry of client.cdrs.list('example.com', { pageSize: 100 })) {
   *   if (entry.collected) await client.cdrs.downloadTo(entry, `archive/${entry.cdrId}.png`);
   * }
   * ```
   */
  downloadTo<Given extends CdrListEntry = Cdr>(
    cdr: string | Given,
    path: string,
    options?: CallOptions,
  ): Promise<EvidenceReceipt<Given>> {
    return fromCaller(async () => {
      const request = this.#download(cdr, options);
      const { fetchIntoFile } = await loadFetch();
      return fetchIntoFile(request, path);
    });
  }

  #download<Given extends CdrListEntry>(
    cdr: string | Given,
    callOptions: CallOptions | undefined,
  ): EvidenceRequest<Given> {
    const options = checkedCall(callOptions, 'cdrs.download');
    const given: unknown = cdr;
    const isRecord = typeof given === 'object' && given !== null;
    checkIdentifier('cdrId', isRecord ? (given as Cdr).cdrId : given, 'cdrs.download');
    const base = this.#baseUrl('cdrs.download');
    return { cdr, send: this.#send, base, clock: this.#clock, options };
  }
}
