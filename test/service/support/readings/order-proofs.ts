import { expect } from 'vitest';
import type { Open } from '../each-door.ts';
import { partiesOf, sharedBy } from '../parties.ts';
import { PLAIN_PAGE } from '../world.ts';
import type { Proofs } from './proof.ts';

const PASSTHROUGH = { billing: false, apiAccess: 'granted' } as const;

/** Returns the charges for a record whose organization's flags changed while it was rendered. */
async function costOf(open: Open, atUpload: boolean) {
  const { mock } = await open();
  const producer = mock.addOrganization({ name: 'Producer', autoCollect: atUpload });
  const { cdrId } = mock.capture(producer, { ...PLAIN_PAGE, render: 'manual' });
  mock.updateOrganization(producer, { autoCollect: !atUpload });
  mock.finishRendering(cdrId);
  return mock.charges().map(({ cause }) => cause);
}

/** Returns the buyer's charges for a record that its sender only collected after sharing it. */
async function collectedBetween(open: Open) {
  const world = await open();
  const { producer, buyer, cdrId, token } = await sharedBy(world);
  await world.collect(producer, cdrId);
  await world.receive(buyer, token);
  expect((await world.read(buyer, cdrId)).data.cdr.collected).toBe(true);
  const later = world.mock.addOrganization({ name: 'Later' });
  await world.receive(later, await world.tokenOf(producer, cdrId));
  expect(world.mock.charges({ organization: later })).toEqual([]);
  return world.mock.charges({ organization: buyer }).map(({ cause }) => cause);
}

/** Collects a record again for an organization that may already download it but lost its billing. */
async function collectAgain(open: Open) {
  const world = await open();
  const { producer, cdrId } = partiesOf(world);
  await world.collect(producer, cdrId);
  world.mock.updateOrganization(producer, PASSTHROUGH);
  const other = world.mock.capture(producer, PLAIN_PAGE).cdrId;
  expect((await world.collect(producer, other)).code).toBe('PASSTHROUGH_ORG_CANNOT_COLLECT');
  const reply = await world.collect(producer, cdrId);
  expect(world.mock.charges()).toHaveLength(1);
  return reply;
}

/** Receives with `collect: false` on an unknown token, a received one, and a fresh one. */
async function notCollecting(open: Open) {
  const world = await open();
  const { buyer, token } = await sharedBy(world);
  const fresh = await sharedBy(world);
  await world.receive(buyer, token);
  const replies = [];
  for (const each of ['unknown', token, fresh.token]) {
    const { status, code } = await world.receive(buyer, each, { collect: false });
    replies.push(code ?? status);
  }
  return replies;
}

/** Receives without billing: a pending, invalid, twofold, unacceptable and good record. */
async function withoutBilling(open: Open) {
  const world = await open();
  const { mock } = world;
  const passthrough = mock.addOrganization({ name: 'Passthrough', ...PASSTHROUGH });
  const good = await sharedBy(world);
  const [invalid, twofold] = [await sharedBy(world), await sharedBy(world)];
  mock.invalidate(invalid.cdrId);
  mock.duplicate(twofold.cdrId);
  const page = { ...PLAIN_PAGE, render: 'manual', autoShare: true } as const;
  const pending = mock.capture(good.producer, page).shareUrl?.split('/').at(-1) ?? '';
  const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } };
  const replies = [];
  for (const each of [pending, invalid.token, twofold.token]) {
    replies.push((await world.receive(passthrough, each)).code);
  }
  replies.push((await world.receive(passthrough, good.token, { acceptance })).code);
  replies.push((await world.receive(passthrough, good.token)).code);
  expect(mock.shareEvents()).toEqual([]);
  return replies;
}

const NO_BILLING = 'PASSTHROUGH_ORG_CANNOT_CLAIM';

