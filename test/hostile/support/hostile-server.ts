import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FetchLike } from '../../../src/platform.ts';
import { type RawReply, rawReplyOf } from './raw-reply.ts';
import { type RawRequest, readRequest } from './raw-request.ts';

/** One connection, and with it one request, in the hand of whoever plays the server. */
export interface Exchange {
  readonly socket: Socket;
  /** Reads the request; rejects never, resolves to nothing when the client gives up. */
  read(): Promise<RawRequest | undefined>;
  /** Hands a request to the fake behind, which does what it asks. */
  forward(request: RawRequest): Promise<RawReply>;
}

/** How one request is treated. */
export type Play = (exchange: Exchange) => Promise<void>;

/** A TCP server that speaks HTTP by hand, in front of a fake. */
export interface HostileServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** How each request is played, by its number from 0. */
  script: (index: number) => Play;
  /** The fake behind. */
  backend: FetchLike;
  /** How many requests began to arrive, each on a connection of its own. */
  readonly requests: number;
  /** How many requests were handed to the fake. */
  readonly forwarded: number;
  /** Resolves when the client has let go of every connection that carried a request. */
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
    // Platforms open connections to spare, which end without a word.
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
    socket.on('error', () => undefined); // the client breaks off as well
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
    idle: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => wake.push(resolve)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      tcp.close();
      await once(tcp, 'close');
    },
  };
  return server;
}
