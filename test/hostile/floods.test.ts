import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Behaviour } from './support/behaviour.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { flood, forwarding } from './support/plays.ts';
import { expectLastingStrike } from './support/run-case.ts';

const MEGABYTE = 1024 * 1024;
const FLOOD_MEGABYTES = 100;

/** What the client's reader, bounded at 16 MiB, and the buffers of two sockets may hold. */
const TAKEN_MAX_BYTES = 40 * MEGABYTE;

const sight = { envelope: 'foreign', redirect: 'foreign', image: 'wrong image' } as const;
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n';
const spaces = Buffer.alloc(MEGABYTE, ' ');
const bomb = gzipSync(Buffer.alloc(FLOOD_MEGABYTES * MEGABYTE), { level: 1 });

expectNoTimerLeft();

describe('a body of 100 MB', () => {
  it.each(hostileOperations)('$name reads no more than its bound', async (operation) => {
    let taken = 0;
    const behaviour: Behaviour = {
      title: 'a flood',
      play: forwarding(async ({ socket }) => {
        socket.write(`${OK}content-length: ${FLOOD_MEGABYTES * MEGABYTE}\r\n\r\n`);
        await flood(socket, spaces, FLOOD_MEGABYTES);
        taken = socket.bytesWritten;
      }),
      forwards: true,
      sight,
      enveloped: false,
    };
    await expectLastingStrike(behaviour, operation);
    expect(taken).toBeLessThan(TAKEN_MAX_BYTES);
  });
});

describe('a body of 100 MB, compressed to almost nothing', () => {
  it.each(hostileOperations)('$name reads no more than its bound', async (operation) => {
    const behaviour: Behaviour = {
      title: 'a bomb',
      play: forwarding(({ socket }) => {
        const head = `${OK}content-encoding: gzip\r\ncontent-length: ${bomb.byteLength}\r\n\r\n`;
        socket.end(Buffer.concat([Buffer.from(head), bomb]));
      }),
      forwards: true,
      sight,
      enveloped: false,
    };
    await expectLastingStrike(behaviour, operation);
  });
});
