import { expect, it } from 'vitest';
import { announced, openFor, WEBHOOK } from './support/announced.ts';
import { eachDoor, START } from './support/each-door.ts';
import { receiverOf } from './support/receiver.ts';
import type { World } from './support/world.ts';

/** Returns the time of each attempt, in milliseconds since the start. */
function attemptTimes({ mock }: World): number[] {
  return mock.webhookDeliveries().flatMap(({ attempts }) => attempts.map(({ at }) => at - START));
}

eachDoor((open) => {
  it('6.3: 5 attempts in all, 30, 60, 120 and 240 seconds apart, and no sixth', async () => {
    const world = await openFor(
      open,
      receiverOf(() => 500),
    );
    announced(world);
    await world.mock.clock.advance({ days: 1 });
    expect(attemptTimes(world)).toEqual([0, 30_000, 90_000, 210_000, 450_000]);
    expect(world.mock.webhookDeliveries()).toMatchObject([{ state: 'failed' }]);
    expect(world.mock.webhookDeliveries()[0]).not.toHaveProperty('nextAttemptAt');
  });

  it.each([200, 201, 204, 299])('6.3: %d is a success and not sent again', async (status) => {
    const receiver = receiverOf(() => status);
    const world = await openFor(open, receiver);
    announced(world);
    await world.mock.clock.advance({ hours: 1 });
    expect(receiver.received).toHaveLength(1);
    expect(world.mock.webhookDeliveries()).toMatchObject([{ state: 'delivered' }]);
  });

  it.each([300, 302, 304, 400, 404, 500, 503])('6.3: %d is a failure', async (status) => {
    const headers = { location: 'https://elsewhere.example/' };
    const receiver = receiverOf(() => new Response(null, { status, headers }));
    const world = await openFor(open, receiver);
    announced(world);
    await world.mock.clock.advance({ hours: 1 });
    expect(receiver.received.map(({ url }) => url)).toEqual(Array(5).fill(WEBHOOK.url));
  });

  it('6.3: a redirect is not followed', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    announced(world);
    await world.mock.clock.advance(0);
    expect(receiver.received.map(({ redirect }) => redirect)).toEqual(['manual']);
  });

  it('6.3: no answer at all is a failure, told by its error', async () => {
    const receiver = receiverOf(() => Promise.reject(new TypeError('connection refused')));
    const world = await openFor(open, receiver);
    announced(world);
    await world.mock.clock.advance(0);
    expect(world.mock.webhookDeliveries()).toMatchObject([
      {
        state: 'due',
        attempts: [{ at: START, error: 'connection refused' }],
        nextAttemptAt: START + 30_000,
      },
    ]);
  });

  it("6.3: a receiver that hangs is cut off, and costs 20 seconds of the world's time", async () => {
    const receiver = receiverOf(() => new Promise<Response>(() => undefined));
    const { webhookFetch } = receiver;
    const world = await open({ webhookFetch, webhookTimeoutMs: 5 });
    announced(world);
    await world.mock.clock.advance(50_000);
    expect(attemptTimes(world)).toEqual([0, 50_000]);
    expect(world.mock.webhookDeliveries()[0]?.attempts[0]?.error).toMatch(/20 s/);
  });

  it('6.3: an acknowledgement sets webhookSuccessfullySentAt, for that organization alone', async () => {
    const receiver = receiverOf((count) => (count < 2 ? 503 : 200));
    const world = await openFor(open, receiver);
    const { organization, cdrId } = announced(world);
    const buyer = world.mock.addOrganization({ name: 'Buyer' });
    await world.receive(buyer, await world.tokenOf(organization, cdrId));
    await world.mock.clock.advance(29_999);
    const before = (await world.read(organization, cdrId)).data.cdr;
    expect(before).not.toHaveProperty('webhookSuccessfullySentAt');
    await world.mock.clock.advance(1);
    const sentAt = START + 30_000;
    const own = (await world.read(organization, cdrId)).data.cdr;
    expect(own.webhookSuccessfullySentAt).toBe(sentAt);
    const [entry] = (await world.list(organization, 'example.com')).data.cdrs;
    expect(entry?.webhookSuccessfullySentAt).toBe(sentAt);
    const other = (await world.read(buyer, cdrId)).data.cdr;
    expect(other).not.toHaveProperty('webhookSuccessfullySentAt');
  });

  it('6.3: a changed address and secret are used from the next attempt on', async () => {
    const receiver = receiverOf(() => 500);
    const world = await openFor(open, receiver);
    const { organization } = announced(world);
    await world.mock.clock.advance(0);
    const webhook = { url: 'https://new.example/hook' };
    world.mock.updateOrganization(organization, { webhook });
    await world.mock.clock.advance({ seconds: 30 });
    expect(receiver.received.map(({ url }) => url)).toEqual([WEBHOOK.url, webhook.url]);
    expect(receiver.received[1]?.headers.has('x-svc-signature')).toBe(false);
  });

  it('6.3: a redelivery is a fresh round of attempts with the same webhookId', async () => {
    const receiver = receiverOf((count) => (count <= 6 ? 500 : 200));
    const world = await openFor(open, receiver);
    announced(world);
    await world.mock.clock.advance({ hours: 1 });
    const [{ webhookId } = { webhookId: '' }] = world.mock.webhookDeliveries();
    world.mock.redeliver(webhookId);
    await world.mock.clock.advance({ seconds: 30 });
    expect(world.mock.webhookDeliveries()).toMatchObject([{ webhookId, state: 'delivered' }]);
    expect(receiver.received).toHaveLength(7);
    expect(receiver.received[5]?.event['webhookId']).toBe(webhookId);
  });
});
