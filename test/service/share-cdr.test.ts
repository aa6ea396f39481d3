import { expect, it } from 'vitest';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy, tokenIn } from './support/parties.ts';

const DEFAULT_MS = 2_592_000_000;
const MAX_MS = 63_072_000_000;

/** Bodies as sent on the wire: `1e999` is a number that parses to Infinity. */
const LIFETIMES: readonly [body: string, lifetimeMs: number][] = [
  ['', DEFAULT_MS],
  ['{}', DEFAULT_MS],
  ['null', DEFAULT_MS],
  ['{"expiresInMs":0}', DEFAULT_MS],
  ['{"expiresInMs":-1}', DEFAULT_MS],
  ['{"expiresInMs":"5000"}', DEFAULT_MS],
  ['{"expiresInMs":null}', DEFAULT_MS],
  ['{"expiresInMs":true}', DEFAULT_MS],
  ['{"expiresInMs":[5000]}', DEFAULT_MS],
  ['{"expiresInMs":1e999}', DEFAULT_MS],
  ['{"expiresInMs":-1e999}', DEFAULT_MS],
  ['{"expiresInMs":5000}', 5000],
  ['{"expiresInMs":1}', 1],
  ['{"expiresInMs":1500.9}', 1500],
  ['{"expiresInMs":0.5}', 1],
  [`{"expiresInMs":${MAX_MS}}`, MAX_MS],
  [`{"expiresInMs":${MAX_MS + 1}}`, MAX_MS],
  ['{"expiresInMs":1e300}', MAX_MS],
];

eachDoor((open) => {
  it.each(LIFETIMES)('4.5: the body %s gives a token of %d ms', async (body, lifetimeMs) => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const { expiresAt } = (await world.share(producer, cdrId, body)).data;
    expect(expiresAt).toBe(START + lifetimeMs);
  });

  it('4.5: unknown fields of the body are ignored', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const body = { expiresInMs: 1000, expiresIn: 5, collect: 'x' };
    expect((await world.share(producer, cdrId, body)).data.expiresAt).toBe(START + 1000);
  });

  it.each(['{ not json', '[]', '"text"', '7', 'true'])(
    '4.5: the body %s is no object: 400 INVALID_ARGUMENT',
    async (body) => {
      const world = await open();
      const { producer, cdrId } = partiesOf(world);
      const reply = await world.share(producer, cdrId, body);
      expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
    },
  );

  it('1: a body needs no content type and is JSON whatever that says', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    for (const headers of [{}, { 'content-type': 'text/plain' }]) {
      const body = new TextEncoder().encode('{"expiresInMs":1000}');
      const parts = { key: producer, body, headers };
      const reply = await world.request('POST', `/v1/cdrs/${cdrId}/share`, parts);
      expect(reply.data['expiresAt']).toBe(START + 1000);
    }
  });

  it('4.5: each call issues a new token, and all of them work', async () => {
    const world = await open();
    const { producer, buyer, cdrId } = partiesOf(world);
    const tokens = [await world.tokenOf(producer, cdrId), await world.tokenOf(producer, cdrId)];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect((await world.receive(buyer, token)).status).toBe(200);
  });

  it('4.5: the record need not have been collected, and sharing charges nothing', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    expect((await world.share(producer, cdrId)).status).toBe(200);
    expect(world.mock.charges()).toEqual([]);
    expect((await world.read(producer, cdrId)).data.cdr.collected).toBe(false);
  });

  it('2.5: shareUrl is {base_url}/v1/shares/<token>', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const { token, shareUrl } = (await world.share(producer, cdrId)).data;
    expect(shareUrl).toBe(`${world.baseUrl}/v1/shares/${token}`);
  });

  it('2.5: a capture with auto-share gives a URL of the same form', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    const pageUrl = 'https://example.com/';
    const { shareUrl } = world.mock.capture(producer, { pageUrl, autoShare: true });
    const token = tokenIn(shareUrl);
    expect(shareUrl).toBe(`${world.baseUrl}/v1/shares/${token}`);
    expect((await world.receive(buyer, token)).status).toBe(200);
  });

  it('4.5: an auto-share token lives the default 30 days, or as long as it was told', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    const page = { pageUrl: 'https://example.com/' };
    const byDefault = tokenIn(world.mock.capture(producer, { ...page, autoShare: true }).shareUrl);
    const autoShare = { expiresInMs: 1000 };
    const short = tokenIn(world.mock.capture(producer, { ...page, autoShare }).shareUrl);
    await world.mock.clock.advance(1000);
    expect((await world.receive(buyer, short)).code).toBe('GONE');
    await world.mock.clock.advance(DEFAULT_MS - 1001);
    expect((await world.receive(buyer, byDefault)).status).toBe(200);
    await world.mock.clock.advance(1);
    expect((await world.receive(buyer, byDefault)).code).toBe('GONE');
  });

  it('4.5: a receiver may share onward', async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world);
    const third = world.mock.addOrganization({ name: 'Third' });
    expect((await world.share(buyer, cdrId)).code).toBe('NOT_FOUND');
    await world.receive(buyer, token);
    expect((await world.receive(third, await world.tokenOf(buyer, cdrId))).status).toBe(200);
    expect(world.mock.shareEvents({ organization: third })).toMatchObject([
      { fromOrganizationId: buyer.organizationId, toOrganizationId: third.organizationId },
    ]);
  });

  it('4.5: a Dev Mode record is 409 CDR_DEV_MODE', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { devMode: true });
    expect(await world.share(producer, cdrId)).toMatchObject({ status: 409, code: 'CDR_DEV_MODE' });
  });

  it('3: an invalid record is 410 CDR_INVALID, also in Dev Mode', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { devMode: true });
    world.mock.invalidate(cdrId);
    expect(await world.share(producer, cdrId)).toMatchObject({ status: 410, code: 'CDR_INVALID' });
  });

  it('7: an unknown record is 404', async () => {
    const world = await open();
    const { producer } = partiesOf(world);
    expect((await world.share(producer, 'cdr_nowhere')).code).toBe('NOT_FOUND');
  });

  it('7: a record that is not rendered is 404', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, { render: 'manual' });
    expect((await world.share(producer, cdrId)).code).toBe('NOT_FOUND');
  });

  it('7: a second record with the identifier is 409 CONFLICT', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    world.mock.duplicate(cdrId);
    expect(await world.share(producer, cdrId)).toMatchObject({ status: 409, code: 'CONFLICT' });
  });

  it('4.5: an organization without billing may share', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, { billing: false, apiAccess: 'granted' });
    expect((await world.share(producer, cdrId)).status).toBe(200);
  });
});
