import type { Repeat } from '../contract/endpoint.ts';
import type { WebResponse } from '../platform/platform.ts';
import type { Outgoing, WireMethod } from './outgoing.ts';
import type { ParsedReply, ReadContext } from './parsed-reply.ts';
import { discardBody, unexpected } from './read-refusal.ts';
import { BodyTooLongError, readBody } from './read-reply.ts';

/** One request as it is sent, whether or not the API would accept it. */
export interface RawCall {
  readonly method: WireMethod;
  /** A path below the base URL, with its query; or, without a key, an absolute URL. */
  readonly target: string;
  /** Whether the client's own key is sent with it. */
  readonly needsKey: boolean;
  readonly repeat: Repeat;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly urlTemplate?: string;
  /** Texts that no error may show. */
  readonly secrets: readonly string[];
  /** A longer body counts as no answer. */
  readonly maxBytes: number;
  /** Whether only the length of the body is wanted. */
  readonly lengthOnly?: boolean;
}

/** The reply, not interpreted. */
export interface RawReply {
  readonly status: number;
  /** By name, in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded as UTF-8; empty if only the length was wanted. */
  readonly text: string;
  readonly bytes: number;
}

/** Statuses that say nothing about the API: too many requests, and gateways that got no answer. */
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
 * Builds the call of a request whose reply is judged as received: no status, code or envelope is a
 * failure, except what counts as no answer at all. Redirects are not followed.
 */
export function rawCall({ maxBytes, lengthOnly, ...given }: RawCall): Outgoing<RawReply> {
  const bounds = { maxBytes, ...(lengthOnly !== undefined && { lengthOnly }) };
  return {
    operation: 'request',
    ...given,
    read: (response, context) => readRaw(response, context, bounds),
  };
}
