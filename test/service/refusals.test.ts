import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { sharedBy, tokenIn } from './support/parties.ts';
import type { KeyHolder, World } from './support/world.ts';

/** Returns everything that a request could change, except the journal and its counters. */
function worldOf({ mock }: World): object {
  const { requests: _, ...tables } = mock.snapshot().toJSON().tables;
  return tables;
}

interface Refusal {
  readonly key: KeyHolder;
  readonly token: string;
  readonly body?: unknown;
}

const REFUSALS: Readonly<Record<string, (world: World) => Promise<Refusal>>> = {
  CDR_ACCEPTANCE_FAILED: async (world) => {
    const { buyer, token } = await sharedBy(world);
    const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } };
    return { key: buyer, token, body: { acceptance } };
  },
  COLLECT_REQUIRED: async (world) => {
    const { buyer, token } = await sharedBy(world);
    return { key: buyer, token, body: { collect: false } };
  },
  INVALID_ARGUMENT: async (world) => {
    const { producer, token } = await sharedBy(world);
    return { key: producer, token };
  },
  PASSTHROUGH_ORG_CANNOT_CLAIM: async (world) => {
    const { buyer, token } = await sharedBy(world);
    world.mock.updateOrganization(buyer, { billing: false, apiAccess: 'granted' });
    return { key: buyer, token };
  },
  CDR_DEV_MODE: async (world) => {
    const producer = world.mock.addOrganization({ name: 'Producer' });
    const buyer = world.mock.addOrganization({ name: 'Buyer' });
    const page = { pageUrl: 'https://example.com/', devMode: true, autoShare: true };
    return { key: buyer, token: tokenIn(world.mock.capture(producer, page).shareUrl) };
  },
  CONFLICT: async (world) => {
    const { buyer, cdrId, token } = await sharedBy(world);
    world.mock.duplicate(cdrId);
    return { key: buyer, token };
  },
  CDR_INVALID: async (world) => {
    const { buyer, cdrId, token } = await sharedBy(world);
    world.mock.invalidate(cdrId);
    return { key: buyer, token };
  },
  GONE: async (world) => {
    const { producer, buyer, cdrId } = await sharedBy(world);
    const token = await world.tokenOf(producer, cdrId, 1);
    await world.mock.clock.advance(1);
    return { key: buyer, token };
  },
  CDR_PENDING: async (world) => {
    const producer = world.mock.addOrganization({ name: 'Producer' });
    const buyer = world.mock.addOrganization({ name: 'Buyer' });
    const page = { pageUrl: 'https://example.com/', render: 'manual', autoShare: true } as const;
    return { key: buyer, token: tokenIn(world.mock.capture(producer, page).shareUrl) };
  },
  NOT_FOUND: async (world) => {
    const { buyer } = await sharedBy(world);
    return { key: buyer, token: 'shr_nowhere' };
  },
  UNAUTHENTICATED: async (world) => ({ key: 'kid.wrong', token: (await sharedBy(world)).token }),
};

eachDoor((open) => {
  it.each(Object.keys(REFUSALS))('4.6 rule 5: %s writes nothing', async (code) => {
    const world = await open();
    const refusal = await REFUSALS[code]?.(world);
    if (refusal === undefined) throw new Error('no such refusal');
    const before = worldOf(world);
    expect((await world.receive(refusal.key, refusal.token, refusal.body)).code).toBe(code);
    expect(worldOf(world)).toEqual(before);
  });

  it('4.6 rule 5: a record refused by criteria is not saved, not charged, its token usable', async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world);
    const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } };
    await world.receive(buyer, token, { acceptance });
    expect((await world.read(buyer, cdrId)).code).toBe('NOT_FOUND');
    expect(world.mock.charges()).toEqual([]);
    expect(world.mock.shareEvents()).toEqual([]);
    expect((await world.receive(buyer, token)).data.alreadyClaimed).toBe(false);
  });

  it('4.6 rule 5: an accepted record is delivered as if no criteria were sent', async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world);
    const third = world.mock.addOrganization({ name: 'Buyer' });
    await world.receive(buyer, token, { acceptance: { schemaVersion: 1 } });
    await world.receive(third, token);
    const [judged, plain] = await Promise.all(
      [buyer, third].map(async (key) => {
        const { downloadUrl, ...cdr } = (await world.read(key, cdrId)).data.cdr;
        const [charge] = world.mock.charges({ organization: key });
        return { cdr, hasUrl: downloadUrl !== undefined, cause: charge?.cause };
      }),
    );
    expect(judged).toEqual(plain);
  });
});
