import { builtinModule } from '../platform/builtin-module.ts';
import type { Piece, PieceSource } from './body-source.ts';

/** The part of `node:zlib` and `node:stream` that is used. */
interface Decoder extends AsyncIterable<Uint8Array> {
  destroy(): void;
}

interface Zlib {
  readonly constants: { readonly Z_SYNC_FLUSH: number; readonly BROTLI_OPERATION_FLUSH: number };
  createGunzip(options: object): Decoder;
  createBrotliDecompress(options: object): Decoder;
}

interface Stream {
  readonly Readable: { from(pieces: AsyncIterable<Uint8Array>, options: object): object };
  pipeline(streams: readonly object[], done: () => void): void;
}

/** As in `fetch`, codings can be nested up to a limit. */
const CODINGS_MAX = 5;

function decoderOf(coding: string, zlib: Zlib) {
  // A truncated body is not an error here: what arrived is decoded.
  const { Z_SYNC_FLUSH: flush, BROTLI_OPERATION_FLUSH: brotli } = zlib.constants;
  if (coding === 'gzip' || coding === 'x-gzip') {
    return zlib.createGunzip({ flush, finishFlush: flush });
  }
  if (coding === 'br') return zlib.createBrotliDecompress({ flush: brotli, finishFlush: brotli });
  return undefined;
}

async function* piecesOf(source: PieceSource): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) {
    const { done, value } = await source.read();
    if (done) return;
    yield value;
  }
}

/**
 * Decodes a body with the codings that its header names, chunk by chunk as it is read. A coding that
 * was not requested is left as it is.
 */
export function decoded(source: PieceSource, contentEncoding: string | null): PieceSource {
  if (contentEncoding === null) return source;
  const codings = contentEncoding
    .toLowerCase()
    .split(',', CODINGS_MAX + 1)
    .map((each) => each.trim());
  const zlib = builtinModule('node:zlib') as Zlib | undefined;
  const stream = builtinModule('node:stream') as Stream | undefined;
  if (zlib === undefined || stream === undefined || codings.length > CODINGS_MAX) return source;
  const decoders = codings.reverse().map((coding) => decoderOf(coding, zlib));
  if (!decoders.every((each) => each !== undefined)) return source;
  const last = decoders.at(-1);
  if (last === undefined) return source;
  const pipes = [stream.Readable.from(piecesOf(source), { objectMode: false }), ...decoders];
  stream.pipeline(pipes, () => undefined); // the reader gets its error
  const pieces = last[Symbol.asyncIterator]();
  return {
    read: () => pieces.next() as Promise<Piece>,
    cancel() {
      source.cancel();
      for (const decoder of decoders) decoder.destroy();
    },
  };
}
