import { describe, expect, it } from 'vitest';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { expectedEffects } from './support/expectation.ts';
import { type HostileOperation, hostileOperations } from './support/hostile-operations.ts';
import { startHostileServer } from './support/hostile-server.ts';
import { createWorld, type HostileWorld } from './support/hostile-world.ts';
import { answerWith, honest, withholding } from './support/plays.ts';

expectNoTimerLeft();

/** Answers the struck request once with 429 and this `Retry-After`. Returns how the call ends. */
async function afterOne429(
  operation: HostileOperation,
  headers: (readonly [string, string])[],
  options: { deadlineMs?: number } = {},
): Promise<{ world: HostileWorld; error: unknown; requests: number }> {
  await using server = await startHostileServer();
  const world = createWorld(server, { collected: operation.collected ?? false });
  const busy = withholding(({ socket }) => {
    answerWith(socket, { status: 429, headers, body: Buffer.from('slow down') });
  });
  server.script = (index) => (index === operation.strikeAt ? busy : honest);
  const error: unknown = await operation.call(world, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await server.idle();
  return { world, error, requests: server.requests };
}

const lastInstant = 'Tue, 06 Jan 2026 12:00:00 GMT';

describe.concurrent.each(hostileOperations)('$name after a 429', (operation) => {
  const { strikeAt, requests } = operation;

  it.each([
    ['3', 3000],
    ['240', 240_000],
    ['300', 300_000],
  ])('never waits less than Retry-After: %s', async (value, askedMs) => {
    const { world, error } = await afterOne429(operation, [['retry-after', value]]);
    expect(error).toBeUndefined();
    expect(world.waits).toEqual([askedMs]);
    expect(world.effects()).toMatchObject(expectedEffects(operation, 1));
  });

  it('measures a date from the reply, whatever the time is here', async () => {
    const date = ['date', 'Tue, 06 Jan 2026 11:59:50 GMT'] as const;
    const { world } = await afterOne429(operation, [['retry-after', lastInstant], date]);
    expect(world.waits).toEqual([10_000]);
  });

  it.each(['0', 'soon', '-5', '1.5', '0x10', ''])(
    'backs off by its own measure after: "%s"',
    async (value) => {
      const { world, error } = await afterOne429(operation, [['retry-after', value]]);
      expect(error).toBeUndefined();
      const [waitMs] = world.waits;
      expect(waitMs).toBeGreaterThanOrEqual(250);
      expect(waitMs).toBeLessThanOrEqual(500);
    },
  );

  it('gives up at once where the wait would pass the deadline', async () => {
    const {
      error,
      world,
      requests: made,
    } = await afterOne429(operation, [['retry-after', '60']], { deadlineMs: 60_000 });
    expect(error).toMatchObject({ retryAfterMs: 60_000, outcome: 'refused', status: 429 });
    expect(world.waits).toEqual([]);
    expect(made).toBe(strikeAt + 1);
    expect(world.effects()).toMatchObject({ charges: 0, tokens: 0 });
  });

  it.each([
    ['301', 301_000],
    ['86400', 86_400_000],
    ['9'.repeat(40), Number.MAX_SAFE_INTEGER],
  ])('gives up at once rather than wait for more than five minutes: %s', async (value, askedMs) => {
    const { error, world } = await afterOne429(operation, [['retry-after', value]]);
    expect(error).toMatchObject({ retryAfterMs: askedMs, outcome: 'refused' });
    expect(world.waits).toEqual([]);
  });

  it('needs no more than one request more', async () => {
    const { requests: made } = await afterOne429(operation, []);
    expect(made).toBe(requests + 1);
  });
});
