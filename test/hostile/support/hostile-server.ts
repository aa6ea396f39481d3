import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FetchLike } from '../../../src/platform/platform.ts';
import { type RawReply, rawReplyOf } from './raw-reply.ts';
import { type RawRequest, readRequest } from './raw-request.ts';

/** One connection with one request, as the code that plays the server gets it. */
export interface Exchange {
  readonly socket: Socket;
  /** Reads the request. Never rejects; resolves to `undefined` if the client gives up. */
  read(): Promise<RawRequest | undefined>;
  /** Forwards a request to the fake, which processes it. */
  forward(request: RawRequest): Promise<RawReply>;
}

/** How one request is treated. */
export type Play = (exchange: Exchange) => Promise<void>;

/** A TCP server that speaks raw HTTP, in front of a fake. */
export interface HostileServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** How to play each request, by its index from 0. */
  script: (index: number) => Play;
  /** The fake behind the server. */
  backend: FetchLike;
  /** How many requests have begun to arrive, each on its own connection. */
  readonly requests: number;
  /** How many requests were forwarded to the fake. */
  readonly forwarded: number;
  /** Resolves when the client has released every connection that carried a request. */
  idle(): Promise<void>;
}

async function forwardTo(
  backend: FetchLike,
  origin: string,
  { method, target, headers, body }: RawRequest,
): Promise<RawReply> {
  const { host: _, connection: __, 'content-length': ___, ...rest } = headers;
  const response = await backend(origin + target, {
    method,
    headers: rest,
    redirect: 'manual',
    ...(method === 'POST' && { body: new Uint8Array(body) }),
  });
  return rawReplyOf(response);
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startHostileServer(): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const open = new Set<Socket>();
  let wake: (() => void)[] = [];
  let requests = 0;
  let forwarded = 0;
  const begin = (socket: Socket): void => {
    // Platforms open spare connections, which end without sending anything.
    if (socket.readableLength === 0) return;
    open.add(socket);
    const play = server.script(requests);
    requests += 1;
    const exchange: Exchange = {
      socket,
      read: () => readRequest(socket),
      forward: (request) => {
        forwarded += 1;
        return forwardTo(server.backend, server.url, request);
      },
    };
    play(exchange).catch(() => socket.destroy());
  };
  const tcp = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // the client may break off too
    socket.on('close', () => {
      sockets.delete(socket);
      open.delete(socket);
      if (open.size > 0) return;
      for (const each of wake) each();
      wake = [];
    });
    socket.once('readable', () => {
      begin(socket);
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const server: HostileServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    script: () => () => Promise.reject(new Error('no script')),
    backend: () => Promise.reject(new Error('no fake')),
    get requests() {
      return requests;
    },
    get forwarded() {
      return forwarded;
    },
    idle: () => {
      // What a play left unread would keep a connection that the client has ended from closing.
      for (const socket of open) socket.resume();
      return open.size === 0 ? Promise.resolve() : new Promise((resolve) => wake.push(resolve));
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      tcp.close();
      await once(tcp, 'close');
    },
  };
  return server;
}
