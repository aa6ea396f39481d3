import { connect, type Socket } from 'node:net';
import type { Target } from './server.ts';

const HEAD_END = '\r\n\r\n';

/** Returns the length of the answer at the start of `text`; `undefined` while it is incomplete. */
function answerLength(text: string): number | undefined {
  const headEnd = text.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(text.slice(0, 80));
  const bodyAt = headEnd + HEAD_END.length;
  const length = /content-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1];
  if (length !== undefined) return bodyAt + Number(length);
  const end = text.indexOf('\r\n0\r\n\r\n', headEnd);
  return end < 0 ? undefined : end + 7;
}

/** A connection that sends the next request as soon as it has an answer, until told to stop. */
class Connection {
  /** How long each answer took, in milliseconds. */
  readonly tookMs: number[] = [];
  readonly ended: Promise<void>;
  readonly #socket: Socket;

  constructor({ url, apiKey, path }: Target, goesOn: () => boolean) {
    const { hostname, port, host } = new URL(url);
    const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${apiKey}\r\n\r\n`;
    let asked = 0;
    const ask = (): void => {
      asked = performance.now();
      socket.write(request);
    };
    const socket = connect(Number(port), hostname, ask);
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    this.#socket = socket;
    this.ended = new Promise((resolve, reject) => {
      let text = '';
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the server hung up')));
      socket.on('data', (piece) => {
        text += piece.toString();
        const length = answerLength(text);
        if (length === undefined || text.length < length) return;
        text = text.slice(length);
        this.tookMs.push(performance.now() - asked);
        if (goesOn()) ask();
        else resolve();
      });
    });
  }

  close(): void {
    this.#socket.destroy();
  }
}

/**
 * Requests from a server over several connections for `milliseconds`. Returns the number of answers,
 * the time that passed, and the 99th percentile of the times of the answers.
 */
export async function load(
  target: Target,
  connections: number,
  milliseconds: number,
): Promise<{ readonly answers: number; readonly wallMs: number; readonly p99Ms: number }> {
  const began = performance.now();
  const goesOn = (): boolean => performance.now() - began < milliseconds;
  const lanes = Array.from({ length: connections }, () => new Connection(target, goesOn));
  try {
    await Promise.all(lanes.map(({ ended }) => ended));
    const wallMs = performance.now() - began;
    const tookMs = lanes.flatMap((lane) => lane.tookMs).sort((a, b) => a - b);
    const p99Ms = tookMs[Math.floor(tookMs.length * 0.99)] ?? Number.NaN;
    return { answers: tookMs.length, wallMs, p99Ms };
  } finally {
    for (const lane of lanes) lane.close();
  }
}
