import { expect, it } from 'vitest';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy, tokenIn } from './support/parties.ts';
import { PLAIN_PAGE } from './support/world.ts';

const POSTS = [
  ['/v1/cdrs/:cdrId/collect'],
  ['/v1/cdrs/:cdrId/share'],
  ['/v1/shares/:token'],
  ['/v1/shares/:token/claim'],
];

eachDoor((open) => {
  it('2.1: a success is ok, data and requestId; a failure is ok and error', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    const success = JSON.parse((await world.read(producer, cdrId)).text) as object;
    expect(Object.keys(success).sort()).toEqual(['data', 'ok', 'requestId']);
    const failure = JSON.parse((await world.read(null, cdrId)).text) as { error: object };
    expect(Object.keys(failure).sort()).toEqual(['error', 'ok']);
    expect(Object.keys(failure.error).sort()).toEqual(['code', 'message', 'requestId']);
  });

  it.each(POSTS)('5.1: POST %s needs a key, and does nothing without one', async (template) => {
    const world = await open();
    const { cdrId, token } = await sharedBy(world);
    const path = template.replace(':cdrId', cdrId).replace(':token', token);
    for (const key of [null, '', 'key_none.secret']) {
      const reply = await world.request('POST', path, { key, body: {} });
      expect(reply).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    }
    expect(world.mock.charges()).toEqual([]);
    expect(world.mock.shareEvents()).toEqual([]);
  });

  it('4.4: collected is true on the first collect and on each repeat, alreadyCollected on the repeats', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    for (const alreadyCollected of [false, true, true]) {
      const { data } = await world.collect(producer, cdrId);
      expect(data).toEqual({ cdrId, collected: true, alreadyCollected });
    }
  });

  it('4.6: claimed is true on the first receive and on each repeat', async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world);
    const first = (await world.receive(buyer, token)).data;
    expect(first).toEqual({
      ...{ claimed: true, cdrId, domainId: 'example.com', alreadyClaimed: false },
      shareEventId: expect.stringMatching(/./),
    });
    expect((await world.receive(buyer, token)).data).toEqual({
      ...{ claimed: true, cdrId, domainId: 'example.com', alreadyClaimed: true },
      shareEventId: '',
    });
  });

  it('2.6: every handoff has a shareEventId of its own', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    const other = world.mock.addOrganization({ name: 'Other' });
    const ids = [];
    for (const each of [buyer, other])
      ids.push((await world.receive(each, token)).data.shareEventId);
    expect(new Set(ids).size).toBe(2);
  });

  it('1: receiving collects: the receiver may download at once', async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    const { cdr } = (await world.read(buyer, cdrId)).data;
    expect(cdr.collected).toBe(true);
    expect((await world.visit(cdr.downloadUrl ?? '')).status).toBe(200);
  });

  it('2.5: expiresAt is in Unix milliseconds, 30 days from the share', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    expect((await world.share(producer, cdrId)).data.expiresAt).toBe(START + 30 * 86_400_000);
  });

  it('4.6: a token of a capture with auto-share is received like any other', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    const { cdrId, shareUrl } = world.mock.capture(producer, { ...PLAIN_PAGE, autoShare: true });
    expect((await world.receive(buyer, tokenIn(shareUrl))).data.cdrId).toBe(cdrId);
  });

  it('4.4: an organization without billing gets API_ACCESS_DISABLED first', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world);
    world.mock.updateOrganization(producer, { billing: false });
    expect(await world.collect(producer, cdrId)).toMatchObject({
      status: 403,
      code: 'API_ACCESS_DISABLED',
    });
    expect(world.mock.charges()).toEqual([]);
  });

  it('2.7: the smallest criteria impose nothing', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world, { submit: null });
    const acceptance = { schemaVersion: 1 };
    expect((await world.receive(buyer, token, { acceptance })).status).toBe(200);
  });

  it('4.2: of a parameter that comes twice the first counts', async () => {
    const world = await open();
    const { producer } = partiesOf(world);
    world.mock.capture(producer, PLAIN_PAGE);
    const path = '/v1/domains/example.com/cdrs';
    const sizes = async (query: string) => {
      const reply = await world.request<{ cdrs: { createdAt: number }[] }>('GET', path + query, {
        key: producer,
      });
      return reply.data.cdrs.length;
    };
    expect(await sizes('?pageSize=1&pageSize=2')).toBe(1);
    expect(await sizes('?pageSize=2&pageSize=1')).toBe(2);
    expect(await sizes('?pageSize=zero&pageSize=1')).toBe(2);
  });

  it('4.2 rule 3: with metadataKey paging still works', async () => {
    const world = await open();
    const producer = world.mock.addOrganization({ name: 'Producer' });
    const page = { ...PLAIN_PAGE, customMetadata: { campaign: 'spring' } };
    const ids = [1, 2, 3].map(() => world.mock.capture(producer, page).cdrId);
    const filter = { metadataKey: 'campaign', metadataValue: 'spring', pageSize: 2 };
    const first = (await world.list(producer, 'example.com', filter)).data;
    const pageToken = first.nextPageToken ?? '';
    const second = (await world.list(producer, 'example.com', { ...filter, pageToken })).data;
    expect(second).not.toHaveProperty('nextPageToken');
    const found = [...first.cdrs, ...second.cdrs].map(({ cdrId }) => cdrId);
    expect(found.sort()).toEqual(ids.sort());
  });
});
