import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectNoListener, expectNoSecret } from './support/expect-clean.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { type HostileOperation, hostileOperations } from './support/hostile-operations.ts';
import { type HostileServer, startHostileServer } from './support/hostile-server.ts';
import { createWorld, type HostileWorld } from './support/hostile-world.ts';
import { way } from './support/way.ts';

expectNoTimerLeft();

/**
 * Holds a port on which nothing listens. It is our end of a connection, so that no other process is
 * given it meanwhile.
 */
async function closedPort(): Promise<{ port: number } & AsyncDisposable> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const held = connect((other.address() as AddressInfo).port, '127.0.0.1');
  await once(held, 'connect');
  return {
    port: held.localPort ?? 0,
    async [Symbol.asyncDispose]() {
      held.destroy();
      other.close();
      await once(other, 'close');
    },
  };
}

/** Returns the failure of a call whose requests all go to `origin`. */
async function failureAt(
  origin: string,
  server: HostileServer,
  operation: HostileOperation,
  maxRetries: number,
): Promise<{ error: object; world: HostileWorld }> {
  const world = createWorld(server);
  // A share URL is bound to the origin that made it, but its path works for any.
  const shareUrl = new URL(world.shareUrl).pathname;
  const client = world.client.withOptions({ baseUrl: origin });
  const { signal } = new AbortController();
  const call = operation.call({ ...world, client, shareUrl }, { signal, maxRetries });
  const error = await call.then(
    () => Promise.reject(new Error('expected a rejection')),
    (reason: unknown) => reason as object,
  );
  expectNoListener(signal);
  expectNoSecret(error, world.secrets);
  return { error, world };
}

const firstRequests = hostileOperations.filter(({ strikeAt }) => strikeAt === 0);

describe('a port where no one listens', () => {
  it.each(firstRequests)(
    '$name: nothing was sent, so that all may be repeated',
    async (operation) => {
      await using server = await startHostileServer();
      await using closed = await closedPort();
      const origin = `http://127.0.0.1:${closed.port}`;
      for (const maxRetries of [0, 2]) {
        const { error, world } = await failureAt(origin, server, operation, maxRetries);
        expect(error).toMatchObject({
          name: 'ConnectionError',
          outcome: 'not_sent',
          attempts: 1 + maxRetries,
          operation: operation.operation,
        });
        expect(world.effects()).toEqual({ charges: 0, tokens: 0, shareEvents: 0 });
      }
    },
  );
});

// undici itself refuses no port.
describe.runIf(way.fetch === undefined)('a port that fetch refuses', () => {
  it.each(firstRequests)('$name: nothing was sent', async (operation) => {
    await using server = await startHostileServer();
    const origin = 'http://127.0.0.1:6666';
    for (const maxRetries of [0, 2]) {
      const { error, world } = await failureAt(origin, server, operation, maxRetries);
      expect(error).toMatchObject({
        name: 'ConnectionError',
        outcome: 'not_sent',
        message: `${operation.operation}: could not connect to ${origin}: bad port`,
        attempts: 1 + maxRetries,
      });
      expect(world.effects()).toEqual({ charges: 0, tokens: 0, shareEvents: 0 });
    }
  });
});
