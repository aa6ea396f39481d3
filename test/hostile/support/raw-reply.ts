/** A reply as it goes over the wire. */
export interface RawReply {
  readonly status: number;
  /** In order. A name may occur several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Returns the wire form of a `Response` of the fake. */
export async function rawReplyOf(response: Response): Promise<RawReply> {
  const headers = [...response.headers].filter(([name]) => name !== 'content-length');
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Returns status line and headers, with `content-length` and `connection: close`. */
export function headOf({ status, headers, body }: RawReply): string {
  const all = [...headers, ['content-length', body.byteLength], ['connection', 'close']];
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Said`, ...lines, '', ''].join('\r\n');
}

/** Like `headOf`, but without a stated length: the body comes in chunks. */
export function chunkedHeadOf({ status, headers }: RawReply): string {
  const all = [...headers, ['transfer-encoding', 'chunked'], ['connection', 'close']];
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Said`, ...lines, '', ''].join('\r\n');
}

/** Returns one chunk of a chunked body. */
export function chunkOf(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, CRLF]);
}

const CRLF = Buffer.from('\r\n');
