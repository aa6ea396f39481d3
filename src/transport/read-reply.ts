import type { Endpoint } from '../contract/endpoint.ts';
import { surelyFits } from '../contract/surely-fits.ts';
import { joinBytes } from '../platform/join-bytes.ts';
import type { WebResponse } from '../platform/platform.ts';
import { abortable } from './abortable.ts';
import type { ParsedReply, ReadContext, Reader } from './parsed-reply.ts';
import { mismatchesOf, readRedirect, type Unexpected, unexpected } from './read-refusal.ts';

/** Far more than any reply of the API: a page holds at most 100 entries. */
const REPLY_MAX_BYTES = 16 * 1024 * 1024;

/** The longest text that is accepted as a code or an identifier. */
const LABEL_MAX_CHARS = 200;

type Row<Data> = Pick<Endpoint<string, Data>, 'data' | 'needs'>;

/** Thrown if the body is longer than allowed. */
export class BodyTooLongError extends Error {}

/**
 * Passes each piece of the body to `take` until the body has ended. Rejects if it breaks off on the
 * wire, if `signal` is aborted, or with `BodyTooLongError` past `maxBytes`.
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
    // A user's own `fetch` may answer without streams.
    await accept(new Uint8Array(await abortable(response.arrayBuffer(), signal)));
    return;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const onAbort = (): void => {
    reader.cancel(signal.reason).catch(() => undefined); // also ends a read that is under way
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
    reader.cancel(error).catch(() => undefined); // releases the connection
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

const utf8 = /* @__PURE__ */ new TextDecoder();

/** Returns whether `response` is a redirect, including one that the runtime hides. */
export function isRedirect(response: WebResponse): boolean {
  return (
    (response.status >= 300 && response.status < 400) ||
    (response as Partial<Response>).type === 'opaqueredirect'
  );
}

/** Reads the whole body of an answer as text (UTF-8); returns an `Unexpected` if it is too long. */
export async function readAnswer(
  response: WebResponse,
  signal: AbortSignal,
): Promise<string | Unexpected> {
  const pieces: Uint8Array[] = [];
  const keep = (piece: Uint8Array): void => {
    pieces.push(piece);
  };
  try {
    await readBody(response, REPLY_MAX_BYTES, signal, keep);
    return utf8.decode(pieces.length < 2 ? pieces[0] : joinBytes(pieces));
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

/** Returns a short text of the envelope; any other value counts as absent. */
function labelOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= LABEL_MAX_CHARS ? value : undefined;
}

/**
 * Returns what is wrong with `data`. `fatal` is the first fault that leaves the call without a
 * result.
 */
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
    // The answer is complete, so being unable to check it is not a connection failure.
    return { paths: [], fatal: 'data cannot be checked' };
  }
}

/** Returns whether `data` names another record, as from a cache that mixes up its answers. */
function isAboutAnother(data: unknown, cdrId: string | undefined): boolean {
  if (cdrId === undefined || !isObject(data)) return false;
  const { cdrId: about } = isObject(data['cdr']) ? data['cdr'] : data;
  return typeof about === 'string' && about !== cdrId;
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
  const message = `the service did it, but its reply cannot be used: ${fatal ?? `data.${strict} is not as documented`}`;
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

/** Reads a body as the service's failure, if it is one. For answers whose success is not JSON. */
export function readFailureText(text: string): ParsedReply<never> | undefined {
  const envelope = parseObject(text);
  return envelope?.['ok'] === false ? readFailure(envelope) : undefined;
}

/**
 * Creates a reader of the envelope (spec §2.1). Only `ok` decides success, never the status. `cdrId`:
 * the record that the call is about, if the caller named it. A reply about another says nothing
 * about the call, and its text belongs to someone else.
 */
export function envelopeReader<Data>(row: Row<Data>, cdrId?: string): Reader<Data> {
  return async (response, context) => {
    if (isRedirect(response)) return readRedirect(response);
    const text = await readAnswer(response, context.signal);
    if (typeof text !== 'string') return text;
    const envelope = parseObject(text);
    if (envelope?.['ok'] === true) {
      if (isAboutAnother(envelope['data'], cdrId)) {
        const requestId = labelOf(envelope['requestId']);
        return { ...unexpected('the reply is about another record'), requestId };
      }
      return readSuccess(row, envelope, context, text);
    }
    const failure = envelope?.['ok'] === false ? readFailure(envelope) : undefined;
    if (failure !== undefined) return failure;
    return unexpected(
      `the response (${response.status}) is not from the service; is baseUrl right?`,
      text,
    );
  };
}
