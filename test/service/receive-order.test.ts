import { expect, it } from 'vitest';
import { eachDoor, type Open } from './support/each-door.ts';
import { sharedBy, tokenIn } from './support/parties.ts';
import type { World } from './support/world.ts';

const MALFORMED = { acceptance: { schemaVersion: 2 } };
const UNMET = { acceptance: { schemaVersion: 1, disclosure: { requirePresent: true } } };
const REFUSED_COLLECT = { collect: false };
const PASSTHROUGH = { billing: false, apiAccess: 'granted' } as const;

interface Scene {
  readonly world: World;
  readonly buyer: { organizationId: string; apiKey: string };
  readonly producer: { organizationId: string; apiKey: string };
  readonly cdrId: string;
  readonly token: string;
}

async function sceneOf(open: Open): Promise<Scene> {
  const world = await open();
  return { world, ...(await sharedBy(world)) };
}

/** Makes an expired Dev Mode token, to which both refusals below apply. */
async function expiredDevModeToken({ world, producer }: Scene): Promise<string> {
  const page = { pageUrl: 'https://example.com/', devMode: true };
  const autoShare = { expiresInMs: 1 };
  const token = tokenIn(world.mock.capture(producer, { ...page, autoShare }).shareUrl);
  await world.mock.clock.advance(1);
  return token;
}

async function expire({ world }: Scene): Promise<void> {
  await world.mock.clock.advance({ days: 30 });
}