/** Shares twofold records: a good, an invalid and a Dev Mode one. */
async function sharesOfTwofold(open: Open) {
  const world = await open();
  const [good, invalid, dev] = [
    partiesOf(world),
    partiesOf(world),
    partiesOf(world, { devMode: true }),
  ];
  world.mock.invalidate(invalid.cdrId);
  const codes = [];
  for (const { producer, buyer, cdrId } of [good, invalid, dev]) {
    world.mock.duplicate(cdrId);
    const reply = await world.share(producer, cdrId);
    if (reply.status === 200) {
      expect((await world.receive(buyer, reply.data.token)).code).toBe('CONFLICT');
    }
    codes.push(reply.code ?? reply.status);
  }
  return codes;
}

/** Proofs of the readings of which check comes first and which moment counts. */
export const orderProofs: Proofs<
  | 'autoCollectFlags'
  | 'senderJudged'
  | 'collectRepeated'
  | 'collectFalseOrder'
  | 'receiveBillingOrder'
  | 'shareConflict'
> = {
  autoCollectFlags: {
    atCompletion: {
      title: '1: the flags of the completion decide an automatic collect',
      async prove(open) {
        expect(await costOf(open, true)).toEqual([]);
        expect(await costOf(open, false)).toEqual(['autoCollect']);
      },
    },
    atUpload: {
      title: '1: the flags of the upload decide an automatic collect',
      async prove(open) {
        expect(await costOf(open, true)).toEqual(['autoCollect']);
        expect(await costOf(open, false)).toEqual([]);
      },
    },
  },
  senderJudged: {
    atReceive: {
      title: '4.6 rule 9: what the sender collected after sharing passes on',
      async prove(open) {
        expect(await collectedBetween(open)).toEqual([]);
      },
    },
    atShare: {
      title: '4.6 rule 9: what the sender collected after sharing does not pass on',
      async prove(open) {
        expect(await collectedBetween(open)).toEqual(['receive']);
      },
    },
  },
  collectRepeated: {
    billingFirst: {
      title: '4.4: a repeated collect without billing is 403',
      async prove(open) {
        expect((await collectAgain(open)).code).toBe('PASSTHROUGH_ORG_CANNOT_COLLECT');
      },
    },
    success: {
      title: '3: a repeated collect succeeds without billing too, and charges nothing',
      async prove(open) {
        expect((await collectAgain(open)).data.alreadyCollected).toBe(true);
      },
    },
  },
  collectFalseOrder: {
    first: {
      title: '4.6: collect: false is refused before the token is checked',
      async prove(open) {
        const refused = 'COLLECT_REQUIRED';
        expect(await notCollecting(open)).toEqual([refused, refused, refused]);
      },
    },
    afterEarlyReturn: {
      title: '4.6: collect: false is refused after the token is checked',
      async prove(open) {
        expect(await notCollecting(open)).toEqual(['NOT_FOUND', 200, 'COLLECT_REQUIRED']);
      },
    },
  },
  receiveBillingOrder: {
    beforeRecord: {
      title: '4.6: missing billing is reported before problems with the record',
      async prove(open) {
        expect(await withoutBilling(open)).toEqual(Array.from({ length: 5 }, () => NO_BILLING));
      },
    },
    afterRecord: {
      title: '4.6: problems with the record are reported before missing billing',
      async prove(open) {
        const own = ['CDR_PENDING', 'CDR_INVALID', 'CONFLICT', 'CDR_ACCEPTANCE_FAILED'];
        expect(await withoutBilling(open)).toEqual([...own, NO_BILLING]);
      },
    },
  },
  shareConflict: {
    first: {
      title: '7: CONFLICT on share comes before the other refusals of the record',
      async prove(open) {
        expect(await sharesOfTwofold(open)).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT']);
      },
    },
    last: {
      title: '7: CONFLICT on share comes after the other refusals of the record',
      async prove(open) {
        expect(await sharesOfTwofold(open)).toEqual(['CONFLICT', 'CDR_INVALID', 'CDR_DEV_MODE']);
      },
    },
    none: {
      title: '7: a record with a duplicate identifier can be shared, and receiving it is CONFLICT',
      async prove(open) {
        expect(await sharesOfTwofold(open)).toEqual([200, 'CDR_INVALID', 'CDR_DEV_MODE']);
      },
    },
  },
};
