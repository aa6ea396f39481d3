import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Exchange, Play } from './hostile-server.ts';
import { chunkedHeadOf, chunkOf, headOf, type RawReply } from './raw-reply.ts';

/** Sends a complete reply and ends the connection. */
export function answerWith(socket: Socket, reply: RawReply): void {
  socket.end(Buffer.concat([Buffer.from(headOf(reply)), reply.body]));
}

/** Reads the request, forwards it to the fake, and passes the fake's reply to `then`. */
export function forwarding(then: (exchange: Exchange, reply: RawReply) => unknown): Play {
  return async (exchange) => {
    const request = await exchange.read();
    if (request !== undefined) await then(exchange, await exchange.forward(request));
  };
}

/** Reads the request without forwarding it to the fake. */
export function withholding(then: (exchange: Exchange) => unknown): Play {
  return async (exchange) => {
    const request = await exchange.read();
    if (request !== undefined) await then(exchange);
  };
}

/** Plays an honest server. */
export const honest: Play = forwarding(({ socket }, reply) => {
  answerWith(socket, reply);
});

/** Breaks off as soon as the request begins to arrive. */
export const resetUnread: Play = async ({ socket }) => {
  socket.resetAndDestroy();
};

export function reset({ socket }: Exchange): void {
  socket.resetAndDestroy();
}

/** Sends nothing more, and keeps the connection until the client releases it. */
export function silence(): void {
  // on purpose
}

/** Sends part of a reply, and closes the connection once it is written. */
export function breakOff(socket: Socket, part: Buffer | string): void {
  socket.write(part, () => socket.destroy());
}

/** Returns half of a reply's head. */
export function halfHead(reply: RawReply): string {
  const head = headOf(reply);
  return head.slice(0, head.length / 2);
}

/** Returns the head, which announces the whole length, and half of the body. */
export function halfBody(reply: RawReply): Buffer {
  const half = reply.body.subarray(0, reply.body.byteLength / 2);
  return Buffer.concat([Buffer.from(headOf(reply)), half]);
}

/** Returns the head and a first chunk, without a last one. */
export function halfChunks(reply: RawReply): Buffer {
  const half = reply.body.subarray(0, reply.body.byteLength / 2);
  return Buffer.concat([Buffer.from(chunkedHeadOf(reply)), chunkOf(half)]);
}

/** Sends the body in `pieces` pieces, one every `everyMs`; gives up when the client does. */
export function drip(socket: Socket, reply: RawReply, pieces: number, everyMs: number): void {
  socket.write(headOf(reply));
  const size = Math.ceil(reply.body.byteLength / pieces);
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(reply.body.subarray(sent, sent + size));
    sent += size;
    if (sent < reply.body.byteLength) return;
    clearInterval(timer);
    socket.end();
  }, everyMs);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

/** Writes `piece` up to `times` times, as long as the client reads. */
export async function flood(socket: Socket, piece: Buffer, times: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  for (let sent = 0; sent < times && !socket.destroyed; sent += 1) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), closed]);
  }
  socket.end();
}
