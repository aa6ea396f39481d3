import type { Repeat } from '../contract/endpoint.ts';
import type { WebResponse } from '../platform.ts';
import type { Outgoing, WireMethod } from './outgoing.ts';
import type { ParsedReply, ReadContext } from './parsed-reply.ts';
import { discardBody, unexpected } from './read-refusal.ts';
import { BodyTooLongError, readBody } from './read-reply.ts';

/** One request as it goes onto the wire, whatever the API would say to it. */
export interface RawCall {
  readonly method: WireMethod;
  /** Below the base address, with its query; or, without a key, an absolute URL. */
  readonly target: string;
  /** Whether the client's own key goes with it. */
  readonly needsKey: boolean;
  readonly repeat: Repeat;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly urlTemplate?: string;
  /** Texts that no error may show. */
  readonly secrets: readonly string[];
  /** A longer body is no answer. */
  readonly maxBytes: number;
  /** Of the body its length alone is wanted. */
  readonly lengthOnly?: boolean;
}

/** What came back, unread. */
export interface RawReply {
  readonly status: number;
  /** By name, in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** UTF-8; empty where its length alone was wanted. */
  readonly text: string;
  readonly bytes: number;
}

/** What says nothing of the API: too many requests, and gateways that have no answer for us. */
const NO_ANSWER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function headersOf({ headers }: WebResponse): Map<string, string> {
  const pairs = new Map<string, string>();
  headers.forEach((value: string, name: string) => {
    pairs.set(name.toLowerCase(), value);
  });
  return pairs;
}

type Bounds = Pick<RawCall, 'maxBytes' | 'lengthOnly'>;

async function readRaw(
  response: WebResponse,
  { signal }: ReadContext,
  { maxBytes, lengthOnly = false }: Bounds,
): Promise<ParsedReply<RawReply>> {
  const { status } = response;
  const isHidden = (response as Partial<Response>).type === 'opaqueredirect';
  if (NO_ANSWER.has(status) || isHidden) {
    discardBody(response);
    const hidden = 'this runtime hides the target of a redirect';
    return unexpected(isHidden ? hidden : `the service cannot answer now (${status})`);
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    await readBody(response, maxBytes, signal, (piece) => {
      bytes += piece.byteLength;
      if (!lengthOnly) text += decoder.decode(piece, { stream: true });
    });
  } catch (error) {
    if (error instanceof BodyTooLongError) return unexpected(error.message);
    throw error;
  }
  text += decoder.decode();
  return { kind: 'value', value: { status, headers: headersOf(response), text, bytes } };
}

/**
 * The call of a request that is judged by what comes back as it came: no status, code or envelope is
 * a failure, but for what is no answer at all. Redirects are not followed.
 */
export function rawCall({ maxBytes, lengthOnly, ...given }: RawCall): Outgoing<RawReply> {
  const bounds = { maxBytes, ...(lengthOnly !== undefined && { lengthOnly }) };
  return {
    operation: 'request',
    ...given,
    read: (response, context) => readRaw(response, context, bounds),
  };
}
