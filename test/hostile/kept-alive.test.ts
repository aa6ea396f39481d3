import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expectNoListener } from './support/expect-clean.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { expectedEffects, MAX_RETRIES } from './support/expectation.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { type Play, startHostileServer } from './support/hostile-server.ts';
import { createWorld } from './support/hostile-world.ts';
import { honest } from './support/plays.ts';
import { headOf } from './support/raw-reply.ts';
import { RULES } from './support/rules.ts';

expectNoTimerLeft();

/** Answers one request, keeps the connection, forwards the next one to the fake, and then dies. */
const dyingWithTheSecond: Play = async ({ read, forward, socket }) => {
  const first = await read();
  if (first === undefined) return;
  const reply = await forward(first);
  const head = headOf(reply).replace('connection: close\r\n', 'connection: keep-alive\r\n');
  socket.write(Buffer.concat([Buffer.from(head), reply.body]));
  const second = await read();
  if (second !== undefined) await forward(second);
  socket.resetAndDestroy();
};

describe('a connection that was kept open and dies with the next request', () => {
  const single = hostileOperations.filter(({ requests }) => requests === 1);

  it.each(single)('$name is repeated only where that does no harm', async (operation) => {
    await using server = await startHostileServer();
    const world = createWorld(server);
    server.script = (index) => (index === 0 ? dyingWithTheSecond : honest);
    const { signal } = new AbortController();
    await world.client.domains.list({ signal });
    await setImmediate(); // until the platform has returned the connection to its pool
    await setImmediate();
    const ending: unknown = await operation
      .call(world, { signal, maxRetries: MAX_RETRIES })
      .catch((error: unknown) => error);
    const repeated = RULES['no answer'].repeated[operation.rule];
    expect(server.requests).toBe(repeated ? 2 : 1);
    if (!repeated) expect(ending).toMatchObject({ name: 'ConnectionError', outcome: 'unknown' });
    if (operation.rule === 'idempotent') expect(ending).toMatchObject({ replayPossible: true });
    expect(world.effects()).toMatchObject(expectedEffects(operation, repeated ? 2 : 1));
    expectNoListener(signal);
    await server.idle();
  });
});
