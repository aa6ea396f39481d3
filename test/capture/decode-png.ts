import { crc32, inflateSync } from 'node:zlib';

/** A PNG, decoded by code that is independent of the encoder. */
export interface DecodedPng {
  width: number;
  height: number;
  bitsPerPixel: number;
  colourType: number;
  chunks: string[];
  /** The palette position of the pixel at `x`, `y`. */
  pixel(x: number, y: number): number;
}

const SIGNATURE = '89504e470d0a1a0a';

function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    const type = body.toString('latin1', 0, 4);
    if (crc32(body) !== png.readUInt32BE(at + 8 + length)) throw new Error(`checksum of ${type}`);
    chunks.set(type, body.subarray(4));
    at += 12 + length;
  }
  return chunks;
}

/** Decodes an indexed PNG with two bits per pixel; throws if it is not valid. */
export function decodePng(bytes: Uint8Array): DecodedPng {
  const png = Buffer.from(bytes);
  if (png.toString('hex', 0, 8) !== SIGNATURE) throw new Error('signature');
  const chunks = chunksOf(png);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const stride = 1 + Math.ceil(width / 4);
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  if (lines.length !== stride * height) throw new Error(`${lines.length} bytes of pixels`);
  return {
    width,
    height,
    bitsPerPixel: header.readUInt8(8),
    colourType: header.readUInt8(9),
    chunks: [...chunks.keys()],
    pixel: (x, y) => {
      if (lines[y * stride] !== 0) throw new Error(`filter of row ${y}`);
      return ((lines[y * stride + 1 + (x >> 2)] ?? 0) >> (6 - 2 * (x & 3))) & 3;
    },
  };
}
