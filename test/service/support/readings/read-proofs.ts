import { expect } from 'vitest';
import { captureMany } from '../capture-many.ts';
import { type Open, START } from '../each-door.ts';
import { partiesOf } from '../parties.ts';
import { idsOf, walkList } from '../walk-list.ts';
import { PLAIN_PAGE, type World } from '../world.ts';
import type { Proofs } from './proof.ts';

const DOMAIN = 'example.com';

async function walkOf(open: Open, query: Record<string, string | number> = {}) {
  const world = await open();
  const producer = world.mock.addOrganization({ name: 'Producer' });
  const ids = captureMany(world, producer, 30, { customMetadata: { a: 'x' } });
  const pages = await walkList(world, producer, DOMAIN, { pageSize: 5, ...query });
  expect(idsOf(...pages).sort()).toEqual([...ids].sort());
  return { ids, pages, sizes: pages.map(({ cdrs }) => cdrs.length) };
}

const FILTER = { metadataKey: 'a', metadataValue: 'x' };

async function statusOfList(world: World, domainId: string, query = {}): Promise<number> {
  const producer = world.mock.addOrganization({ name: 'Producer' });
  world.mock.capture(producer, { ...PLAIN_PAGE, customMetadata: { [''.padEnd(3, 'k')]: 'vvv' } });
  return (await world.list(producer, domainId, query)).status;
}

/** A query with a key and a value of three characters each. */
const THREE = { metadataKey: 'kkk', metadataValue: 'vvv' };

/** Proofs of the readings of lists, records and keys. */
export const readProofs: Proofs<
  | 'pageFill'
  | 'metadataOrder'
  | 'domainNotHeld'
  | 'emptyMetadataKey'
  | 'metadataMaxKeyLength'
  | 'metadataMaxValueLength'
  | 'deadDownloadStatus'
  | 'revocationDelayMs'
