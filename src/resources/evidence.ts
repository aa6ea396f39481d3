import type { Cdr, CdrListEntry } from '../contract/cdr.ts';
import { endpoints } from '../contract/endpoints.ts';
import { EvidenceUnavailableError, UnexpectedReplyError } from '../errors/call-errors.ts';
import type { CallFacts, Outcome } from '../errors/consent-evidence-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { BaseUrl } from '../transport/base-url.ts';
import type { CallOptions } from '../transport/call-options.ts';
import { endpointCall } from '../transport/endpoint-call.ts';
import type { Answer, Send, Session } from '../transport/outgoing.ts';
import { startSession } from '../transport/progress.ts';
import type { EvidenceReceipt } from './evidence-receipt.ts';
import type { EvidenceSink } from './evidence-sink.ts';
import { EvidenceUrlProblem, evidenceUrl } from './evidence-url.ts';
import { evidenceReader } from './read-evidence.ts';

const OPERATION = 'cdrs.download';

/** A download needs more of the record than `cdrs.get` does: `size` bounds what is read. */
const NEEDS = ['cdr', 'cdr.cdrId', 'cdr.contentType', 'cdr.size', 'cdr.collected'];

/** The statuses with which an evidence store refuses an expired URL, after 300 seconds (spec §2.3). */
const DEAD_STATUSES = [403, 404, 410];

/** A record whose image can be requested. */
interface Located<Given> {
  readonly record: Given | Cdr;
  readonly url: URL;
  readonly requestId?: string | undefined;
}

/** Returns the caller's record with its URL if its image can be requested without reading it again. */
function locate<Given extends CdrListEntry>(
  given: Given,
  base: BaseUrl,
): Located<Given> | undefined {
  const { collected, devMode, downloadUrl, size, contentType } = given;
  const isWhole = Number.isSafeInteger(size) && size >= 0 && typeof contentType === 'string';
  if (!collected || devMode !== undefined || !isWhole) return undefined;
  const url = evidenceUrl(downloadUrl, base);
  return url instanceof EvidenceUrlProblem ? undefined : { record: given, url };
}

/** A download that was asked for, with its inputs checked. */
export interface EvidenceRequest<Given> {
  /** The record's identifier, or the record as the caller has it. */
  readonly cdr: string | Given;
  readonly send: Send;
  readonly base: BaseUrl;
  readonly clock: Clock;
  readonly options: CallOptions;
}

/** One download: reads the record, unless the caller has it, and writes its image to a sink. */
export class Evidence<Given extends CdrListEntry> {
  readonly #send: Send;
  readonly #base: BaseUrl;
  readonly #clock: Clock;
  readonly #options: CallOptions;
  readonly #session: Session;
  readonly #cdrId: string;
  readonly #given: Located<Given> | undefined;

  constructor({ cdr, send, base, clock, options }: EvidenceRequest<Given>) {
    this.#send = send;
    this.#base = base;
    this.#clock = clock;
    this.#options = options;
    this.#session = startSession(clock);
    this.#cdrId = typeof cdr === 'string' ? cdr : cdr.cdrId;
    this.#given = typeof cdr === 'string' ? undefined : locate(cdr, base);
  }

  /** Fetches the image. If the URL has expired, reads the record again for a fresh one, once. */
  async fetch(
    maxBytes: number,
    sink: EvidenceSink,
  ): Promise<Omit<EvidenceReceipt<Given>, 'sha256'>> {
    const given = this.#given;
    const fits = given !== undefined && given.record.size <= maxBytes;
    let located = fits ? given : await this.#readRecord(maxBytes);
    for (let fresh = false; ; fresh = true) {
      try {
        return await this.#fetchImage(located, sink);
      } catch (error) {
        const dead = error instanceof UnexpectedReplyError && DEAD_STATUSES.includes(error.status);
        if (fresh || !dead) throw error;
      }
      located = await this.#readRecord(maxBytes);
    }
  }

  async #readRecord(maxBytes: number): Promise<Located<Given>> {
    const row = { ...endpoints.getCdr, operation: OPERATION, needs: NEEDS } as const;
    const call = endpointCall(row, { params: { cdrId: this.#cdrId } });
    const finish = (answer: Answer<{ cdr: Cdr }>): void => {
      this.#urlOf(answer, maxBytes);
    };
    const answer = await this.#send({ ...call, finish }, this.#options, this.#session);
    const url = this.#urlOf(answer, maxBytes);
    return { record: answer.data.cdr, url, requestId: answer.requestId };
  }

  /** Returns the URL of the record's image, or throws why it cannot be had. */
  #urlOf(answer: Answer<{ cdr: Cdr }>, maxBytes: number): URL {
    const { cdr } = answer.data;
    const refuse = (reason: EvidenceUnavailableError['reason'], message: string) =>
      new EvidenceUnavailableError(reason, message, this.#facts('refused', answer.requestId));
    if (cdr.devMode === true) {
      throw refuse('dev_mode', 'the image of a Dev Mode record can never be downloaded');
    }
    if (!cdr.collected) {
      throw refuse('not_collected', 'the record is not collected; collect it, which is billable');
    }
    if (cdr.size > maxBytes) {
      throw refuse('too_large', `the image is larger than ${maxBytes} bytes; use downloadTo()`);
    }
    const url = evidenceUrl(cdr.downloadUrl, this.#base);
    if (!(url instanceof EvidenceUrlProblem)) return url;
    const reply = { status: answer.status, headers: answer.response.headers, bodyText: '' };
    const facts = this.#facts('done', answer.requestId);
    throw new UnexpectedReplyError(url.message, reply, facts);
  }

  async #fetchImage(
    { record, url, requestId }: Located<Given>,
    sink: EvidenceSink,
  ): Promise<Omit<EvidenceReceipt<Given>, 'sha256'>> {
    const { cdrId, contentType, size } = record;
    const finish = async ({ data }: Answer<number | undefined>): Promise<void> => {
      if (data === size) return sink.commit?.();
      const got = data === undefined ? 'more' : `${data}`;
      const message = `the record states ${size} bytes, but the store sent ${got}`;
      throw new EvidenceUnavailableError('integrity', message, this.#facts('done', requestId));
    };
    await this.#send(
      {
        operation: OPERATION,
        method: 'GET',
        repeat: 'read',
        target: url.href,
        needsKey: false,
        accept: '*/*',
        secrets: [url.href, `${url.pathname}${url.search}`, url.search],
        read: evidenceReader(sink, { size, contentType }),
        finish,
      },
      this.#options,
      this.#session,
    );
    const fetchedAt = this.#clock.now();
    const named = requestId === undefined ? {} : { requestId };
    return { cdrId, record, contentType, size, fetchedAt, ...named };
  }

  #facts(outcome: Outcome, requestId: string | undefined): CallFacts {
    const { callId, attempts, elapsedMs } = this.#session;
    return { callId, operation: OPERATION, outcome, attempts, elapsedMs, requestId };
  }
}
