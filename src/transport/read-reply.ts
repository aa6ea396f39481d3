import type { Endpoint } from '../contract/endpoint.ts';
import { surelyFits } from '../contract/surely-fits.ts';
import type { WebResponse } from '../platform.ts';
import { abortable } from './abortable.ts';
import type { ParsedReply, ReadContext, Reader } from './parsed-reply.ts';
import { mismatchesOf, readRedirect, type Unexpected, unexpected } from './read-refusal.ts';

/** No reply of the API comes near it: a page holds at most 100 entries. */
const REPLY_MAX_BYTES = 16 * 1024 * 1024;

/** How long a code or an identifier can be to be taken for one. */
const LABEL_MAX_CHARS = 200;

type Row<Data> = Pick<Endpoint<string, Data>, 'data' | 'needs'>;

/** The body is longer than it may be. */
export class BodyTooLongError extends Error {}

/**
 * Hands each piece of the body to `take` until it has ended; rejects when it breaks off on the wire,
 * when `signal` is aborted, or with `BodyTooLongError` past `maxBytes`.
 */
export async function readBody(
  response: WebResponse,
  maxBytes: number,
  signal: AbortSignal,
  take: (piece: Uint8Array) => void | Promise<void>,
): Promise<void> {
  let length = 0;
  const accept = (piece: Uint8Array): void | Promise<void> => {
    length += piece.byteLength;
    if (length > maxBytes) throw new BodyTooLongError(`the body is longer than ${maxBytes} bytes`);
    return take(piece);
  };
  const body = (response as Partial<Response>).body;
  if (body === null) return;
  if (typeof body?.getReader !== 'function') {
    // A `fetch` of the user's own may answer without streams.
    await accept(new Uint8Array(await abortable(response.arrayBuffer(), signal)));
    return;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const onAbort = (): void => {
    reader.cancel(signal.reason).catch(() => undefined); // ends a read that is under way, too
  };
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) throw signal.reason;
      if (done) return;
      await accept(value);
    }
  } catch (error) {
    reader.cancel(error).catch(() => undefined); // lets the connection go
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

const utf8 = /* @__PURE__ */ new TextDecoder();

function joined(pieces: readonly Uint8Array[]): Uint8Array | undefined {
  if (pieces.length < 2) return pieces[0];
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** The whole body as text (UTF-8). */
export async function readText(
  response: WebResponse,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  await readBody(response, maxBytes, signal, (piece) => {
    pieces.push(piece);
  });
  return utf8.decode(joined(pieces));
}

/** Tells whether `response` is a redirect, one that the runtime hides included. */
export function isRedirect(response: WebResponse): boolean {
  return (
    (response.status >= 300 && response.status < 400) ||
    (response as Partial<Response>).type === 'opaqueredirect'
  );
}

/** The whole body of an answer, or what to make of one that is too long. */
export async function readAnswer(
  response: WebResponse,
  signal: AbortSignal,
): Promise<string | Unexpected> {
  try {
    return await readText(response, REPLY_MAX_BYTES, signal);
  } catch (error) {
    if (error instanceof BodyTooLongError) return unexpected(error.message);
    throw error;
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A short text of the envelope; one of any other form counts as absent. */
function labelOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= LABEL_MAX_CHARS ? value : undefined;
}

/** What is wrong with `data`; the first of it that leaves the call without a result is `fatal`. */
function checkData<Data>(row: Row<Data>, data: unknown): { paths: string[]; fatal?: string } {
  if (!isObject(data)) return { paths: [], fatal: 'data is not an object' };
  try {
    const schema = row.data?.();
    if (schema === undefined || surelyFits(schema, data)) return { paths: [] };
    const { paths, needed } = mismatchesOf(schema, data, row.needs);
    if (needed === undefined) return { paths };
    const fatal = needed === '' ? 'data is malformed' : `data.${needed} is missing or malformed`;
    return { paths, fatal };
  } catch {
    // The answer came whole: that it cannot be checked is no failure of the connection.
    return { paths: [], fatal: 'data cannot be checked' };
  }
}

function readSuccess<Data>(
  row: Row<Data>,
  envelope: Record<string, unknown>,
  context: ReadContext,
  bodyText: string,
): ParsedReply<Data> {
  const { data } = envelope;
  const requestId = labelOf(envelope['requestId']);
  const { paths, fatal } = checkData(row, data);
  for (const path of paths) context.mismatch(path);
  const strict = context.validateReplies === 'throw' ? paths[0] : undefined;
  if (fatal === undefined && strict === undefined) {
    // The reply's own object: unknown fields survive, and `__proto__` in metadata stays data.
    return { kind: 'value', value: data as Data, requestId };
  }
  const message = `the service did it, but its reply is unusable: ${fatal ?? `data.${strict} is not as documented`}`;
  return { ...unexpected(message, bodyText), done: true, data, requestId };
}

function readFailure(envelope: Record<string, unknown>): ParsedReply<never> | undefined {
  const { error } = envelope;
  const code = isObject(error) ? labelOf(error['code']) : undefined;
  if (!isObject(error) || code === undefined) return undefined;
  const { message } = error;
  return {
    kind: 'failure',
    code,
    message: typeof message === 'string' ? message : '',
    details: error['details'],
    requestId: labelOf(error['requestId']),
  };
}

/** Reads a body as the service's failure, if it is one. For answers that have no success in JSON. */
export function readFailureText(text: string): ParsedReply<never> | undefined {
  const envelope = parseObject(text);
  return envelope?.['ok'] === false ? readFailure(envelope) : undefined;
}

/** A reader of the envelope (spec §2.1): `ok` alone tells success, never the status. */
export function envelopeReader<Data>(row: Row<Data>): Reader<Data> {
  return async (response, context) => {
    if (isRedirect(response)) return readRedirect(response);
    const text = await readAnswer(response, context.signal);
    if (typeof text !== 'string') return text;
    const envelope = parseObject(text);
    if (envelope?.['ok'] === true) return readSuccess(row, envelope, context, text);
    const failure = envelope?.['ok'] === false ? readFailure(envelope) : undefined;
    if (failure !== undefined) return failure;
    return unexpected(
      `the response (${response.status}) is not from the service; is baseUrl right?`,
      text,
    );
  };
}
