import { expect, it } from 'vitest';
import { captureMany } from './support/capture-many.ts';
import { eachDoor, START } from './support/each-door.ts';
import { idsOf, walkList } from './support/walk-list.ts';
import { PLAIN_PAGE, type World } from './support/world.ts';

const DOMAIN = 'example.com';

function producerOf({ mock }: World) {
  return mock.addOrganization({ name: 'Producer' });
}

const PAGE_SIZES: readonly [given: string, size: number][] = [
  ['1', 1],
  ['100', 100],
  ['10.9', 10],
  ['100.9', 100],
  ['1e2', 100],
  ['0x10', 16],
  ['101', 20],
  ['0', 20],
  ['0.9', 20],
  ['-0.5', 20],
  ['-5', 20],
  ['abc', 20],
  ['10px', 20],
  ['', 20],
  ['Infinity', 20],
  ['NaN', 20],
];

eachDoor((open) => {
  it.each(PAGE_SIZES)('4.2: pageSize=%s gives pages of %d', async (pageSize, size) => {
    const world = await open();
    const producer = producerOf(world);
    captureMany(world, producer, size + 1);
    const { cdrs, nextPageToken } = (await world.list(producer, DOMAIN, { pageSize })).data;
    expect(cdrs).toHaveLength(size);
    expect(nextPageToken).toBe(cdrs.at(-1)?.cdrId);
  });

  it('4.2: without pageSize a page holds 20', async () => {
    const world = await open();
    const producer = producerOf(world);
    captureMany(world, producer, 21);
    expect((await world.list(producer, DOMAIN)).data.cdrs).toHaveLength(20);
  });

  it('4.2 rule 1: newest first, unless order is exactly asc', async () => {
    const world = await open();
    const producer = producerOf(world);
    const oldestFirst = captureMany(world, producer, 3);
    const newestFirst = oldestFirst.toReversed();
    for (const order of [undefined, 'desc', 'ASC', 'Asc', 'ascending', ' asc', '']) {
      const query = order === undefined ? {} : { order };
      expect(idsOf((await world.list(producer, DOMAIN, query)).data)).toEqual(newestFirst);
    }
    expect(idsOf((await world.list(producer, DOMAIN, { order: 'asc' })).data)).toEqual(oldestFirst);
  });

  it('4.2: desc is the exact reverse of asc where createdAt is equal', async () => {
    const world = await open();
    const producer = producerOf(world);
    captureMany(world, producer, 6, { createdAt: START });
    const asc = idsOf(...(await walkList(world, producer, DOMAIN, { order: 'asc', pageSize: 2 })));
    const desc = idsOf(...(await walkList(world, producer, DOMAIN, { pageSize: 2 })));
    expect(asc).toEqual([...asc].sort());
    expect(desc).toEqual(asc.toReversed());
  });

  it('4.2: createdAt sorts, not the instant of the receive', async () => {
    const world = await open();
    const producer = producerOf(world);
    const buyer = world.mock.addOrganization({ name: 'Buyer' });
    const [old = ''] = captureMany(world, producer, 1, { createdAt: START - 86_400_000 });
    const own = captureMany(world, buyer, 2);
    await world.receive(buyer, await world.tokenOf(producer, old));
    expect(idsOf((await world.list(buyer, DOMAIN)).data)).toEqual([...own.toReversed(), old]);
  });

  it('4.2 rule 4: a walk in either order gives every record once', async () => {
    const world = await open();
    const producer = producerOf(world);
    const ids = captureMany(world, producer, 7);
    for (const order of ['asc', 'desc']) {
      const pages = await walkList(world, producer, DOMAIN, { order, pageSize: 3 });
      expect(pages.map(({ cdrs }) => cdrs.length)).toEqual([3, 3, 1]);
      expect(idsOf(...pages)).toEqual(order === 'asc' ? ids : ids.toReversed());
    }
  });

  it('4.2 rule 4: nextPageToken is absent at the end, also where the last page is full', async () => {
    const world = await open();
    const producer = producerOf(world);
    captureMany(world, producer, 4);
    const pages = await walkList(world, producer, DOMAIN, { pageSize: 2 });
    expect(pages).toHaveLength(2);
    expect(Object.keys(pages[1] ?? {})).toEqual(['cdrs']);
  });

  it('4.2: a pageToken that is no record on this domain is 400', async () => {
    const world = await open();
    const producer = producerOf(world);
    captureMany(world, producer, 1);
    const pageUrl = 'https://www.other.example/';
    const [elsewhere = ''] = captureMany(world, producer, 1, { pageUrl });
    const pending = world.mock.capture(producer, { ...PLAIN_PAGE, render: 'manual' }).cdrId;
    for (const pageToken of ['nonsense', elsewhere, pending]) {
      expect(await world.list(producer, DOMAIN, { pageToken })).toMatchObject({
        status: 400,
        code: 'INVALID_ARGUMENT',
      });
    }
  });

  it('4.2: a pageToken of a record that the organization does not hold is 400', async () => {
    const world = await open();
    const producer = producerOf(world);
    captureMany(world, producer, 1);
    const [foreign = ''] = captureMany(world, world.mock.addOrganization({ name: 'Other' }), 1);
    const reply = await world.list(producer, DOMAIN, { pageToken: foreign });
    expect(reply.code).toBe('INVALID_ARGUMENT');
  });

  it('4.2: a pageToken stays good when its record turns invalid meanwhile', async () => {
    const world = await open();
    const producer = producerOf(world);
    const [first, second, third = ''] = captureMany(world, producer, 3);
    world.mock.invalidate(third);
    const { data } = await world.list(producer, DOMAIN, { pageToken: third });
    expect(idsOf(data)).toEqual([second, first]);
  });

  it('4.2: a pageToken of a record past its retention is 400', async () => {
    const world = await open();
    const producer = producerOf(world);
    const [old = ''] = captureMany(world, producer, 1);
    await world.mock.clock.advance({ days: 1825 });
    const reply = await world.list(producer, DOMAIN, { pageToken: old });
    expect(reply.code).toBe('INVALID_ARGUMENT');
  });

  it('4.2: an empty pageToken counts as no pageToken', async () => {
    const world = await open();
    const producer = producerOf(world);
    const ids = captureMany(world, producer, 2);
    const { data } = await world.list(producer, DOMAIN, { pageToken: '' });
    expect(idsOf(data)).toEqual(ids.toReversed());
  });

  it('4.2 rule 5: an invalid record is in no list', async () => {
    const world = await open();
    const producer = producerOf(world);
    const [first, second = '', third] = captureMany(world, producer, 3);
    world.mock.invalidate(second);
    for (const query of [{}, { pageSize: 1 }]) {
      const pages = await walkList(world, producer, DOMAIN, query);
      expect(idsOf(...pages)).toEqual([third, first]);
    }
  });

  it('4.2 rule 4: no token leads to records that are all invalid', async () => {
    const world = await open();
    const producer = producerOf(world);
    const [oldest = '', newest] = captureMany(world, producer, 2);
    world.mock.invalidate(oldest);
    const { data } = await world.list(producer, DOMAIN, { pageSize: 1 });
    expect(idsOf(data)).toEqual([newest]);
    expect(data).not.toHaveProperty('nextPageToken');
  });

  it('4.2: a record that is not rendered is in no list until it is', async () => {
    const world = await open();
    const producer = producerOf(world);
    const { cdrId } = world.mock.capture(producer, { ...PLAIN_PAGE, render: 'manual' });
    expect(idsOf((await world.list(producer, DOMAIN)).data)).toEqual([]);
    world.mock.finishRendering(cdrId);
    expect(idsOf((await world.list(producer, DOMAIN)).data)).toEqual([cdrId]);
  });

  it('4.2: a domain on which the organization holds nothing is an empty list', async () => {
    const world = await open();
    captureMany(world, world.mock.addOrganization({ name: 'Other' }), 1);
    expect((await world.list(producerOf(world), DOMAIN)).data).toEqual({ cdrs: [] });
    expect((await world.list(producerOf(world), 'quotes.example.com')).data).toEqual({ cdrs: [] });
  });

  it('2.4: an entry leaves out what only the single record has', async () => {
    const world = await open();
    const producer = producerOf(world);
    const buyer = world.mock.addOrganization({ name: 'Buyer' });
    const page = {
      ...PLAIN_PAGE,
      clientTimezone: 'America/Chicago',
      timeOnPageMs: 10,
      disclosures: [{ text: 'You may call me.' }],
      declaredDisclosures: [{ key: 'a', language: 'You may call me.', agreed: true }],
      customMetadata: { lead: 1 },
      pageTitle: 'Solar',
      sessionId: 'ses_1',
      subGroupIds: ['g'],
    };
    const { cdrId } = world.mock.capture(producer, page);
    await world.receive(buyer, await world.tokenOf(producer, cdrId));
    const [entry] = (await world.list(buyer, DOMAIN)).data.cdrs;
    expect(Object.keys(entry ?? {}).sort()).toEqual([
      'autoMetadata',
      'cdrId',
      'collected',
      'contentType',
      'createdAt',
      'customMetadata',
      'domain',
      'domainId',
      'downloadUrl',
      'sessionId',
      'size',
      'subGroupIds',
    ]);
  });
});
