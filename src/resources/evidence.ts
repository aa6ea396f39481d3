import type { Clock } from '../clock.ts';
import type { Cdr } from '../contract/cdr.ts';
import { endpoints } from '../contract/endpoints.ts';
import { EvidenceUnavailableError, UnexpectedReplyError } from '../errors/call-errors.ts';
import type { CallFacts, Outcome } from '../errors/consent-evidence-error.ts';
import type { BaseUrl } from '../transport/base-url.ts';
import type { CallOptions } from '../transport/call-options.ts';
import { endpointCall } from '../transport/endpoint-call.ts';
import { isLoopback } from '../transport/loopback.ts';
import type { Answer, Send, Session } from '../transport/outgoing.ts';
import type { EvidenceSink } from './evidence-sink.ts';
import { evidenceReader } from './read-evidence.ts';

const OPERATION = 'cdrs.download';

/** Of the record, a download needs more than a reader does: `size` bounds what is read. */
const NEEDS = ['cdr', 'cdr.cdrId', 'cdr.contentType', 'cdr.size', 'cdr.collected'];

/** How an evidence store refuses a URL that is dead: 300 s after its reply it is (spec §2.3). */
const DEAD_STATUSES = [403, 404, 410];

/** An evidence image that arrived whole. */
export interface EvidenceReceipt {
  /** The record whose image it is. */
  cdrId: string;
  /** As the record says; the store's own is only compared with it. */
  contentType: string;
  /** In bytes: counted, and the same as the record says. */
  size: number;
  /** Of the bytes, in lower-case hexadecimal digits. */
  sha256: string;
  /** Unix milliseconds of the client's clock: when the last byte had arrived. */
  fetchedAt: number;
  /** Of the reply that named the image. */
  requestId?: string;
}

/** One download: the record is read, and its image is fetched into a sink. */
export class Evidence {
  readonly #send: Send;
  readonly #base: BaseUrl;
  readonly #clock: Clock;
  readonly #options: CallOptions;
  readonly #session: Session;

  constructor(send: Send, base: BaseUrl, clock: Clock, options: CallOptions) {
    this.#send = send;
    this.#base = base;
    this.#clock = clock;
    this.#options = options;
    this.#session = { beganAt: clock.now(), attempts: 0 };
  }

  /** Fetches the image; a URL that has died meanwhile is replaced by a fresh one, once. */
  async fetch(
    cdrId: string,
    maxBytes: number,
    sink: EvidenceSink,
  ): Promise<Omit<EvidenceReceipt, 'sha256'>> {
    for (let fresh = false; ; fresh = true) {
      const record = await this.#readRecord(cdrId, maxBytes);
      try {
        return await this.#fetchImage(record, sink);
      } catch (error) {
        const dead = error instanceof UnexpectedReplyError && DEAD_STATUSES.includes(error.status);
        if (fresh || !dead) throw error;
      }
    }
  }

  async #readRecord(cdrId: string, maxBytes: number): Promise<Answer<Cdr>> {
    const row = { ...endpoints.getCdr, operation: OPERATION, needs: NEEDS } as const;
    const call = endpointCall(row, { params: { cdrId } });
    const answer = await this.#send(call, this.#options, this.#session);
    const { cdr } = answer.data;
    const refuse = (reason: EvidenceUnavailableError['reason'], message: string) =>
      new EvidenceUnavailableError(reason, message, this.#facts('refused', answer.requestId));
    if (cdr.devMode === true) {
      throw refuse('dev_mode', 'the image of a Dev Mode record is never downloadable');
    }
    if (!cdr.collected) {
      throw refuse('not_collected', 'the record is not collected; collect it, which is billable');
    }
    if (cdr.size > maxBytes) {
      throw refuse('too_large', `the image is larger than ${maxBytes} bytes; use downloadTo()`);
    }
    return { ...answer, data: cdr };
  }

  async #fetchImage(
    record: Answer<Cdr>,
    sink: EvidenceSink,
  ): Promise<Omit<EvidenceReceipt, 'sha256'>> {
    const { cdrId, contentType, size } = record.data;
    const url = this.#checkedUrl(record);
    const answer = await this.#send(
      {
        operation: OPERATION,
        method: 'GET',
        repeat: 'read',
        target: url.href,
        needsKey: false,
        accept: '*/*',
        secrets: [url.href, `${url.pathname}${url.search}`, url.search],
        read: evidenceReader(sink, record.data),
      },
      this.#options,
      this.#session,
    );
    const { requestId } = record;
    if (answer.data !== size) {
      const got = answer.data === undefined ? 'more' : `${answer.data}`;
      const message = `the record says ${size} bytes, the store sent ${got}`;
      throw new EvidenceUnavailableError('integrity', message, this.#facts('done', requestId));
    }
    const fetchedAt = this.#clock.now();
    return { cdrId, contentType, size, fetchedAt, ...(requestId !== undefined && { requestId }) };
  }

  /** The download URL, if it is one that may be asked: a reply must not send us anywhere else. */
  #checkedUrl({ data, status, headers, requestId }: Answer<Cdr>): URL {
    const { downloadUrl } = data;
    const reply = { status, headers, bodyText: '' };
    const refuse = (message: string) =>
      new UnexpectedReplyError(message, reply, this.#facts('done', requestId));
    if (downloadUrl === undefined) throw refuse('the record is collected and names no downloadUrl');
    if (!URL.canParse(downloadUrl)) throw refuse('downloadUrl is not an absolute URL');
    const url = new URL(downloadUrl);
    const { protocol, hostname, origin, username, password } = url;
    const safe =
      protocol === 'https:' ||
      (protocol === 'http:' && (isLoopback(hostname) || origin === this.#base.origin));
    if (!safe || username !== '' || password !== '') {
      throw refuse('downloadUrl is not https://, or holds user information');
    }
    return url;
  }

  #facts(outcome: Outcome, requestId: string | undefined): CallFacts {
    const { beganAt, attempts } = this.#session;
    return {
      operation: OPERATION,
      outcome,
      attempts,
      elapsedMs: this.#clock.now() - beganAt,
      requestId,
    };
  }
}
