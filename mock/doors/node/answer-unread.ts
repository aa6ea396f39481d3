import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { failureReply } from '../../api/core-message.ts';
import { write } from './http-message.ts';

/**
 * The longest request line with its headers. Node's own bound is 16 KiB; through the other doors a
 * query has none, so that a longer one gets the service's answer here too.
 */
export const HEAD_MAX_BYTES = 1_048_576;

/** How long a peer that has been answered for the last time may still send. */
const PARTING_MS = 1000;

const HEAD = /^([\w!#$%&'*+.^`|~-]+) (\S+) HTTP\/1\.[01]\r?\n([^]*?)(?:\r?\n\r?\n|$)/;

/** Answers one request, as the server's own listener does. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The parts of Node's error about a request that it could not parse. */
interface Unread extends Error {
  readonly code?: string;
  /** Where in `rawPacket` the parser stopped. */
  readonly bytesParsed?: number;
  readonly rawPacket?: Uint8Array;
}

/** Connections that end: answered for the last time, and read until the peer has read that. */
class Parting {
  readonly #sockets = new Set<Socket>();

  /** Ends a connection. Closed with unread bytes, it could be reset before its answer is read. */
  end(socket: Socket): void {
    this.#sockets.add(socket);
    const timer = setTimeout(() => socket.destroy(), PARTING_MS).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.#sockets.delete(socket);
    });
    socket.on('error', () => undefined);
    socket.resume().end();
  }

  /** Makes the response to a request that Node left without one: the last on its connection. */
  lastResponse(request: IncomingMessage, socket: Socket): ServerResponse {
    const response = new (process.getBuiltinModule('node:http').ServerResponse)(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    return response.once('finish', () => {
      response.detachSocket(socket);
      this.end(socket);
    });
  }

  readonly close = (): void => {
    for (const socket of this.#sockets) socket.destroy();
  };
}

/** Returns the request whose method Node does not know; `undefined` if nothing there is a request. */
function requestIn({ rawPacket, bytesParsed = 0 }: Unread, socket: Socket) {
  const text = Buffer.from(rawPacket ?? []).toString('latin1');
  const [, method, url, lines = ''] =
    HEAD.exec(text.slice(text.slice(0, bytesParsed).lastIndexOf('\n') + 1)) ?? [];
  if (method === undefined || url === undefined) return undefined;
  const request = new (process.getBuiltinModule('node:http').IncomingMessage)(socket);
  Object.assign(request, { method, url, complete: true });
  for (const line of lines.split('\n')) {
    const [name = '', ...rest] = line.split(':');
    request.headers[name.toLowerCase()] ??= rest.join(':').trim();
  }
  request.push(null);
  return request;
}

/** Refuses what is no request, or not a whole one, in the service's envelope. */
function refuse(request: IncomingMessage, response: ServerResponse, error: Unread, now: number) {
  const message =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? `the request line and its headers are longer than ${HEAD_MAX_BYTES} bytes`
      : 'this is not a request in HTTP/1.1, or it broke off';
  write(
    failureReply({ status: 400, code: 'INVALID_ARGUMENT', message }, 'req_none', now),
    request,
    response,
  );
}

/**
 * Makes a server answer what Node would answer by itself, without the service's envelope and
 * headers: a method that Node does not know, an `Expect` that it does not, CONNECT, a head that is
 * too long, bytes that are no request.
 *
 * @returns a function that closes the connections that Node no longer knows.
 */
export function answerUnread(server: Server, answer: Answer, now: () => number): () => void {
  const parting = new Parting();
  // Node would drop the headers after the 2,000th, and with them the key.
  server.maxHeadersCount = 0;
  const latest = new WeakMap<object, { request: IncomingMessage; response: ServerResponse }>();
  server.on('request', (request, response) => {
    latest.set(request.socket, { request, response });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (request) => {
    request.socket.on('error', () => undefined);
    answer(request, parting.lastResponse(request, request.socket));
  });

  function answerHead(error: Unread, socket: Socket): void {
    if (!socket.writable) return;
    const { IncomingMessage: Message } = process.getBuiltinModule('node:http');
    const known = error.code === 'HPE_INVALID_METHOD' ? requestIn(error, socket) : undefined;
    const request = known ?? new Message(socket);
    const response = parting.lastResponse(request, socket);
    if (known === undefined) refuse(request, response, error, now());
    else answer(known, response);
  }

  const { Socket: NetSocket } = process.getBuiltinModule('node:net');
  server.on('clientError', (error: Unread, socket) => {
    if (!(socket instanceof NetSocket)) return;
    // The peer has gone, has said nothing in time, or has been answered for the last time already.
    if (!socket.writable || socket.bytesRead === 0 || error.code === 'ECONNRESET') {
      if (!socket.writableEnded) socket.destroy();
      return;
    }
    const { request, response } = latest.get(socket) ?? {};
    if (request === undefined || response === undefined) answerHead(error, socket);
    else if (request.complete && response.closed) answerHead(error, socket);
    else if (request.complete) response.once('close', () => answerHead(error, socket));
    else if (response.headersSent) parting.end(socket);
    else {
      // Its reader waits for the rest; Node no longer tells it that the connection has ended.
      socket.once('close', () => request.destroy());
      response.once('finish', () => parting.end(socket));
      refuse(request, response, error, now());
    }
  });
  return parting.close;
}
