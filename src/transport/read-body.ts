import type { WebResponse } from '../platform.ts';
import { abortable } from './abortable.ts';

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

const utf8 = new TextDecoder();

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

/** Lets the connection of an unread body go. */
export function discardBody(response: WebResponse): void {
  const body = (response as Partial<Response>).body;
  if (body && typeof body.cancel === 'function') body.cancel().catch(() => undefined);
}