> = {
  pageFill: {
    full: {
      title: '4.2 rule 4: every page but the last is full',
      async prove(open) {
        expect((await walkOf(open)).sizes).toEqual([5, 5, 5, 5, 5, 5]);
      },
    },
    short: {
      title: '4.2 rule 4: pages may be short, even empty, and the walk still finds every record',
      async prove(open) {
        const { sizes } = await walkOf(open);
        expect(sizes.some((size, index) => size < 5 && index < sizes.length - 1)).toBe(true);
        const world = await open();
        const producer = world.mock.addOrganization({ name: 'Producer' });
        captureMany(world, producer, 20);
        const createdAt = START - 86_400_000;
        const custom = { customMetadata: { a: 'x' }, createdAt };
        const [rare] = captureMany(world, producer, 1, custom);
        const pages = await walkList(world, producer, DOMAIN, { ...FILTER, pageSize: 3 });
        expect(idsOf(...pages)).toEqual([rare]);
        const empty = pages.filter(({ cdrs }) => cdrs.length === 0);
        expect(empty.some(({ nextPageToken }) => nextPageToken !== undefined)).toBe(true);
      },
    },
  },
  metadataOrder: {
    createdAt: {
      title: '4.2 rule 3: matches come newest first',
      async prove(open) {
        const { ids, pages } = await walkOf(open, FILTER);
        expect(idsOf(...pages)).toEqual(ids.toReversed());
      },
    },
    shuffled: {
      title: '4.2 rule 3: matches come in no particular order, the same on every walk, each once',
      async prove(open) {
        const { ids, pages } = await walkOf(open, FILTER);
        expect(idsOf(...pages)).not.toEqual(ids.toReversed());
        expect(idsOf(...pages)).not.toEqual(ids);
        const again = await walkOf(open, { ...FILTER, pageSize: 7 });
        expect(idsOf(...again.pages)).toEqual(idsOf(...pages));
        const unfiltered = await walkOf(open);
        expect(idsOf(...unfiltered.pages)).toEqual(unfiltered.ids.toReversed());
      },
    },
  },
  domainNotHeld: {
    empty: {
      title: '4.2: a domain that is not held lists as empty',
      async prove(open) {
        expect(await statusOfList(await open(), 'other.example')).toBe(200);
      },
    },
    notFound: {
      title: '4.2: a domain that is not held is 404, a held one without records is not',
      async prove(open) {
        const world = await open();
        expect(await statusOfList(world, 'other.example')).toBe(404);
        expect(await statusOfList(world, DOMAIN)).toBe(200);
        const producer = world.mock.addOrganization({ name: 'Producer' });
        world.mock.capture(producer, { ...PLAIN_PAGE, render: 'manual' });
        expect((await world.list(producer, DOMAIN)).data).toEqual({ cdrs: [] });
      },
    },
  },
  emptyMetadataKey: {
    absent: {
      title: '4.2: an empty metadataKey counts as no metadataKey',
      async prove(open) {
        const world = await open();
        expect(await statusOfList(world, DOMAIN, { metadataKey: '' })).toBe(200);
        expect(await statusOfList(world, DOMAIN, { metadataKey: '', metadataValue: 'x' })).toBe(
          200,
        );
      },
    },
    invalid: {
      title: '4.2: an empty metadataKey is 400',
      async prove(open) {
        const world = await open();
        expect(await statusOfList(world, DOMAIN, { metadataKey: '' })).toBe(400);
        expect(await statusOfList(world, DOMAIN, { metadataKey: '', metadataValue: 'x' })).toBe(
          400,
        );
      },
    },
  },
  metadataMaxKeyLength: {
    '2': {
      title: '4.2: a longer key is 400',
      async prove(open) {
        const world = await open();
        expect(await statusOfList(world, DOMAIN, THREE)).toBe(400);
      },
    },
    '3': {
      title: '4.2: a key of exactly that length is found',
      async prove(open) {
        const world = await open();
        expect(await statusOfList(world, DOMAIN, THREE)).toBe(200);
      },
    },
  },
  metadataMaxValueLength: {
    '2': {
      title: '4.2: a longer value is 400',
      async prove(open) {
        const world = await open();
        expect(await statusOfList(world, DOMAIN, THREE)).toBe(400);
      },
    },
    '3': {
      title: '4.2: a value of exactly that length is found',
      async prove(open) {
        const world = await open();
        expect(await statusOfList(world, DOMAIN, THREE)).toBe(200);
      },
    },
  },
  deadDownloadStatus: {
    403: { title: '2.3: an expired downloadUrl is 403', prove: (open) => deadDownload(open, 403) },
    410: { title: '2.3: an expired downloadUrl is 410', prove: (open) => deadDownload(open, 410) },
  },
  revocationDelayMs: {
    '0': {
      title: '5.5: a revoked key and disabled API access stop working at once',
      async prove(open) {
        const world = await open();
        const [revoked, off] = cutOffs(world);
        expect((await world.domains(revoked)).code).toBe('UNAUTHENTICATED');
        expect((await world.domains(off)).code).toBe('API_ACCESS_DISABLED');
      },
    },
    '300000': {
      title:
        '5.5: a revoked key and disabled API access work until the delay is over, to the millisecond',
      async prove(open) {
        const world = await open();
        const [revoked, off] = cutOffs(world);
        const born = world.mock.addOrganization({ name: 'Off from the start', apiAccess: 'off' });
        expect((await world.domains(born)).code).toBe('API_ACCESS_DISABLED');
        await world.mock.clock.advance(200_000);
        // Another change in between does not restart the delay.
        world.mock.updateOrganization(off, { name: 'Still off' });
        await world.mock.clock.advance(99_999);
        for (const key of [revoked, off]) expect((await world.domains(key)).status).toBe(200);
        await world.mock.clock.advance(1);
        expect((await world.domains(revoked)).code).toBe('UNAUTHENTICATED');
        expect((await world.domains(off)).code).toBe('API_ACCESS_DISABLED');
      },
    },
  },
};

/** Makes two organizations, one with its key just revoked, the other with its access switched off. */
function cutOffs({ mock }: World) {
  const revoked = mock.addOrganization({ name: 'Revoked' });
  const off = mock.addOrganization({ name: 'Off' });
  mock.revokeApiKey(revoked.apiKey);
  mock.updateOrganization(off, { apiAccess: 'off' });
  return [revoked, off] as const;
}

async function deadDownload(open: Open, status: number): Promise<void> {
  const world = await open();
  const { producer, cdrId } = partiesOf(world, {}, { autoCollect: true });
  const { downloadUrl = '' } = (await world.read(producer, cdrId)).data.cdr;
  await world.mock.clock.advance(300_000);
  expect((await world.visit(downloadUrl)).status).toBe(status);
}
