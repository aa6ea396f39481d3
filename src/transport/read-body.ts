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
  const accept = async (piece: Uint8Array): Promise<void> => {
    length += piece.byteLength;
    if (length > maxBytes) throw new BodyTooLongError(`the body is longer than ${maxBytes} bytes`);
    await take(piece);
  };
  const body = (response as Partial<Response>).body;
  if (body === null) return;
  if (typeof body?.getReader !== 'function') {
    // A `fetch` of the user's own may answer without streams.
    await accept(new Uint8Array(await abortable(response.arrayBuffer(), signal)));
    return;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal);
      if (done) return;
      await accept(value);
    }
  } catch (error) {
    reader.cancel(error).catch(() => undefined); // lets the connection go
    throw error;
  }
}

/** The whole body as text (UTF-8). */
export async function readText(
  response: WebResponse,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  await readBody(response, maxBytes, signal, (piece) => {
    parts.push(decoder.decode(piece, { stream: true }));
  });
  parts.push(decoder.decode());
  return parts.join('');
}

/** Lets the connection of an unread body go. */
export function discardBody(response: WebResponse): void {
  const body = (response as Partial<Response>).body;
  if (body && typeof body.cancel === 'function') body.cancel().catch(() => undefined);
}
