import { expect } from 'vitest';
import { type Open, START } from '../each-door.ts';
import { receiverOf } from '../receiver.ts';
import { PLAIN_PAGE } from '../world.ts';
import type { Proofs } from './proof.ts';

/** Returns what a receiver that always fails was sent for one capture. */
async function failedDeliveries(open: Open, page: { devMode?: boolean } = {}) {
  const { received, webhookFetch } = receiverOf(() => 500);
  const world = await open({ webhookFetch });
  const webhook = { url: 'https://producer.example/hook', secret: 'whsec_test' };
  const producer = world.mock.addOrganization({ name: 'Producer', webhook });
  world.mock.capture(producer, { ...PLAIN_PAGE, ...page });
  await world.mock.clock.advance({ hours: 2 });
  const [delivery] = world.mock.webhookDeliveries();
  const seconds = (delivery?.attempts ?? []).map(({ at }) => (at - START) / 1000);
  return { received, seconds };
}

/** Counts how often an event was sent if its record was invalidated after the second attempt. */
async function sentInAll(open: Open) {
  const { received, webhookFetch } = receiverOf(() => 500);
  const { mock } = await open({ webhookFetch });
  const webhook = { url: 'https://producer.example/hook' };
  const producer = mock.addOrganization({ name: 'Producer', webhook });
  const { cdrId } = mock.capture(producer, PLAIN_PAGE);
  const kept = mock.capture(producer, PLAIN_PAGE).cdrId;
  await mock.clock.advance(30_000);
  mock.invalidate(cdrId);
  await mock.clock.advance({ hours: 2 });
  const [delivery, other] = mock.webhookDeliveries();
  expect([delivery?.cdrId, delivery?.state, delivery?.nextAttemptAt]).toEqual([
    cdrId,
    'failed',
    undefined,
  ]);
  expect(other).toMatchObject({ cdrId: kept, state: 'failed' });
  expect(other?.attempts).toHaveLength(5);
  return received.filter(({ event }) => event['cdrId'] === cdrId).length;
}

/** Proofs of the readings of webhooks. */
export const webhookProofs: Proofs<
  'webhookBackoff' | 'webhookHeaderId' | 'webhookBody' | 'devModeEvent' | 'eventAfterInvalid'
> = {
  webhookBackoff: {
    double: {
      title: '6.3: the gaps double from 30 seconds',
      async prove(open) {
        expect((await failedDeliveries(open)).seconds).toEqual([0, 30, 90, 210, 450]);
      },
    },
    spread: {
      title: '6.3: the gaps grow from 30 seconds to 10 minutes',
      async prove(open) {
        const { seconds } = await failedDeliveries(open);
        const gaps = seconds.slice(1).map((each, index) => each - (seconds[index] ?? 0));
        expect([gaps[0], gaps.at(-1), gaps.length]).toEqual([30, 600, 4]);
        expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
      },
    },
  },
  webhookHeaderId: {
    same: {
      title: "6.2: the header's id is the body's",
      async prove(open) {
        const { received } = await failedDeliveries(open);
        expect(received).toHaveLength(5);
        for (const { headers, event } of received) {
          expect(headers.get('x-svc-webhook-id')).toBe(event['webhookId']);
        }
      },
    },
    perAttempt: {
      title: "6.2: the header's id differs per attempt, the body's does not",
      async prove(open) {
        const { received } = await failedDeliveries(open);
        const ids = received.map(({ headers }) => headers.get('x-svc-webhook-id'));
        expect(new Set(ids).size).toBe(5);
        expect(new Set(received.map(({ event }) => event['webhookId'])).size).toBe(1);
        expect(ids).not.toContain(received[0]?.event['webhookId']);
      },
    },
  },
  webhookBody: {
    rebuilt: {
      title: '6.1: the body is built again for each attempt',
      async prove(open) {
        const { received } = await failedDeliveries(open);
        expect(new Set(received.map(({ body }) => body)).size).toBe(5);
      },
    },
    frozen: {
      title: '6.1: the body of the first attempt is sent again, under a new signature',
      async prove(open) {
        const { received } = await failedDeliveries(open);
        expect(received).toHaveLength(5);
        expect(new Set(received.map(({ body }) => body)).size).toBe(1);
        const stamps = received.map(({ headers }) => headers.get('x-svc-timestamp'));
        expect(new Set(stamps).size).toBe(5);
      },
    },
  },
  devModeEvent: {
    sent: {
      title: '6: a Dev Mode completion is announced',
      async prove(open) {
        expect((await failedDeliveries(open, { devMode: true })).received).toHaveLength(5);
      },
    },
    none: {
      title: '6: a Dev Mode completion is not announced, another one is',
      async prove(open) {
        expect((await failedDeliveries(open, { devMode: true })).received).toEqual([]);
        expect((await failedDeliveries(open)).received).toHaveLength(5);
      },
    },
  },
  eventAfterInvalid: {
    none: {
      title: '6: an event is not sent once its record is invalid',
      async prove(open) {
        expect(await sentInAll(open)).toBe(2);
      },
    },
    sent: {
      title: '6: an event is still sent after its record was invalidated',
      async prove(open) {
        expect(await sentInAll(open)).toBe(5);
      },
    },
  },
};
