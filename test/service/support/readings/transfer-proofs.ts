import { expect } from 'vitest';
import type { Open } from '../each-door.ts';
import { partiesOf, sharedBy, tokenIn } from '../parties.ts';
import type { Proofs } from './proof.ts';

const PASSTHROUGH = { billing: false, apiAccess: 'granted' } as const;

/** Receives a token whose sender has access that someone else paid for; returns the charges. */
async function passedOn(open: Open) {
  const world = await open();
  const first = await sharedBy(world, {}, { autoCollect: true });
  await world.receive(first.buyer, first.token);
  expect(world.mock.charges({ organization: first.buyer })).toEqual([]);
  const third = world.mock.addOrganization({ name: 'Third' });
  await world.receive(third, await world.tokenOf(first.buyer, first.cdrId));
  expect((await world.read(third, first.cdrId)).data.cdr.collected).toBe(true);
  return world.mock.charges({ organization: third }).map(({ cause }) => cause);
}

/** Repeats a receive after its record has become invalid; returns the reply. */
async function invalidRepeat(open: Open) {
  const world = await open();
  const { buyer, cdrId, token } = await sharedBy(world);
  await world.receive(buyer, token);
  world.mock.invalidate(cdrId);
  return world.receive(buyer, token);
}

async function expiredDevMode(open: Open) {
  const world = await open();
  const { producer, buyer } = partiesOf(world);
  const page = { pageUrl: 'https://example.com/', devMode: true, autoShare: { expiresInMs: 1 } };
  const token = tokenIn(world.mock.capture(producer, page).shareUrl);
  expect((await world.receive(buyer, token)).code).toBe('CDR_DEV_MODE');
  await world.mock.clock.advance(1);
  return (await world.receive(buyer, token)).code;
}

async function collectDevModeWithoutBilling(open: Open) {
  const world = await open();
  const { producer, cdrId } = partiesOf(world, { devMode: true }, PASSTHROUGH);
  return (await world.collect(producer, cdrId)).code;
}

/** Receives with `collect: false` a record whose sender has no access. */
async function deferred(open: Open) {
  const world = await open();
  const parties = await sharedBy(world);
  return {
    world,
    ...parties,
    reply: await world.receive(parties.buyer, parties.token, { collect: false }),
  };
}

/** Proofs of the readings of collecting, sharing and receiving. */
export const transferProofs: Proofs<
  | 'collectFalse'
  | 'shareUrl'
  | 'alreadyReceivedInvalid'
  | 'sharePending'
  | 'senderPass'
  | 'devModeExpired'
  | 'collectOrder'
> = {
  collectFalse: {
    refuse: {
      title: '4.6: collect: false is 400 COLLECT_REQUIRED and receives nothing',
      async prove(open) {
        const { world, buyer, cdrId, reply } = await deferred(open);
        expect(reply).toMatchObject({ status: 400, code: 'COLLECT_REQUIRED' });
        expect((await world.read(buyer, cdrId)).code).toBe('NOT_FOUND');
      },
    },
    defer: {
      title:
        '4.6: collect: false receives without a charge or access, and a later true on the token changes nothing',
      async prove(open) {
        const { world, buyer, cdrId, token, reply } = await deferred(open);
        expect(reply.data).toMatchObject({ claimed: true, alreadyClaimed: false });
        expect((await world.read(buyer, cdrId)).data.cdr.collected).toBe(false);
        const later = await world.receive(buyer, token, { collect: true });
        expect(later.data).toMatchObject({ alreadyClaimed: true, shareEventId: '' });
        expect((await world.read(buyer, cdrId)).data.cdr.collected).toBe(false);
        expect(world.mock.charges()).toEqual([]);
        expect((await world.collect(buyer, cdrId)).data.alreadyCollected).toBe(false);
        expect(world.mock.charges()).toMatchObject([{ cause: 'collect' }]);
        const paid = await sharedBy(world, {}, { autoCollect: true });
        await world.receive(paid.buyer, paid.token, { collect: false });
        expect((await world.read(paid.buyer, paid.cdrId)).data.cdr.collected).toBe(true);
        expect(world.mock.charges({ organization: paid.buyer })).toEqual([]);
      },
    },
  },
  shareUrl: {
    absolute: {
      title: '2.5: shareUrl is absolute',
      async prove(open) {
        const world = await open();
        const { producer, cdrId } = partiesOf(world);
        const { shareUrl, token } = (await world.share(producer, cdrId)).data;
        expect(shareUrl).toBe(`${world.baseUrl}/v1/shares/${token}`);
      },
    },
    path: {
      title: '2.5: shareUrl is the path alone, also for an automatic share',
      async prove(open) {
        const world = await open();
        const { producer, cdrId } = partiesOf(world);
        const { shareUrl, token } = (await world.share(producer, cdrId)).data;
        expect(shareUrl).toBe(`/v1/shares/${token}`);
        const page = { pageUrl: 'https://example.com/', autoShare: true };
        expect(world.mock.capture(producer, page).shareUrl).toMatch(/^\/v1\/shares\//);
      },
    },
  },
  alreadyReceivedInvalid: {
    success: {
      title: '4.6 rule 2: a repeat for a record that turned invalid is answered as before',
      async prove(open) {
        expect((await invalidRepeat(open)).data.alreadyClaimed).toBe(true);
      },
    },
    invalid: {
      title: '4.6 rule 2: a repeat for a record that turned invalid is 410',
      async prove(open) {
        expect((await invalidRepeat(open)).code).toBe('CDR_INVALID');
      },
    },
  },
  sharePending: {
    notFound: {
      title: '4.5: a record that is not rendered cannot be shared',
      async prove(open) {
        const world = await open();
        const { producer, cdrId } = partiesOf(world, { render: 'manual' });
        expect((await world.share(producer, cdrId)).code).toBe('NOT_FOUND');
      },
    },
    allowed: {
      title: '4.5: a record that is not rendered can be shared, and receiving it is pending',
      async prove(open) {
        const world = await open();
        const { producer, buyer, cdrId } = partiesOf(world, { render: 'manual' });
        const token = await world.tokenOf(producer, cdrId);
        expect((await world.receive(buyer, token)).code).toBe('CDR_PENDING');
        world.mock.finishRendering(cdrId);
        expect((await world.receive(buyer, token)).status).toBe(200);
      },
    },
  },
  senderPass: {
    access: {
      title: '4.6 rule 9: a sender passes on access that it was given',
      async prove(open) {
        expect(await passedOn(open)).toEqual([]);
      },
    },
    paid: {
      title: '4.6 rule 9: only a sender who paid passes access on',
      async prove(open) {
        expect(await passedOn(open)).toEqual(['receive']);
      },
    },
  },
  devModeExpired: {
    devMode: {
      title: '4.6 rule 8: an expired Dev Mode token is 409',
      async prove(open) {
        expect(await expiredDevMode(open)).toBe('CDR_DEV_MODE');
      },
    },
    gone: {
      title: '4.6 rule 1: an expired Dev Mode token is 410',
      async prove(open) {
        expect(await expiredDevMode(open)).toBe('GONE');
      },
    },
  },
  collectOrder: {
    devModeFirst: {
      title: '4.4: Dev Mode is reported before missing billing',
      async prove(open) {
        expect(await collectDevModeWithoutBilling(open)).toBe('CDR_DEV_MODE');
      },
    },
    billingFirst: {
      title: '4.4: missing billing is reported before Dev Mode',
      async prove(open) {
        expect(await collectDevModeWithoutBilling(open)).toBe('PASSTHROUGH_ORG_CANNOT_COLLECT');
      },
    },
  },
};
