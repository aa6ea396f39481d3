/** A reply as it goes over the wire. */
export interface RawReply {
  readonly status: number;
  /** In order, and a name as often as is wished. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** What a `Response` of the fake is on the wire. */
export async function rawReplyOf(response: Response): Promise<RawReply> {
  const headers = [...response.headers].filter(([name]) => name !== 'content-length');
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Status line and headers, the length of the body and the end of the connection among them. */
export function headOf({ status, headers, body }: RawReply): string {
  const all = [...headers, ['content-length', body.byteLength], ['connection', 'close']];
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Said`, ...lines, '', ''].join('\r\n');
}

/** The same without a stated length: the body comes in chunks. */
export function chunkedHeadOf({ status, headers }: RawReply): string {
  const all = [...headers, ['transfer-encoding', 'chunked'], ['connection', 'close']];
  const lines = all.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Said`, ...lines, '', ''].join('\r\n');
}

/** One chunk of a chunked body. */
export function chunkOf(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.byteLength.toString(16)}\r\n`), piece, CRLF]);
}

const CRLF = Buffer.from('\r\n');
