import type { ServerResponse } from 'node:http';
import type { ControlReply } from '../../control/control-request.ts';

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Writes pieces no faster than the reader takes them, until the reader disconnects. */
async function writePieces(
  response: ServerResponse,
  pieces: (left: AbortSignal) => AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  if (response.destroyed) left.abort();
  for await (const piece of pieces(left.signal)) {
    if (left.signal.aborted) break;
    if (response.write(piece)) continue;
    await drained(response);
  }
  response.end();
}

/** Writes the reply of the control API or the page. */
export async function writeControl(reply: ControlReply, response: ServerResponse): Promise<void> {
  const { status, headers, body } = reply;
  response.writeHead(status, headers);
  if (typeof body === 'string') response.end(body);
  else await writePieces(response, body);
}
