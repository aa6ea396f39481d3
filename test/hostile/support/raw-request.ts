import type { Socket } from 'node:net';

/** A request as it came over the wire. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** Lower-case names. The values of a repeated name are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

/** Parses the request in `bytes`; `undefined` if it is incomplete. */
function parse(bytes: Buffer): RawRequest | undefined {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, headLength).split('\r\n');
  const [method = '', target = ''] = first.split(' ');
  const headers = headersOf(lines);
  const body = bytes.subarray(headLength + HEAD_END.length);
  if (body.byteLength < Number(headers['content-length'] ?? 0)) return undefined;
  return { method, target, headers, body };
}

/** Reads one whole request; `undefined` if the connection ends first. */
export function readRequest(socket: Socket): Promise<RawRequest | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    socket.on('close', () => {
      resolve(undefined);
    });
    socket.on('data', (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      const request = parse(bytes);
      if (request !== undefined) resolve(request);
    });
  });
}
