/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-return -- JSON as a script in another language sees it */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConsentEvidence } from '../../src/index.ts';
import { BEGIN, type Desk, openDesk } from './support/desk.ts';
import { rawRequest } from './support/raw-request.ts';

interface World {
  readonly worldId: string;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly now: number;
  readonly running: boolean;
  readonly env: Readonly<Record<string, string>>;
}

async function openWorld(desk: Desk, body: object = {}): Promise<World> {
  const { status, json } = await desk.post('/worlds', body);
  expect(status).toBe(200);
  return json as World;
}

/** Sends a request to the control API of a world. */
async function inWorld(world: World, method: string, path: string, body?: object) {
  const { origin, pathname } = new URL(world.controlUrl);
  const reply = await rawRequest(origin, {
    ...{ method, target: pathname + path, headers: { 'content-type': 'application/json' } },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: reply.status, json: JSON.parse(reply.text) };
}

/** A client of the world's organization whose variables these are. */
function clientOf(world: World, organization: string, desk: Desk): ConsentEvidence {
  const apiKey = world.env[`CONSENT_EVIDENCE_${organization}_API_KEY`] ?? '';
  return new ConsentEvidence({ apiKey, baseUrl: world.baseUrl, clock: desk.mock.clock });
}

const PAIR = {
  organizations: [
    { organizationId: 'seller', name: 'Seller', apiKey: 'seller.fixed', autoCollect: false },
    { organizationId: 'buyer', name: 'Buyer' },
  ],
};

describe('worlds beside the server’s own', () => {
  it('each plays a whole story below its own base URL, and no other sees any of it', async () => {
    const desk = await openDesk({ seed: PAIR });
    const [one, other] = [await openWorld(desk), await openWorld(desk)];
    const page = { organization: 'seller', preset: 'checkedBox', page: { autoShare: true } };
    const { shareUrl, cdrId } = (await inWorld(one, 'POST', '/captures', page)).json;
    expect(shareUrl.startsWith(`${one.baseUrl}/v1/shares/`)).toBe(true);
    const buyer = clientOf(one, 'BUYER', desk);
    expect(await buyer.shares.receive(shareUrl)).toMatchObject({ cdrId, alreadyClaimed: false });
    const image = await buyer.cdrs.download(cdrId);
    expect(image.bytes.length).toBeGreaterThan(100);
    const charges = async (world: World) => (await inWorld(world, 'GET', '/charges')).json.total;
    expect([await charges(one), await charges(other)]).toEqual([1, 0]);
    expect((await desk.get('/charges')).json.total).toBe(0);
    await expect(clientOf(other, 'SELLER', desk).cdrs.get(cdrId)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('has keys of its own where the seed sets none, and its variables name them', async () => {
    const desk = await openDesk(
      { seed: PAIR, idSeed: undefined },
      { controlToken: 'correct-horse' },
    );
    const headers = { authorization: 'Bearer correct-horse' };
    const asked = () => desk.send('POST', '/worlds', { body: {}, headers });
    const [one, other] = (await Promise.all([asked(), asked()])).map(({ json }) => json as World);
    expect(one?.env).toMatchObject({
      CONSENT_EVIDENCE_API_KEY: 'seller.fixed',
      CONSENT_EVIDENCE_BASE_URL: one?.baseUrl,
      CONSENT_EVIDENCE_CONTROL_URL: one?.controlUrl,
      CONSENT_EVIDENCE_CONTROL_TOKEN: 'correct-horse',
    });
    const key = 'CONSENT_EVIDENCE_BUYER_API_KEY';
    expect(one?.env[key]).toMatch(/^key_/);
    expect(one?.env[key]).not.toBe(other?.env[key]);
  });

  it('has a clock of its own, and goes back to its own beginning', async () => {
    const desk = await openDesk({ seed: 'demo' });
    const now = '2027-03-01T08:00:00+01:00';
    const frozen = await openWorld(desk, { now });
    expect(frozen).toMatchObject({ now: Date.parse(now), running: false });
    expect(await openWorld(desk, { now: BEGIN + 1, running: true })).toMatchObject({
      running: true,
    });
    expect(await openWorld(desk)).toMatchObject({ now: BEGIN, running: false });
    await inWorld(frozen, 'POST', '/clock/advance', { days: 40 });
    await inWorld(frozen, 'POST', '/organizations', { name: 'Late', organizationId: 'late' });
    expect((await desk.get('/clock')).json.now).toBe(BEGIN);
    expect((await inWorld(frozen, 'POST', '/reset')).json.now).toBe(Date.parse(now));
    expect((await inWorld(frozen, 'GET', '/organizations/late')).status).toBe(404);
  });

  it('differs as it was told to: another seed, other readings, ids that repeat', async () => {
    const desk = await openDesk({ readings: { metadataKeyCase: 'folded' }, idSeed: undefined });
    const changes = { seed: PAIR, readings: { collectFalse: 'defer' }, idSeed: 'x' };
    const [one, same] = [await openWorld(desk, changes), await openWorld(desk, changes)];
    expect(one.env).toMatchObject({ CONSENT_EVIDENCE_SELLER_API_KEY: 'seller.fixed' });
    expect(one.env['CONSENT_EVIDENCE_BUYER_API_KEY']).toBe(
      same.env['CONSENT_EVIDENCE_BUYER_API_KEY'],
    );
    const { readings } = (await inWorld(one, 'GET', '/readings')).json;
    const valueOf = (name: string) =>
      readings.find((each: { name: string }) => each.name === name).value;
    expect([valueOf('collectFalse'), valueOf('metadataKeyCase')]).toEqual(['defer', 'folded']);
  });

  it('is the same for all who name it, also in another world, and others get others', async () => {
    const desk = await openDesk();
    const first = await openWorld(desk, { name: 'gw0' });
    expect(await openWorld(desk, { name: 'gw0' })).toEqual(first);
    expect((await inWorld(first, 'POST', '/worlds', { name: 'gw0' })).json).toEqual(first);
    expect((await openWorld(desk, { name: 'gw1' })).worldId).not.toBe(first.worldId);
    const { worlds } = (await desk.get('/worlds')).json;
    expect(worlds.map(({ name }: { name: string }) => name)).toEqual(['gw0', 'gw1']);
  });

  it('can be asked for at the address without /api, too', async () => {
    const desk = await openDesk();
    const reply = await rawRequest(desk.served.url, { method: 'POST', target: '/_mock/worlds' });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.text)).toMatchObject({ name: null });
  });

  it('delivers its own events, signed, while it lasts', async () => {
    const received: string[] = [];
    const webhookFetch = (url: string, init: RequestInit): Promise<Response> => {
      received.push(new Headers(init.headers).get('x-webhook-signature') ?? url);
      return Promise.resolve(new Response(null, { status: 200 }));
    };
    const webhook = { url: 'http://127.0.0.1:9/hooks', secret: 'whsec_of_a_test' };
    const seed = { organizations: [{ organizationId: 'seller', name: 'Seller', webhook }] };
    const desk = await openDesk({ seed, webhookFetch: webhookFetch as never });
    const world = await openWorld(desk);
    const page = { organization: 'seller', preset: 'checkedBox' };
    await inWorld(world, 'POST', '/captures', page);
    await inWorld(world, 'POST', '/clock/advance', {});
    expect(received).toHaveLength(1);
    await inWorld(world, 'POST', '/captures', page);
    await desk.send('DELETE', `/worlds/${world.worldId}`);
    await desk.post('/clock/advance', { days: 1 });
    expect(received).toHaveLength(1);
  });
});

/** Checks that a world is gone for the service and the control API alike. */
async function expectGone(desk: Desk, world: World): Promise<void> {
  const client = new ConsentEvidence({ apiKey: 'seller.fixed', baseUrl: world.baseUrl });
  await expect(client.domains.list()).rejects.toMatchObject({
    ...{ status: 403, code: 'FORBIDDEN', message: expect.stringContaining(world.worldId) },
  });
  const { status, json } = await inWorld(world, 'GET', '/clock');
  expect([status, json.error.code]).toEqual([410, 'WORLD_GONE']);
  expect(json.error.message).toContain('POST /_mock/worlds');
  expect((await desk.send('DELETE', `/worlds/${world.worldId}`)).code).toBe('WORLD_GONE');
}

describe('a world that is gone', () => {
  it('was deleted: each request to it says so, and how to get another', async () => {
    const desk = await openDesk({ seed: PAIR });
    const world = await openWorld(desk);
    expect((await desk.send('DELETE', `/worlds/${world.worldId}`)).status).toBe(200);
    await expectGone(desk, world);
    expect((await desk.get('/worlds')).json.worlds).toEqual([]);
  });

  it('never was, or was on a server that has ended', async () => {
    const desk = await openDesk();
    const baseUrl = `${desk.served.url}/_mock/worlds/w_other`;
    const controlUrl = `${baseUrl}/_mock/api`;
    await expectGone(desk, { ...(await openWorld(desk)), worldId: 'w_other', baseUrl, controlUrl });
  });

  it('goes by itself, once nothing has been asked of it for as long as it says', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const desk = await openDesk({ seed: PAIR });
    const [brief, usual] = [await openWorld(desk, { idleSeconds: 5 }), await openWorld(desk)];
    for (const seconds of [4, 4, 4]) {
      vi.advanceTimersByTime(seconds * 1000);
      expect((await inWorld(brief, 'GET', '/clock')).status).toBe(200);
    }
    vi.advanceTimersByTime(5000);
    await expectGone(desk, brief);
    expect((await inWorld(usual, 'GET', '/clock')).status).toBe(200);
    vi.advanceTimersByTime(1_800_000);
    await expectGone(desk, usual);
  });

  it('is not gone while it answers someone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const desk = await openDesk({ seed: PAIR });
    const world = await openWorld(desk, { idleSeconds: 5 });
    const listener = new AbortController();
    const feed = await fetch(`${world.controlUrl}/events`, { signal: listener.signal });
    vi.advanceTimersByTime(60_000);
    expect((await inWorld(world, 'GET', '/clock')).status).toBe(200);
    expect(feed.ok).toBe(true);
    listener.abort();
  });
});

