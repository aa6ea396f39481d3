import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How a server answers one request, and what happens to the connection. */
export interface Strike {
  readonly status: number;
  /** How much of the answer is sent, from nothing (0) to all of it (1). */
  readonly part: number;
  /** What happens afterwards. A connection that is kept serves the next requests. */
  readonly then: 'keep' | 'end' | 'reset';
  /** Does not even wait for the head of the request. */
  readonly unread: boolean;
  readonly body: string;
}

/** A server that speaks raw HTTP and counts what arrives, on any connection. */
export interface CountingServer extends AsyncDisposable {
  /**
   * Its address for clients of the strike, with a path of its own: what clients of earlier ones sent may
   * arrive late.
   */
  readonly url: string;
  /** How each request is answered from now on. Setting it resets the count, and changes `url`. */
  strike: Strike;
  /** How many POST requests to `url` have begun to arrive. */
  readonly posts: number;
}

const REQUEST_LINE = /(?:GET|POST) \S+ HTTP\/1\.1\r\n/g;

function answerTo({ status, part, body }: Strike): string {
  const head = [
    `HTTP/1.1 ${status} Said`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'retry-after: 0',
  ];
  const whole = [...head, '', body].join('\r\n');
  return whole.slice(0, Math.round(whole.length * part));
}

function finish(socket: Socket, { then }: Strike): void {
  if (then === 'reset') socket.resetAndDestroy();
  else if (then === 'end') socket.end();
}

/** Starts a counting server on a free port of 127.0.0.1. */
export async function startCountingServer(strike: Strike): Promise<CountingServer> {
  const sockets = new Set<Socket>();
  let current = strike;
  let posts = 0;
  let strikes = 1;
  const tcp = createServer({ noDelay: true }, (socket) => {
    let text = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      const lines = text.match(REQUEST_LINE) ?? [];
      if (lines.length === 0) return;
      posts += lines.filter((line) => line.startsWith(`POST /strike-${strikes}/`)).length;
      const rest = text.slice(text.lastIndexOf('HTTP/1.1\r\n'));
      if (!current.unread && !rest.includes('\r\n\r\n')) return;
      text = '';
      socket.write(answerTo(current), () => finish(socket, current));
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  return {
    get url() {
      return `http://127.0.0.1:${(tcp.address() as AddressInfo).port}/strike-${strikes}`;
    },
    get strike() {
      return current;
    },
    set strike(next) {
      [current, posts] = [next, 0];
      strikes += 1;
    },
    get posts() {
      return posts;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}
