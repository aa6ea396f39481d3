import type { ClientWire } from '../client/client-wire.ts';
import { isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import { EvidenceUrlProblem, evidenceUrl } from '../resources/evidence-url.ts';
import { queryString } from '../transport/endpoint-call.ts';
import { type RawReply, rawCall } from '../transport/raw-call.ts';
import { type Answer, answerOf } from './answer.ts';
import { type Ask, templateOf } from './ask.ts';
import { type GuardFacts, permissionFor } from './guard.ts';
import { NotMeasured, notMeasured } from './not-measured.ts';

/** A request that is about to be sent, without identifiers, keys or bodies. */
export interface CalibrationRequest {
  /** Counts from 1. */
  readonly number: number;
  /** Whose key is sent; `nobody`: no key, or a made-up one. */
  readonly as: 'nobody' | 'sender' | 'receiver';
  /** The HTTP method. */
  readonly method: string;
  /** The path with `:domainId`, `:cdrId` and `:token` in place of identifiers. */
  readonly path: string;
  /** The guard's permission that applies. */
  readonly permission: string;
}

/** Options of an asker. */
export interface AskerOptions {
  readonly wires: Readonly<Record<'sender' | 'receiver', ClientWire>>;
  readonly facts: GuardFacts;
  readonly signal: WebAbortSignal | undefined;
  readonly onRequest: ((request: CalibrationRequest) => void | Promise<void>) | undefined;
  /** Called with each response of the API before it is evaluated. */
  readonly observe: (ask: Ask, answer: Answer) => void;
}

const ANSWER_MAX_BYTES = 16 * 1024 * 1024;
/** An image is a rendered web page. */
const IMAGE_MAX_BYTES = 256 * 1024 * 1024;

/** @throws the signal's reason if it is aborted. */
export function stopIfAborted(signal: WebAbortSignal | undefined): void {
  if (signal?.aborted) throw signal.reason as unknown;
}

function textOf(body: unknown): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}

/** How often a request is sent again after a 408 or a 5xx. */
const FAILED_AGAIN = 2;

function hasFailed({ status }: RawReply): boolean {
  return status === 408 || status >= 500;
}

/** Whether the key was refused, perhaps because it was revoked during the run. */
function refusesKey({ status, code }: Answer): boolean {
  return (
    (status === 401 && code === 'UNAUTHENTICATED') ||
    (status === 403 && code === 'API_ACCESS_DISABLED')
  );
}

/** Sends the requests of a run one at a time. The guard checks each of them. */
export class Asker {
  readonly #options: AskerOptions;
  #count = 0;

  constructor(options: AskerOptions) {
    this.#options = options;
  }

  /** How many requests were sent. */
  get count(): number {
    return this.#count;
  }

  /** @throws GuardRefusal before anything is sent; NotMeasured if there is no response. */
  async ask(ask: Ask): Promise<Answer> {
    const { wires, facts, observe } = this.#options;
    const { name: permission } = permissionFor(ask, facts);
    const { as, method, path, query = {}, key } = ask;
    const body = textOf(ask.body);
    const template = templateOf(path);
    await this.#announce({ as, method, path: template, permission });
    const call = rawCall({
      method,
      target: path + queryString(query),
      needsKey: as !== 'nobody',
      // A share whose response was lost is not repeated. All others change nothing.
      repeat: path.endsWith('/share') ? 'once' : 'read',
      headers: key === undefined ? undefined : { 'x-api-key': key },
      body,
      urlTemplate: template,
      secrets: path.split('/'),
      maxBytes: ANSWER_MAX_BYTES,
    });
    const answer = answerOf(
      await this.#send(wires[as === 'receiver' ? 'receiver' : 'sender'], call),
    );
    if (as !== 'nobody' && refusesKey(answer)) {
      notMeasured(`the service refused the key of the ${as} (${answer.status} ${answer.code})`);
    }
    observe(ask, answer);
    return answer;
  }

  /** Downloads an image from a URL that the service issued in this run, without a key. */
  async download(url: string): Promise<RawReply> {
    const safe = evidenceUrl(url, this.#options.wires.sender.baseUrl());
    if (safe instanceof EvidenceUrlProblem) notMeasured(safe.message);
    const permission = 'the image of a record that the sender paid for';
    const request = { as: 'nobody', method: 'GET', path: 'downloadUrl' } as const;
    await this.#announce({ ...request, permission });
    const call = rawCall({
      method: 'GET',
      target: url,
      needsKey: false,
      repeat: 'read',
      secrets: [url],
      maxBytes: IMAGE_MAX_BYTES,
      lengthOnly: true,
    });
    return this.#send(this.#options.wires.sender, call);
  }

  async #announce(request: Omit<CalibrationRequest, 'number'>): Promise<void> {
    const { signal, onRequest } = this.#options;
    stopIfAborted(signal);
    this.#count += 1;
    await onRequest?.({ number: this.#count, ...request });
    stopIfAborted(signal);
  }

  async #send({ send }: ClientWire, call: ReturnType<typeof rawCall>): Promise<RawReply> {
    const { signal } = this.#options;
    const repeats = call.repeat === 'read' ? FAILED_AGAIN : 0;
    try {
      for (let again = 0; ; again += 1) {
        const { data } = await send(call, { signal });
        // What a service does once in a while says nothing about the request.
        if (again === repeats || !hasFailed(data)) return data;
      }
    } catch (error) {
      stopIfAborted(signal);
      if (!isConsentEvidenceError(error) || error.name === 'InvalidInputError') throw error;
      throw new NotMeasured(`no usable response from the service (${error.name})`);
    }
  }
}
