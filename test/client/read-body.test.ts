import { describe, expect, it, vi } from 'vitest';
import type { WebResponse } from '../../src/platform/platform.ts';
import { discardBody } from '../../src/transport/read-refusal.ts';
import { BodyTooLongError, readAnswer, readBody } from '../../src/transport/read-reply.ts';

const { signal: never } = new AbortController();

interface Read {
  readonly done: boolean;
  readonly value?: Uint8Array;
}

/** Makes a response that plays these reads; any read after them waits until it is cancelled. */
function slow(...reads: Read[]) {
  let end = (_: Read): void => undefined;
  const read = (): Promise<Read> =>
    reads.length > 0
      ? Promise.resolve(reads.shift() as Read)
      : new Promise((resolve) => {
          end = resolve;
        });
  const cancel = vi.fn(async (_reason: unknown) => {
    end({ done: true });
  });
  const response = { body: { getReader: () => ({ read, cancel }) } } as unknown as WebResponse;
  return { response, cancel };
}

const pieceOf = (text: string): Read => ({ done: false, value: new TextEncoder().encode(text) });
const ignore = (): void => undefined;

describe('a body', () => {
  it('is handed on piece by piece', async () => {
    const pieces: string[] = [];
    const { response } = slow(pieceOf('a'), pieceOf('bc'), { done: true });
    await readBody(response, 3, never, (piece) => {
      pieces.push(new TextDecoder().decode(piece));
    });
    expect(pieces).toEqual(['a', 'bc']);
  });

  it('that is absent yields no pieces', async () => {
    const take = vi.fn();
    await readBody(new Response(null), 3, never, take);
    expect(take).not.toHaveBeenCalled();
  });

  it('without streams is taken whole, within the same bound', async () => {
    const response = { arrayBuffer: async () => new ArrayBuffer(4) } as unknown as WebResponse;
    const take = vi.fn();
    await readBody(response, 4, never, take);
    expect(take).toHaveBeenCalledExactlyOnceWith(new Uint8Array(4));
    await expect(readBody(response, 3, never, ignore)).rejects.toBeInstanceOf(BodyTooLongError);
  });

  it('past its bound is given up, and its connection let go', async () => {
    const { response, cancel } = slow(pieceOf('ab'), pieceOf('cd'));
    const error: unknown = await readBody(response, 3, never, ignore).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(BodyTooLongError);
    expect(error).toMatchObject({ message: 'the body is longer than 3 bytes' });
    expect(cancel).toHaveBeenCalledExactlyOnceWith(error);
  });

  it('that stalls ends with the signal, for its reason', async () => {
    const { response, cancel } = slow(pieceOf('ab'));
    const stop = new AbortController();
    const reading = readBody(response, 3, stop.signal, ignore);
    const reason = new Error('too late');
    setImmediate(() => {
      stop.abort(reason);
    });
    await expect(reading).rejects.toBe(reason);
    expect(cancel).toHaveBeenCalledWith(reason);
  });

  it('that has ended is left alone by the signal', async () => {
    const { response, cancel } = slow({ done: true });
    const stop = new AbortController();
    await readBody(response, 3, stop.signal, ignore);
    stop.abort();
    expect(cancel).not.toHaveBeenCalled();
  });
});

describe('a body as text', () => {
  it.each([[''], ['äö'], ['ä', 'ö'], ['a', 'b', 'c']])('is whole: %j', async (...texts) => {
    const { response } = slow(...texts.map(pieceOf), { done: true });
    expect(await readAnswer(response, never)).toBe(texts.join(''));
  });

  it('that is absent is empty', async () => {
    expect(await readAnswer(new Response(null), never)).toBe('');
  });

  it('may break a character between two pieces', async () => {
    const bytes = new TextEncoder().encode('ä');
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1)];
    const { response } = slow(...pieces.map((value) => ({ done: false, value })), { done: true });
    expect(await readAnswer(response, never)).toBe('ä');
  });
});

describe('a body that no one reads', () => {
  it('is cancelled, where it can be', () => {
    const cancel = vi.fn(() => Promise.reject(new Error('gone')));
    discardBody({ body: { cancel } } as unknown as WebResponse);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it.each([{}, { body: null }, { body: {} }])('is left where it cannot: %j', (response) => {
    expect(() => discardBody(response as WebResponse)).not.toThrow();
  });
});
