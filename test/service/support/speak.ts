import { connect } from 'node:net';
import type { WireReply } from './door.ts';

/** Reads the replies in what a server sent, in order. Each has its length. */
function repliesIn(sent: Buffer): WireReply[] {
  const end = sent.indexOf('\r\n\r\n');
  if (end < 0) return [];
  const [first = '', ...lines] = sent.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const after = end + 4 + Number(headers.get('content-length'));
  const reply = {
    status: Number(first.split(' ')[1]),
    headers,
    bytes: sent.subarray(end + 4, after),
  };
  return [reply, ...repliesIn(sent.subarray(after))];
}

/**
 * Sends bytes to a server as they are, and more of them after its first reply. Returns its replies
 * once it has closed the connection.
 */
export function speak(origin: string, said: string, then = ''): Promise<WireReply[]> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(said, 'latin1')));
    socket.once('data', () => socket.write(then));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => resolve(repliesIn(Buffer.concat(chunks))));
  });
}
