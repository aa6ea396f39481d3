import type { Behaviour } from './behaviour.ts';
import {
  breakOff,
  drip,
  forwarding,
  halfBody,
  halfChunks,
  halfHead,
  reset,
  resetUnread,
  silence,
  withholding,
} from './plays.ts';
import { chunkedHeadOf, chunkOf, headOf } from './raw-reply.ts';
import type { Sight } from './rules.ts';

const TIMEOUT_MS = 100;

const every = (sight: Sight) => ({ envelope: sight, redirect: sight, image: sight });
/** A redirect is answered once its headers have arrived, because its body is not read. */
const inBody = (sight: Sight) => ({ ...every(sight), redirect: 'answer' as const });

const cuts: Omit<Behaviour, 'enveloped'>[] = [
  {
    title: 'reset before the request is read',
    play: resetUnread,
    forwards: false,
    sight: every('no answer'),
  },
  {
    title: 'reset after the request is read, before the service sees it',
    play: withholding(reset),
    forwards: false,
    sight: every('no answer'),
  },
  {
    title: 'closed without a word before the service sees the request',
    play: withholding(({ socket }) => socket.destroy()),
    forwards: false,
    sight: every('no answer'),
  },
  {
    title: 'done, then reset before the answer',
    play: forwarding(reset),
    forwards: true,
    sight: every('no answer'),
  },
  {
    title: 'done, then broken off within the headers',
    play: forwarding(({ socket }, reply) => {
      breakOff(socket, halfHead(reply));
    }),
    forwards: true,
    sight: every('no answer'),
  },
  {
    title: 'done, then broken off within a body of stated length',
    play: forwarding(({ socket }, reply) => {
      breakOff(socket, halfBody(reply));
    }),
    forwards: true,
    sight: inBody('no answer'),
  },
  {
    title: 'done, then broken off within a chunked body',
    play: forwarding(({ socket }, reply) => {
      breakOff(socket, halfChunks(reply));
    }),
    forwards: true,
    sight: inBody('no answer'),
  },
  {
    title: 'done, then two lengths that contradict each other',
    play: forwarding(({ socket }, reply) => {
      const headers = [...reply.headers, ['content-length', '1']] as typeof reply.headers;
      socket.end(Buffer.concat([Buffer.from(headOf({ ...reply, headers })), reply.body]));
    }),
    forwards: true,
    sight: every('no answer'),
  },
  {
    title: 'done, then something that is not HTTP',
    play: forwarding(({ socket }) => {
      socket.end('SSH-2.0-OpenSSH_9.9\r\n');
    }),
    forwards: true,
    sight: every('no answer'),
  },
];

const stalls: Omit<Behaviour, 'enveloped'>[] = [
  {
    title: 'silence before the service sees the request',
    play: withholding(silence),
    forwards: false,
    sight: every('timeout'),
    timeoutMs: TIMEOUT_MS,
  },
  {
    title: 'done, then silence before the headers',
    play: forwarding(silence),
    forwards: true,
    sight: every('timeout'),
    timeoutMs: TIMEOUT_MS,
  },
  {
    title: 'done, then silence after the headers',
    play: forwarding(({ socket }, reply) => socket.write(headOf(reply))),
    forwards: true,
    sight: inBody('timeout'),
    timeoutMs: TIMEOUT_MS,
  },
  {
    title: 'done, then silence within the body',
    play: forwarding(({ socket }, reply) => socket.write(halfChunks(reply))),
    forwards: true,
    sight: inBody('timeout'),
    timeoutMs: TIMEOUT_MS,
  },
  {
    title: 'done, then a body that drips for longer than the timeout',
    play: forwarding(({ socket }, reply) => {
      drip(socket, { ...reply, body: reply.body.subarray(0, 40) }, 40, 20);
    }),
    forwards: true,
    sight: inBody('timeout'),
    timeoutMs: TIMEOUT_MS,
  },
];

const harmless: Omit<Behaviour, 'enveloped'>[] = [
  {
    title: 'done, and answered drop by drop within the timeout',
    play: forwarding(({ socket }, reply) => {
      drip(socket, reply, 8, 1);
    }),
    forwards: true,
    sight: every('answer'),
  },
  {
    title: 'done, and answered in a chunk for each byte',
    play: forwarding(({ socket }, reply) => {
      const chunks = [...reply.body].map((byte) => chunkOf(Buffer.from([byte])));
      socket.end(Buffer.concat([Buffer.from(chunkedHeadOf(reply)), ...chunks, LAST_CHUNK]));
    }),
    forwards: true,
    sight: every('answer'),
  },
];

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** What can go wrong with a connection. */
export const connectionBehaviours: readonly Behaviour[] = [...cuts, ...stalls, ...harmless].map(
  (behaviour) => ({ ...behaviour, enveloped: false }),
);
