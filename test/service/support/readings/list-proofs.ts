import { expect } from 'vitest';
import { captureMany } from '../capture-many.ts';
import { type Open, START } from '../each-door.ts';
import { idsOf, walkList } from '../walk-list.ts';
import type { Proofs } from './proof.ts';

/** Lists by an empty value, and by a white-space value. */
async function byEmptyValue(open: Open) {
  const world = await open();
  const producer = world.mock.addOrganization({ name: 'Producer' });
  const [first] = captureMany(world, producer, 1, { customMetadata: { a: '' } });
  const [second] = captureMany(world, producer, 1, { customMetadata: { a: ' \t' } });
  captureMany(world, producer, 1, { customMetadata: { a: 'x' } });
  const codes = [];
  for (const metadataValue of ['', '  ']) {
    const query = { metadataKey: 'a', metadataValue };
    const reply = await world.list(producer, 'example.com', query);
    if (reply.status === 200) expect(idsOf(reply.data).sort()).toEqual([first, second].sort());
    codes.push(reply.code ?? reply.status);
  }
  return codes;
}

/** Lists six records with the same time between an older and a newer one. */
async function listsOfTies(open: Open) {
  const world = await open();
  const producer = world.mock.addOrganization({ name: 'Producer' });
  const [newer = '', older = ''] = [START + 1, START - 1].flatMap((createdAt) =>
    captureMany(world, producer, 1, { createdAt }),
  );
  const ties = captureMany(world, producer, 6, { createdAt: START });
  const walk = async (query: Record<string, string | number>) => {
    return idsOf(...(await walkList(world, producer, 'example.com', query)));
  };
  const [desc, asc, small] = [
    await walk({}),
    await walk({ order: 'asc' }),
    await walk({ pageSize: 2 }),
  ];
  expect(small).toEqual(desc);
  expect([desc[0], desc.at(-1), asc[0], asc.at(-1)]).toEqual([newer, older, older, newer]);
  expect(desc.slice(1, -1).sort()).toEqual([...ties].sort());
  return { desc: desc.slice(1, -1), asc: asc.slice(1, -1), sorted: [...ties].sort() };
}

/** Proofs of the readings of what a list finds and how it is ordered. */
export const listProofs: Proofs<'emptyMetadataValue' | 'listTies'> = {
  emptyMetadataValue: {
    invalid: {
      title: '4.2: an empty metadataValue is 400, and so is one of white space',
      async prove(open) {
        expect(await byEmptyValue(open)).toEqual(['INVALID_ARGUMENT', 'INVALID_ARGUMENT']);
      },
    },
    empty: {
      title: '4.2: an empty metadataValue finds the empty values',
      async prove(open) {
        expect(await byEmptyValue(open)).toEqual([200, 200]);
      },
    },
  },
  listTies: {
    cdrId: {
      title:
        '4.2: records created at the same instant are ordered by cdrId, reversed in descending order',
      async prove(open) {
        const { desc, asc, sorted } = await listsOfTies(open);
        expect(asc).toEqual(sorted);
        expect(desc).toEqual(sorted.toReversed());
      },
    },
    shuffled: {
      title:
        '4.2: records created at the same instant are in no particular order, the same on every page',
      async prove(open) {
        const { desc, asc, sorted } = await listsOfTies(open);
        expect(asc).toEqual(desc);
        expect(asc).not.toEqual(sorted);
        expect(asc).not.toEqual(sorted.toReversed());
      },
    },
  },
};
