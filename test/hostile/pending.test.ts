import { describe, expect, it } from 'vitest';
import { expectNoListener } from './support/expect-clean.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { startHostileServer } from './support/hostile-server.ts';
import { createWorld, type WorldOptions } from './support/hostile-world.ts';
import { answerWith, forwarding, honest, reset } from './support/plays.ts';

expectNoTimerLeft();

/** Receives a record that is never rendered, with this `Retry-After` instead of the service's. */
async function storm(retryAfter: string | undefined, options: WorldOptions) {
  await using server = await startHostileServer();
  const world = createWorld(server, { pendingReceives: 10_000, ...options });
  server.script = () =>
    forwarding(({ socket }, reply) => {
      const headers = reply.headers.filter(([name]) => name !== 'retry-after');
      if (retryAfter !== undefined) headers.push(['retry-after', retryAfter]);
      answerWith(socket, { ...reply, headers });
    });
  const { signal } = new AbortController();
  const began = world.mock.clock.now();
  const error: unknown = await world.client.shares
    .receive(world.shareUrl, { signal })
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: 'ApiError',
    code: 'CDR_PENDING',
    status: 202,
    outcome: 'refused',
    attempts: server.requests,
  });
  expect(world.effects()).toEqual({ charges: 0, tokens: 0, shareEvents: 0 });
  expectNoListener(signal);
  await server.idle();
  return { error, waits: world.waits, waitedMs: world.mock.clock.now() - began };
}

describe('a record that stays pending (4.6 rule 7)', () => {
  it.each([
    ['0', 100],
    ['2', 2000],
    [undefined, 2000],
    ['soon', 2000],
    ['-5', 2000],
  ])('is polled within the budget when Retry-After is %s', async (retryAfter, waitMs) => {
    const { waits, waitedMs } = await storm(retryAfter, { pendingTimeoutMs: 6000 });
    expect(new Set(waits)).toEqual(new Set([waitMs]));
    expect(waits).toHaveLength(6000 / waitMs);
    expect(waitedMs).toBe(6000);
  });

  it('is not waited for where the service asks for more than the budget', async () => {
    for (const retryAfter of ['61', '86400', '9'.repeat(30)]) {
      const { error, waits } = await storm(retryAfter, {});
      expect(waits).toEqual([]);
      const asked = Math.min(Number(retryAfter) * 1000, Number.MAX_SAFE_INTEGER);
      expect(error).toMatchObject({ retryAfterMs: asked });
    }
  });

  it('is not waited for past the deadline, nor at all with a budget of 0', async () => {
    const late = await storm('2', { deadlineMs: 5000 });
    expect(late.waits).toEqual([2000, 2000]);
    const never = await storm('0', { pendingTimeoutMs: 0, maxRetries: 5 });
    expect(never.waits).toEqual([]);
  });

  it('leaves the retries for what fails in between, and charges once', async () => {
    await using server = await startHostileServer();
    const world = createWorld(server, { pendingReceives: 3, maxRetries: 1 });
    server.script = (index) => (index === 3 ? forwarding(reset) : honest);
    const receipt = await world.client.shares.receive(world.shareUrl);
    expect(receipt).toMatchObject({ alreadyClaimed: true, replayPossible: true });
    expect(server.requests).toBe(5);
    expect(world.effects()).toEqual({ charges: 1, tokens: 0, shareEvents: 1 });
  });

  it('is an error like any other to every other call', async () => {
    await using server = await startHostileServer();
    const world = createWorld(server);
    const error = { code: 'CDR_PENDING', message: 'not yet', requestId: 'req_1' };
    const body = Buffer.from(JSON.stringify({ ok: false, error }));
    server.script =
      () =>
      async ({ read, socket }) => {
        await read();
        answerWith(socket, { status: 202, headers: [['retry-after', '2']], body });
      };
    const { client, cdrId } = world;
    for (const call of [
      () => client.domains.list(),
      () => client.cdrs.get(cdrId),
      () => client.cdrs.collect(cdrId),
      () => client.cdrs.share(cdrId),
      () => client.cdrs.download(cdrId),
      () => client.request({ method: 'POST', path: '/v1/new' }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'CDR_PENDING', attempts: 1 });
    }
    expect(world.waits).toEqual([]);
  });
});
