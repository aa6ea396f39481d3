import { expect } from 'vitest';
import type { Open } from '../each-door.ts';
import { sharedBy } from '../parties.ts';
import { receiverOf } from '../receiver.ts';
import type { World } from '../world.ts';
import type { Proofs } from './proof.ts';

type Shared = Awaited<ReturnType<typeof sharedBy>>;

/** Repeats a receive after `between`; returns the code of the answer, or that it was a repeat. */
async function repeated(
  open: Open,
  between: (world: World, shared: Shared) => void,
  body?: object,
): Promise<unknown> {
  const world = await open();
  const shared = await sharedBy(world);
  const { buyer, token } = shared;
  await world.receive(buyer, token);
  const [charges, handoffs] = [world.mock.charges(), world.mock.shareEvents()];
  between(world, shared);
  const { code, json } = await world.receive(buyer, token, body);
  expect([world.mock.charges(), world.mock.shareEvents()]).toEqual([charges, handoffs]);
  // The first receive through another token is refused under every value.
  if (body !== undefined) {
    const other = await world.tokenOf(shared.producer, shared.cdrId);
    expect((await world.receive(buyer, other, body)).code).toBe('INVALID_ARGUMENT');
  }
  return (
    code ?? (json?.ok === true ? (json.data as Record<string, unknown>)['alreadyClaimed'] : '')
  );
}

const withoutBilling = ({ mock }: World, { buyer }: Shared): void =>
  mock.updateOrganization(buyer, { billing: false, apiAccess: 'granted' });

const MALFORMED = { acceptance: { schemaVersion: 2 } };

/** Receives through two tokens, each twice; returns who was sent which events. */
async function eventsOfReceives(open: Open) {
  const { received, webhookFetch } = receiverOf();
  const world = await open({ webhookFetch });
  const { producer, buyer, cdrId, token } = await sharedBy(world);
  world.mock.updateOrganization(buyer, { webhook: { url: 'https://buyer.example/hook' } });
  for (const each of [token, await world.tokenOf(producer, cdrId)]) {
    for (const _ of [1, 2]) expect((await world.receive(buyer, each)).status).toBe(200);
  }
  await world.mock.clock.advance({ hours: 1 });
  const { webhookSuccessfullySentAt } = (await world.read(buyer, cdrId)).data.cdr;
  return {
    sent: received.map(({ event }) => [event['event'], event['orgId'], event['cdrId']]),
    wanted: ['cdr.completed', buyer.organizationId, cdrId],
    isAcknowledged: webhookSuccessfullySentAt !== undefined && webhookSuccessfullySentAt !== null,
  };
}

/** Proofs of the readings of a repeated receive, and of what a receive announces. */
export const repeatProofs: Proofs<
  | 'repeatedReceiveBilling'
  | 'repeatedReceiveConflict'
  | 'repeatedReceiveCriteria'
  | 'eventOnReceive'
> = {
  repeatedReceiveBilling: {
    success: {
      title: '4.6 rule 2: a repeated receive succeeds after billing was removed',
      async prove(open) {
        expect(await repeated(open, withoutBilling)).toBe(true);
      },
    },
    billingFirst: {
      title: '7: a repeated receive is 403 after billing was removed',
      async prove(open) {
        expect(await repeated(open, withoutBilling)).toBe('PASSTHROUGH_ORG_CANNOT_CLAIM');
      },
    },
  },
  repeatedReceiveConflict: {
    success: {
      title:
        '4.6 rule 2: a repeated receive succeeds although its identifier is now on two records',
      async prove(open) {
        expect(await repeated(open, ({ mock }, { cdrId }) => mock.duplicate(cdrId))).toBe(true);
      },
    },
    conflict: {
      title: '7: a repeated receive is 409 once its identifier is on two records',
      async prove(open) {
        const code = await repeated(open, ({ mock }, { cdrId }) => mock.duplicate(cdrId));
        expect(code).toBe('CONFLICT');
      },
    },
  },
  repeatedReceiveCriteria: {
    invalid: {
      title: '4.6 rule 2: malformed criteria are 400 on a repeated receive too',
      async prove(open) {
        expect(await repeated(open, () => undefined, MALFORMED)).toBe('INVALID_ARGUMENT');
      },
    },
    ignored: {
      title: '4.6 rule 2: malformed criteria are not looked at on a repeated receive',
      async prove(open) {
        expect(await repeated(open, () => undefined, MALFORMED)).toBe(true);
      },
    },
  },
  eventOnReceive: {
    none: {
      title: '6.3: a receive sends the receiver no event',
      async prove(open) {
        expect((await eventsOfReceives(open)).sent).toEqual([]);
      },
    },
    sent: {
      title: '6.3: the first receive through each token sends the receiver one event',
      async prove(open) {
        const { sent, wanted, isAcknowledged } = await eventsOfReceives(open);
        expect(sent).toEqual([wanted, wanted]);
        expect(isAcknowledged).toBe(true);
      },
    },
  },
};
