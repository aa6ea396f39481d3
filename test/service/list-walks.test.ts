import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import type { ListCdrsData } from '../../src/contract/endpoints/list-cdrs.ts';
import { READING_NAMES, READING_VALUES, type Readings } from '../../src/readings/readings.ts';
import { START } from './support/each-door.ts';
import { idsOf } from './support/walk-list.ts';
import { PLAIN_PAGE } from './support/world.ts';

/** Draws a value for each reading. */
const anyReadings = fc.record(
  Object.fromEntries(
    READING_NAMES.map((name) => {
      const values = READING_VALUES[name];
      // These values always index a key of one character and a value of one character.
      if ('default' in values) return [name, fc.constantFrom(values.default, values.min, 300)];
      return [name, fc.constantFrom(...(values as readonly unknown[]))];
    }),
  ),
) as fc.Arbitrary<Readings>;

const anyRecord = fc.record({
  /** The age in seconds, from a few values, so that many records have the same time. */
  age: fc.nat({ max: 4 }),
  isMatch: fc.boolean(),
  isInvalid: fc.boolean(),
});

const anyWorld = fc.record({
  readings: anyReadings,
  records: fc.array(anyRecord, { minLength: 1, maxLength: 14 }),
  pageSize: fc.integer({ min: 1, max: 6 }),
  order: fc.constantFrom<string>('asc', 'desc'),
  isFiltered: fc.boolean(),
  idSeed: fc.constantFrom<string>('a', 'b', 'c'),
});

type Drawn = typeof anyWorld extends fc.Arbitrary<infer T> ? T : never;

/** Makes a world with these records, and lists those that a walk must return. */
function worldOf({ readings, records, isFiltered, idSeed }: Drawn) {
  const mock = createMockService({ now: START, idSeed, readings });
  const producer = mock.addOrganization({ name: 'Producer' });
  const wanted: { cdrId: string; createdAt: number }[] = [];
  for (const { age, isMatch, isInvalid } of records) {
    const createdAt = START - age * 1000;
    const customMetadata = { a: isMatch ? 'x' : 'y' };
    const { cdrId } = mock.capture(producer, { ...PLAIN_PAGE, createdAt, customMetadata });
    if (isInvalid) mock.invalidate(cdrId);
    if (!isInvalid && (isMatch || !isFiltered)) wanted.push({ cdrId, createdAt });
  }
  return { mock, producer, wanted };
}

async function walk({ mock, producer }: ReturnType<typeof worldOf>, drawn: Drawn) {
  const { pageSize, order, isFiltered } = drawn;
  const filter = { metadataKey: 'a', metadataValue: 'x' };
  const query = { pageSize: String(pageSize), order, ...(isFiltered ? filter : {}) };
  const pages: ListCdrsData[] = [];
  let pageToken: string | undefined;
  do {
    const next = pageToken === undefined ? {} : { pageToken };
    const search = new URLSearchParams({ ...query, ...next });
    const url = `${mock.url('cdrs.list', 'example.com')}?${search}`;
    const reply = await mock.fetch(url, { headers: { 'x-api-key': producer.apiKey } });
    expect(reply.status).toBe(200);
    const { data } = (await reply.json()) as { data: ListCdrsData };
    pages.push(data);
    pageToken = data.nextPageToken;
  } while (pageToken !== undefined && pages.length < 100);
  return pages;
}

it('4.2 rule 4: under any readings a walk gives each record once, and a token only where more follow', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (drawn) => {
      const world = worldOf(drawn);
      const pages = await walk(world, drawn);
      const ids = idsOf(...pages);
      expect([...ids].sort()).toEqual(world.wanted.map(({ cdrId }) => cdrId).sort());
      const tokens = pages.flatMap(({ nextPageToken }) => nextPageToken ?? []);
      expect(new Set(tokens).size).toBe(pages.length - 1);
      for (const [index, { cdrs, nextPageToken }] of pages.entries()) {
        expect(cdrs.length).toBeLessThanOrEqual(drawn.pageSize);
        expect(nextPageToken !== undefined).toBe(idsOf(...pages.slice(index + 1)).length > 0);
      }
    }),
    { numRuns: 150 },
  );
});

it('4.2: under any readings a list is in the order of createdAt, unless it is filtered and shuffled', async () => {
  await fc.assert(
    fc.asyncProperty(anyWorld, async (drawn) => {
      fc.pre(!(drawn.isFiltered && drawn.readings.metadataOrder === 'shuffled'));
      const world = worldOf(drawn);
      const ages = new Map(world.wanted.map(({ cdrId, createdAt }) => [cdrId, createdAt]));
      const given = idsOf(...(await walk(world, drawn))).map((cdrId) => ages.get(cdrId) ?? 0);
      const sign = drawn.order === 'asc' && !drawn.isFiltered ? 1 : -1;
      expect(given).toEqual([...given].sort((a, b) => sign * (a - b)));
    }),
    { numRuns: 100 },
  );
});

it('4.2 rule 3: metadataOrder shuffles whatever pageFill is', async () => {
  const drawn = (pageFill: Readings['pageFill'], metadataOrder: Readings['metadataOrder']) => ({
    readings: { pageFill, metadataOrder } as Readings,
    records: Array.from({ length: 30 }, (_, age) => ({ age, isMatch: true, isInvalid: false })),
    pageSize: 4,
    order: 'desc',
    isFiltered: true,
    idSeed: 'a',
  });
  const idsUnder = async (...given: Parameters<typeof drawn>) =>
    idsOf(...(await walk(worldOf(drawn(...given)), drawn(...given))));
  const sorted = await idsUnder('full', 'createdAt');
  expect(await idsUnder('short', 'createdAt')).toEqual(sorted);
  expect(await idsUnder('short', 'shuffled')).not.toEqual(sorted);
  expect(await idsUnder('short', 'shuffled')).toEqual(await idsUnder('full', 'shuffled'));
});