describe('what a world is refused for', () => {
  it.each([
    ['naem', { naem: 'gw0' }],
    ['name', { name: '' }],
    ['now', { now: 'soon' }],
    ['now', { now: 9e15 }],
    ['running', { running: 'no' }],
    ['idleSeconds', { idleSeconds: 0 }],
    ['idleSeconds', { idleSeconds: 86_401 }],
    ['seed', { seed: 'dmeo' }],
    ['seed.organizations.0.naem', { seed: { organizations: [{ naem: 'A' }] } }],
    ['readings.collectFalse', { readings: { collectFalse: 'maybe' } }],
    ['readings.colectFalse', { readings: { colectFalse: 'defer' } }],
    [
      'organizations',
      { seed: { organizations: ['a-1', 'a_1'].map((id) => ({ organizationId: id, name: id })) } },
    ],
  ])('%s in %j, and none is opened', async (path, body) => {
    const desk = await openDesk();
    const { status, json } = await desk.post('/worlds', body);
    expect(status).toBe(400);
    expect(json.error.issues.map((each: { path: string }) => each.path)).toContain(path);
    expect((await desk.get('/worlds')).json.worlds).toEqual([]);
  });

  it('one more than a hundred, but a name that is known gets its own', async () => {
    const desk = await openDesk();
    const names = Array.from({ length: 100 }, (_, index) => `w${index}`);
    for (const name of names) await openWorld(desk, { name });
    expect(await desk.post('/worlds')).toMatchObject({ status: 429, code: 'TOO_MANY' });
    const last = await openWorld(desk, { name: 'w99' });
    await desk.send('DELETE', `/worlds/${last.worldId}`);
    await openWorld(desk);
  });

  it('a caller without the control token, and a page of another origin', async () => {
    const desk = await openDesk({}, { controlToken: 'correct-horse' });
    expect((await desk.post('/worlds')).code).toBe('UNAUTHENTICATED');
    const headers = { authorization: 'Bearer correct-horse', origin: 'http://evil.example' };
    expect((await desk.send('POST', '/worlds', { headers })).code).toBe('FOREIGN_ORIGIN');
  });
});