eachDoor((open) => {
  it('4.6: an unknown body key is told before anything of the token', async () => {
    const { world, buyer } = await sceneOf(open);
    const reply = await world.receive(buyer, 'shr_nowhere', { x: 1 });
    expect(reply.code).toBe('INVALID_ARGUMENT');
  });

  it('4.6: malformed acceptance is told before COLLECT_REQUIRED and before the token', async () => {
    const { world, buyer } = await sceneOf(open);
    const body = { ...MALFORMED, ...REFUSED_COLLECT };
    expect((await world.receive(buyer, 'shr_nowhere', body)).code).toBe('INVALID_ARGUMENT');
  });

  it('4.6: COLLECT_REQUIRED comes before an unknown token', async () => {
    const { world, buyer } = await sceneOf(open);
    const reply = await world.receive(buyer, 'shr_nowhere', REFUSED_COLLECT);
    expect(reply.code).toBe('COLLECT_REQUIRED');
  });

  it('4.6: an unknown token is 404', async () => {
    const { world, buyer } = await sceneOf(open);
    expect((await world.receive(buyer, 'shr_nowhere')).code).toBe('NOT_FOUND');
  });

  it('4.6 rule 8: a Dev Mode token is 409 before it is expired', async () => {
    const scene = await sceneOf(open);
    const token = await expiredDevModeToken(scene);
    expect((await scene.world.receive(scene.buyer, token)).code).toBe('CDR_DEV_MODE');
  });

  it('4.6 rule 8: a Dev Mode token is 409 before it is the own one', async () => {
    const scene = await sceneOf(open);
    const token = await expiredDevModeToken(scene);
    expect((await scene.world.receive(scene.producer, token)).code).toBe('CDR_DEV_MODE');
  });

  it('4.6 rule 1: an expired token is 410 GONE before it is the own one', async () => {
    const scene = await sceneOf(open);
    await expire(scene);
    expect((await scene.world.receive(scene.producer, scene.token)).code).toBe('GONE');
  });

  it('4.6 rule 1: expiry comes before already received, also for a holder of the record', async () => {
    const scene = await sceneOf(open);
    await scene.world.receive(scene.buyer, scene.token);
    await expire(scene);
    expect(await scene.world.receive(scene.buyer, scene.token)).toMatchObject({
      status: 410,
      code: 'GONE',
    });
    expect((await scene.world.read(scene.buyer, scene.cdrId)).status).toBe(200);
  });

  it('3: a token works until the millisecond before expiresAt, and at it no more', async () => {
    const world = await open();
    const { producer, buyer, cdrId } = await sharedBy(world);
    const token = await world.tokenOf(producer, cdrId, 1000);
    const third = world.mock.addOrganization({ name: 'Third' });
    await world.mock.clock.advance(999);
    expect((await world.receive(buyer, token)).status).toBe(200);
    await world.mock.clock.advance(1);
    expect((await world.receive(third, token)).code).toBe('GONE');
  });

  it('4.6: malformed acceptance is 400 also where it was already received', async () => {
    const { world, buyer, token } = await sceneOf(open);
    await world.receive(buyer, token);
    expect((await world.receive(buyer, token, MALFORMED)).code).toBe('INVALID_ARGUMENT');
    expect((await world.receive(buyer, token, REFUSED_COLLECT)).code).toBe('COLLECT_REQUIRED');
  });

  it('4.6 rule 2: already received comes before the billing of the receiver', async () => {
    const { world, buyer, token } = await sceneOf(open);
    await world.receive(buyer, token);
    world.mock.updateOrganization(buyer, PASSTHROUGH);
    expect((await world.receive(buyer, token)).data.alreadyClaimed).toBe(true);
  });

  it('4.6 rule 2: already received answers also for a record that turned invalid', async () => {
    const { world, buyer, cdrId, token } = await sceneOf(open);
    await world.receive(buyer, token);
    world.mock.invalidate(cdrId);
    expect((await world.receive(buyer, token)).data.alreadyClaimed).toBe(true);
    expect((await world.read(buyer, cdrId)).code).toBe('CDR_INVALID');
  });

  it('4.6: own token comes before the billing of the receiver', async () => {
    const { world, producer, token } = await sceneOf(open);
    world.mock.updateOrganization(producer, PASSTHROUGH);
    expect((await world.receive(producer, token)).code).toBe('INVALID_ARGUMENT');
  });

  it('4.6: no billing comes before what is wrong with the record', async () => {
    const { world, buyer, cdrId, token } = await sceneOf(open);
    world.mock.updateOrganization(buyer, PASSTHROUGH);
    world.mock.duplicate(cdrId);
    world.mock.invalidate(cdrId);
    const { code } = await world.receive(buyer, token);
    expect(code).toBe('PASSTHROUGH_ORG_CANNOT_CLAIM');
  });

  it('7: CONFLICT comes before CDR_INVALID', async () => {
    const { world, buyer, cdrId, token } = await sceneOf(open);
    world.mock.invalidate(cdrId);
    expect((await world.receive(buyer, token)).code).toBe('CDR_INVALID');
    world.mock.duplicate(cdrId);
    expect(await world.receive(buyer, token)).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('4.6: CDR_INVALID comes before CDR_PENDING', async () => {
    const { world, producer, buyer } = await sceneOf(open);
    const page = { pageUrl: 'https://example.com/', render: 'manual', autoShare: true } as const;
    const { cdrId, shareUrl } = world.mock.capture(producer, page);
    world.mock.invalidate(cdrId);
    expect((await world.receive(buyer, tokenIn(shareUrl))).code).toBe('CDR_INVALID');
  });

  it('4.6 rule 7: CDR_PENDING comes before the acceptance criteria', async () => {
    const { world, producer, buyer } = await sceneOf(open);
    const page = { pageUrl: 'https://example.com/', render: 'manual', autoShare: true } as const;
    const token = tokenIn(world.mock.capture(producer, page).shareUrl);
    expect((await world.receive(buyer, token, UNMET)).code).toBe('CDR_PENDING');
  });

  it('4.6: CDR_INVALID comes before the acceptance criteria', async () => {
    const { world, buyer, cdrId, token } = await sceneOf(open);
    expect((await world.receive(buyer, token, UNMET)).code).toBe('CDR_ACCEPTANCE_FAILED');
    world.mock.invalidate(cdrId);
    expect((await world.receive(buyer, token, UNMET)).code).toBe('CDR_INVALID');
  });

  it('1: a record past its retention is 404', async () => {
    const world = await open();
    const year = 365 * 86_400_000;
    const createdAt = world.mock.clock.now() - 5 * year + 1000;
    const { buyer, token } = await sharedBy(world, { createdAt });
    await world.mock.clock.advance(1000);
    expect((await world.receive(buyer, token)).code).toBe('NOT_FOUND');
  });

  it('1: a record past its retention is 404 also where it was received through the token', async () => {
    const world = await open();
    const createdAt = world.mock.clock.now() - 1825 * 86_400_000 + 1000;
    const { buyer, token } = await sharedBy(world, { createdAt });
    await world.receive(buyer, token);
    await world.mock.clock.advance(999);
    expect((await world.receive(buyer, token)).data).toMatchObject({ alreadyClaimed: true });
    await world.mock.clock.advance(1);
    expect((await world.receive(buyer, token)).code).toBe('NOT_FOUND');
  });
});
