import { expect, it } from 'vitest';
import { captureMany } from './support/capture-many.ts';
import { eachDoor } from './support/each-door.ts';
import { idsOf, walkList } from './support/walk-list.ts';
import { PLAIN_PAGE, type World } from './support/world.ts';

const DOMAIN = 'example.com';

function producerOf({ mock }: World) {
  return mock.addOrganization({ name: 'Producer' });
}

/** Returns whether the pair finds a record with this custom data. */
async function finds(
  world: World,
  customMetadata: Record<string, unknown>,
  [metadataKey, metadataValue]: [key: string, value: string],
): Promise<boolean> {
  const producer = producerOf(world);
  world.mock.capture(producer, { ...PLAIN_PAGE, customMetadata });
  const { data } = await world.list(producer, DOMAIN, { metadataKey, metadataValue });
  return data.cdrs.length === 1;
}

eachDoor((open) => {
  it('4.2: metadataKey without metadataValue is 400, and so is an empty value', async () => {
    const world = await open();
    const producer = producerOf(world);
    for (const query of [{ metadataKey: 'a' }, { metadataKey: 'a', metadataValue: '' }]) {
      expect(await world.list(producer, DOMAIN, query)).toMatchObject({
        status: 400,
        code: 'INVALID_ARGUMENT',
      });
    }
  });

  it('4.2: metadataValue without metadataKey is ignored', async () => {
    const world = await open();
    const producer = producerOf(world);
    const ids = captureMany(world, producer, 2, { customMetadata: { a: 'x' } });
    const { data } = await world.list(producer, DOMAIN, { metadataValue: 'nowhere' });
    expect(idsOf(data)).toEqual(ids.toReversed());
  });

  it('4.2: only records with the pair are returned, of this domain alone', async () => {
    const world = await open();
    const producer = producerOf(world);
    const [match] = captureMany(world, producer, 1, { customMetadata: { lead: 'L-1', x: 'L-2' } });
    captureMany(world, producer, 1, { customMetadata: { lead: 'L-2' } });
    captureMany(world, producer, 1, {
      customMetadata: { lead: 'L-1' },
      pageUrl: 'https://other.example/',
    });
    const query = { metadataKey: 'lead', metadataValue: 'L-1' };
    expect(idsOf((await world.list(producer, DOMAIN, query)).data)).toEqual([match]);
  });

  it("4.2: another organization's metadata finds nothing", async () => {
    const world = await open();
    captureMany(world, producerOf(world), 1, { customMetadata: { lead: 'L-1' } });
    const query = { metadataKey: 'lead', metadataValue: 'L-1' };
    expect((await world.list(producerOf(world), DOMAIN, query)).data.cdrs).toEqual([]);
  });

  it('4.2: a value matches whatever its case and its runs of white space', async () => {
    const world = await open();
    const custom = { city: '  San \u00a0\n Antonio' };
    expect(await finds(world, custom, ['city', 'SAN  antonio '])).toBe(true);
    expect(await finds(world, custom, ['city', 'sanantonio'])).toBe(false);
  });

  it('4.2: a value matches as a whole and a key in its own case', async () => {
    const world = await open();
    expect(await finds(world, { city: 'Austin' }, ['city', 'Aust'])).toBe(false);
    expect(await finds(world, { city: 'Austin' }, ['City', 'Austin'])).toBe(false);
    expect(await finds(world, { city: 'Austin' }, ['city', 'austin'])).toBe(true);
  });

  it('4.2: numbers, booleans and the members of arrays are found in string form', async () => {
    const world = await open();
    const custom = { n: 7.5, yes: true, tags: ['Solar', 3, { deep: 'x' }], deep: { a: 'b' } };
    expect(await finds(world, custom, ['n', '7.5'])).toBe(true);
    expect(await finds(world, custom, ['yes', 'TRUE'])).toBe(true);
    expect(await finds(world, custom, ['tags', 'solar'])).toBe(true);
    expect(await finds(world, custom, ['tags', '3'])).toBe(true);
    expect(await finds(world, custom, ['tags', '[object Object]'])).toBe(false);
    expect(await finds(world, custom, ['deep', 'b'])).toBe(false);
    expect(await finds(world, { none: null }, ['none', 'null'])).toBe(false);
  });

  it('4.2: autoMetadata is found as customMetadata is, each phone by itself', async () => {
    const world = await open();
    const producer = producerOf(world);
    const { cdrId } = world.mock.capture(producer, {
      ...PLAIN_PAGE,
      pageTitle: 'Go Solar',
      pageText: 'Call 212-555-0147 or 512-555-0123.',
    });
    for (const [metadataKey, metadataValue] of [
      ['pageTitle', 'go solar'],
      ['phones', '+12125550147'],
      ['phones', '+15125550123'],
    ]) {
      const query = { metadataKey: metadataKey ?? '', metadataValue: metadataValue ?? '' };
      expect(idsOf((await world.list(producer, DOMAIN, query)).data)).toEqual([cdrId]);
    }
  });

  it('4.2: a key of 100 characters is indexed; of 101 it is not, and asking is 400', async () => {
    const world = await open();
    const [fits, tooLong] = ['k'.repeat(100), 'k'.repeat(101)];
    expect(await finds(world, { [fits]: 'v' }, [fits, 'v'])).toBe(true);
    const query = { metadataKey: tooLong, metadataValue: 'v' };
    expect((await world.list(producerOf(world), DOMAIN, query)).code).toBe('INVALID_ARGUMENT');
  });

  it('4.2: a value of 1,000 characters is indexed; of 1,001 it is not, and asking is 400', async () => {
    const world = await open();
    const [fits, tooLong] = ['v'.repeat(1000), 'v'.repeat(1001)];
    expect(await finds(world, { k: fits }, ['k', fits])).toBe(true);
    const query = { metadataKey: 'k', metadataValue: tooLong };
    expect((await world.list(producerOf(world), DOMAIN, query)).code).toBe('INVALID_ARGUMENT');
  });

  it('4.2: a length is that of the value as it is compared: of its white space one each counts', async () => {
    const world = await open();
    const spaced = ` ${'v '.repeat(500)} \n `;
    expect(await finds(world, { k: spaced }, ['k', spaced])).toBe(true);
    const [fits, tooLong] = ['\u00df'.repeat(500), '\u00df'.repeat(501)];
    expect(await finds(world, { k: fits }, ['k', 'S'.repeat(1000)])).toBe(true);
    for (const metadataValue of [tooLong, 'SS'.repeat(501)]) {
      const query = { metadataKey: 'k', metadataValue };
      expect((await world.list(producerOf(world), DOMAIN, query)).code).toBe('INVALID_ARGUMENT');
    }
  });

  it.each([
    ['Stra\u00dfe', 'STRASSE'],
    ['strasse', 'STRA\u1e9eE'],
    ['\u03bf\u03b4\u03cc\u03c2', '\u039f\u0394\u038c\u03a3'],
    ['\u03bf\u03b4\u03cc\u03c2', '\u03bf\u03b4\u03cc\u03c3'],
    ['\ufb03x', 'FFIX'],
    ['\u0130stanbul', 'i\u0307STANBUL'],
  ])('4.2: %s is found as %s: in whatever case either is written', async (stored, asked) => {
    const world = await open();
    expect(await finds(world, { k: stored }, ['k', asked])).toBe(true);
    expect(await finds(world, { k: asked }, ['k', stored])).toBe(true);
  });

  it('4.2 rule 3: with metadataKey, order is ignored and paging still works', async () => {
    const world = await open();
    const producer = producerOf(world);
    const ids = captureMany(world, producer, 7, { customMetadata: { a: 'x' } });
    captureMany(world, producer, 3, { customMetadata: { a: 'y' } });
    const query = { metadataKey: 'a', metadataValue: 'x', pageSize: 3 };
    const [plain, asc] = await Promise.all(
      ['desc', 'asc'].map((order) => walkList(world, producer, DOMAIN, { ...query, order })),
    );
    expect(idsOf(...(plain ?? [])).sort()).toEqual([...ids].sort());
    expect(asc?.map((page) => idsOf(page))).toEqual(plain?.map((page) => idsOf(page)));
  });

  it('4.2 rule 5: an invalid record is not found by its metadata either', async () => {
    const world = await open();
    const producer = producerOf(world);
    const [gone = '', kept] = captureMany(world, producer, 2, { customMetadata: { a: 'x' } });
    world.mock.invalidate(gone);
    const query = { metadataKey: 'a', metadataValue: 'x' };
    expect(idsOf((await world.list(producer, DOMAIN, query)).data)).toEqual([kept]);
  });

  it('4.2: a received record is found by its metadata', async () => {
    const world = await open();
    const producer = producerOf(world);
    const buyer = producerOf(world);
    const [cdrId = ''] = captureMany(world, producer, 1, { customMetadata: { a: 'x' } });
    await world.receive(buyer, await world.tokenOf(producer, cdrId));
    const query = { metadataKey: 'a', metadataValue: 'x' };
    expect(idsOf((await world.list(buyer, DOMAIN, query)).data)).toEqual([cdrId]);
  });

  it('4.2: the names of object members that every object has are keys like any other', async () => {
    const world = await open();
    const custom = JSON.parse('{"constructor":"a","toString":"b"}') as Record<string, unknown>;
    expect(await finds(world, custom, ['constructor', 'a'])).toBe(true);
    expect(await finds(world, custom, ['toString', 'b'])).toBe(true);
    expect(await finds(world, {}, ['constructor', 'a'])).toBe(false);
  });
});
