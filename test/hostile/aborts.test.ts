import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../../src/transport/call-options.ts';
import { connectionBehaviours } from './support/connection-behaviours.ts';
import { expectNoListener, expectNoSecret } from './support/expect-clean.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { expectedEffects } from './support/expectation.ts';
import type { HostileOperation } from './support/hostile-operations.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { type HostileServer, type Play, startHostileServer } from './support/hostile-server.ts';
import { createWorld, type HostileWorld } from './support/hostile-world.ts';
import { forwarding, honest, reset } from './support/plays.ts';

expectNoTimerLeft();

const stalls = connectionBehaviours.filter(({ timeoutMs }) => timeoutMs !== undefined);
const pairs = stalls.flatMap((behaviour) =>
  hostileOperations
    .filter(({ stage }) => behaviour.sight[stage] === 'timeout')
    .map((operation) => ({ behaviour, operation, what: behaviour.title, name: operation.name })),
);

/**
 * Returns the error of a call whose struck requests are played like this. Nothing may be left open.
 */
async function failureOf(
  server: HostileServer,
  operation: HostileOperation,
  play: Play,
  options: CallOptions & { signal: AbortSignal },
): Promise<{ error: object; world: HostileWorld }> {
  const world = createWorld(server, { collected: operation.collected ?? false });
  server.script = (index) => (index >= operation.strikeAt ? play : honest);
  const error = await operation.call(world, options).then(
    () => Promise.reject(new Error('expected a rejection')),
    (reason: unknown) => reason as object,
  );
  expectNoListener(options.signal);
  expectNoSecret(error, world.secrets);
  await server.idle();
  return { error, world };
}

describe.concurrent('the caller gives up', () => {
  it.each(pairs)('$name: $what', async ({ behaviour, operation }) => {
    await using server = await startHostileServer();
    const controller = new AbortController();
    const reason = new Error('the person went away');
    const play: Play = async (exchange) => {
      await behaviour.play(exchange);
      controller.abort(reason);
    };
    const { error, world } = await failureOf(server, operation, play, {
      signal: controller.signal,
    });
    expect(error).toMatchObject({ name: 'AbortError', outcome: 'unknown', cause: reason });
    expect(server.requests).toBe(operation.strikeAt + 1);
    const arrived = behaviour.forwards ? 1 : 0;
    expect(world.effects()).toMatchObject(expectedEffects(operation, arrived));
  });

  it.each(hostileOperations)('$name: before anything is sent', async (operation) => {
    await using server = await startHostileServer();
    const signal = AbortSignal.abort();
    const { error } = await failureOf(server, { ...operation, strikeAt: 0 }, honest, { signal });
    expect(error).toMatchObject({ name: 'AbortError', outcome: 'not_sent', attempts: 0 });
    expect(server.requests).toBe(0);
  });

  it.each(hostileOperations.filter(({ rule }) => rule !== 'once'))(
    '$name: while it waits to try again',
    async (operation) => {
      await using server = await startHostileServer();
      const controller = new AbortController();
      const world = createWorld(server, { collected: operation.collected ?? false });
      const clock = {
        now: () => world.mock.clock.now(),
        sleep: () => {
          controller.abort();
          return new Promise<void>(() => undefined); // a clock that ignores the signal
        },
      };
      const client = world.client.withOptions({ clock });
      server.script = (index) => (index < operation.strikeAt ? honest : forwarding(reset));
      const { signal } = controller;
      await expect(operation.call({ ...world, client }, { signal })).rejects.toMatchObject({
        name: 'AbortError',
        outcome: 'unknown',
      });
      expectNoListener(signal);
      await server.idle();
      expect(server.requests).toBe(operation.strikeAt + 1);
    },
  );
});

describe.concurrent('the deadline passes while an attempt is open', () => {
  const first = pairs.filter(({ operation }) => operation.strikeAt === 0);

  it.each(first)('$name: $what', async ({ behaviour, operation }) => {
    await using server = await startHostileServer();
    const { signal } = new AbortController();
    const options = { signal, deadlineMs: 100 };
    const { error, world } = await failureOf(server, operation, behaviour.play, options);
    expect(error).toMatchObject({
      name: 'TimeoutError',
      limit: 'deadlineMs',
      outcome: 'unknown',
      attempts: 1,
    });
    // On an overloaded machine the deadline may pass before the request has arrived.
    expect(server.requests).toBeLessThanOrEqual(1);
    expect(world.effects()).toMatchObject(expectedEffects(operation, server.forwarded));
  });
});
