import type { Canvas } from './canvas.ts';

/** Four colours, so two bits a pixel: paper, ink, accent, line. */
const PALETTE = [0xff, 0xff, 0xff, 0x1f, 0x29, 0x37, 0x24, 0x57, 0xc5, 0xcf, 0xd6, 0xe1];
const BITS_PER_PIXEL = 2;
const PIXELS_PER_BYTE = 8 / BITS_PER_PIXEL;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and checksum around a chunk's data. */
const CHUNK_FRAME_BYTES = 12;
const HEADER_BYTES = 13;
/** The most that one stored block of deflate holds. */
const BLOCK_MAX_BYTES = 65_535;
const BLOCK_FRAME_BYTES = 5;
/** The header and the checksum of a zlib stream. */
const ZLIB_FRAME_BYTES = 6;
/** So many bytes can be summed up before the sums outgrow a small integer. */
const SUMMED_MAX_BYTES = 3800;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

type Bytes = ArrayLike<number>;

/** The checksum of all parts together. */
function crc32(parts: readonly Bytes[]): number {
  let crc = 0xffffffff;
  for (const bytes of parts) {
    for (let at = 0; at < bytes.length; at += 1) {
      crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number);
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(at + SUMMED_MAX_BYTES, bytes.length);
    for (; at < end; at += 1) {
      low += bytes[at] as number;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

function uint32(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

const lengthOf = (parts: readonly Bytes[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0);

function concat(parts: readonly Bytes[]): Uint8Array {
  const whole = new Uint8Array(lengthOf(parts));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

function chunk(type: string, ...data: Bytes[]): Bytes[] {
  const body = [[...type].map((letter) => letter.charCodeAt(0)), ...data];
  return [uint32(lengthOf(data)), ...body, uint32(crc32(body))];
}

const rowBytes = (width: number): number => 1 + Math.ceil(width / PIXELS_PER_BYTE);

/** Every row begins with its filter: 0, none. */
function scanlinesOf({ width, height, pixels }: Canvas): Uint8Array {
  const stride = rowBytes(width);
  const lines = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const end = (y + 1) * width;
    let pixel = y * width;
    for (let at = y * stride + 1; pixel < end; at += 1) {
      let byte = 0;
      for (let shift = 8 - BITS_PER_PIXEL; shift >= 0 && pixel < end; shift -= BITS_PER_PIXEL) {
        byte |= (pixels[pixel] as number) << shift;
        pixel += 1;
      }
      lines[at] = byte;
    }
  }
  return lines;
}

/** Deflates with stored blocks, so the size depends only on the picture's size. */
function zlibStored(bytes: Uint8Array): Bytes[] {
  const parts: Bytes[] = [[0x78, 0x01]];
  for (let start = 0; start < bytes.length; start += BLOCK_MAX_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_MAX_BYTES);
    const last = start + BLOCK_MAX_BYTES >= bytes.length ? 1 : 0;
    const { length } = block;
    parts.push([last, length & 0xff, length >>> 8, ~length & 0xff, (~length >>> 8) & 0xff], block);
  }
  return [...parts, uint32(adler32(bytes))];
}

/** Returns the size in bytes of the PNG of a picture of `width` by `height` pixels. */
export function pngSizeOf(width: number, height: number): number {
  const raw = rowBytes(width) * height;
  const data = ZLIB_FRAME_BYTES + raw + BLOCK_FRAME_BYTES * Math.ceil(raw / BLOCK_MAX_BYTES);
  const chunks = [HEADER_BYTES, PALETTE.length, data, 0];
  return chunks.reduce((sum, length) => sum + CHUNK_FRAME_BYTES + length, SIGNATURE.length);
}

/**
 * Encodes a picture of at least one pixel as an indexed PNG. The same picture gives the same bytes.
 */
export function pngOf(canvas: Canvas): Uint8Array {
  const indexed = 3;
  const header = [
    ...uint32(canvas.width),
    ...uint32(canvas.height),
    BITS_PER_PIXEL,
    indexed,
    0,
    0,
    0,
  ];
  return concat([
    SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('PLTE', PALETTE),
    ...chunk('IDAT', ...zlibStored(scanlinesOf(canvas))),
    ...chunk('IEND'),
  ]);
}
