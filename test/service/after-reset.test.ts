import { expect, it } from 'vitest';
import { createMockService } from '../../mock/index.ts';
import { eachDoor } from './support/each-door.ts';

const SAYS_SO = /reset\(\) or restore\(\) removed this API key/;

eachDoor((open) => {
  it('5.6: after reset() the key of an organization that was added before it is a 401 that says so', async () => {
    const world = await open();
    const before = world.mock.addOrganization({ name: 'Before' });
    expect((await world.domains(before)).status).toBe(200);
    world.mock.reset();
    world.forgetRequestIds();
    const { status, code, error } = await world.domains(before);
    expect({ status, code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect(error.message).toMatch(SAYS_SO);
    expect(error.message).not.toContain(before.apiKey.split('.')[1]);
  });

  it('5.6: a key that never was is told apart from one that was', async () => {
    const world = await open();
    world.mock.addOrganization({ name: 'Before' });
    world.mock.reset();
    expect((await world.domains('key_unknown.secret')).error.message).not.toMatch(SAYS_SO);
  });

  it('5.6: so is a key that came after the state that restore() goes back to, over several', async () => {
    const world = await open();
    const empty = world.mock.snapshot();
    const gone = world.mock.addOrganization({ name: 'Gone' });
    world.mock.restore(empty);
    world.mock.restore(JSON.parse(JSON.stringify(empty)));
    world.forgetRequestIds();
    expect((await world.domains(gone)).error.message).toMatch(SAYS_SO);
  });

  it('5.6: a key that is there after all works, and what is revoked is said to be revoked', async () => {
    const world = await open({ idSeed: 'repeats' });
    const first = world.mock.addOrganization({ name: 'First' });
    world.mock.reset();
    world.forgetRequestIds();
    // The same ids again, by the seed.
    const again = world.mock.addOrganization({ name: 'First' });
    expect(again.apiKey).toBe(first.apiKey);
    expect((await world.domains(first)).status).toBe(200);
    world.mock.revokeApiKey(again.apiKey);
    expect((await world.domains(first)).error.message).toMatch(/was revoked/);
  });
});

it('no more than the last thousand keys are told by', async () => {
  const { FormerKeys } = await import('../../mock/engine/former-keys.ts');
  const { createWorld } = await import('../../mock/world/world.ts');
  const former = new FormerKeys();
  const worldWith = (...keyIds: string[]) => {
    const world = createWorld(0, 'seed');
    for (const keyId of keyIds) {
      const rest = { secret: 's', organizationId: 'o', sequence: 1, revokedAt: null };
      world.keys.set([keyId], { keyId, ...rest });
    }
    return world;
  };
  const empty = worldWith();
  former.keep(worldWith('first'), empty);
  for (let count = 0; count < 999; count += 1) former.keep(worldWith(`key_${count}`), empty);
  expect(former.has('first')).toBe(true);
  former.keep(worldWith('last'), empty);
  expect([former.has('first'), former.has('key_0'), former.has('last')]).toEqual([
    false,
    true,
    true,
  ]);
});

it.each(['reset', 'restore'] as const)(
  'a request whose body arrives across %s() acts on neither world',
  async (how) => {
    const mock = createMockService({ seed: 'demo' });
    const before = mock.snapshot();
    const counted = () => [mock.charges().length, mock.shareEvents().length];
    const untouched = counted();
    const body = new ReadableStream({
      pull(controller) {
        if (how === 'reset') mock.reset();
        else mock.restore(before);
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    });
    const headers = { 'x-api-key': 'acme.demo-only' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const reply = await mock.fetch(mock.url('shares.receive', 'shr_demo_live'), init);
    expect(reply.status).toBe(412);
    expect(await reply.json()).toMatchObject({ error: { code: 'FAILED_PRECONDITION' } });
    expect(counted()).toEqual(untouched);
  },
);
