import { expect, it } from 'vitest';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy, tokenIn } from './support/parties.ts';
import { receiverOf } from './support/receiver.ts';
import { PLAIN_PAGE } from './support/world.ts';

const WEBHOOK = { url: 'https://producer.example/hook' };

eachDoor((open) => {
  it('the clock stands still until it is told', async () => {
    const world = await open();
    expect(world.mock.clock.now()).toBe(START);
    await world.domains(world.mock.addOrganization({ name: 'Acme' }));
    expect(world.mock.clock.now()).toBe(START);
    await world.mock.clock.advance({ days: 1, hours: 2, minutes: 3, seconds: 4 });
    expect(world.mock.clock.now()).toBe(START + 93_784_000);
  });

  it("the Date header is of the world's clock", async () => {
    const world = await open();
    await world.mock.clock.advance({ days: 400 });
    const { headers } = await world.domains(null);
    expect(headers.get('date')).toBe(new Date(START + 400 * 86_400_000).toUTCString());
  });

  it('3: a record is rendered at its instant: pending until then, created at it', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    const page = { ...PLAIN_PAGE, render: { afterMs: 3000 }, autoShare: true };
    const { cdrId, shareUrl } = world.mock.capture(producer, page);
    await world.mock.clock.advance(2999);
    expect((await world.receive(buyer, tokenIn(shareUrl))).code).toBe('CDR_PENDING');
    await world.mock.clock.advance(60_001);
    const { cdr } = (await world.read(producer, cdrId)).data;
    expect(cdr).toMatchObject({ capturedAt: START, createdAt: START + 3000 });
  });

  it('3: completion sets createdAt, lists, collects and announces, in one step', async () => {
    const receiver = receiverOf();
    const world = await open({ webhookFetch: receiver.webhookFetch });
    const producer = world.mock.addOrganization({ name: 'Producer', webhook: WEBHOOK });
    const { cdrId } = world.mock.capture(producer, { ...PLAIN_PAGE, render: { afterMs: 1000 } });
    await world.mock.clock.advance(5000);
    const at = START + 1000;
    const [entry] = (await world.list(producer, 'example.com')).data.cdrs;
    expect(entry).toMatchObject({ cdrId, createdAt: at, collected: true });
    expect(world.mock.charges()).toMatchObject([{ cdrId, cause: 'autoCollect', at }]);
    expect(receiver.received.map(({ event }) => [event['createdAt'], event['timestamp']])).toEqual([
      [at, at],
    ]);
    expect(receiver.received[0]?.event).toHaveProperty('downloadUrl');
  });

  it('what falls due on the way happens in its order', async () => {
    const receiver = receiverOf((count) => (count === 1 ? 500 : 200));
    const world = await open({ webhookFetch: receiver.webhookFetch });
    const producer = world.mock.addOrganization({ name: 'Producer', webhook: WEBHOOK });
    const capture = (afterMs: number) =>
      world.mock.capture(producer, { ...PLAIN_PAGE, render: { afterMs } }).cdrId;
    const [last, first, middle] = [capture(40_000), capture(1000), capture(20_000)];
    await world.mock.clock.advance({ minutes: 5 });
    expect(receiver.received.map(({ event }) => event['cdrId'])).toEqual([
      first,
      middle,
      first,
      last,
    ]);
    const sentAt = receiver.received.map(({ event }) => Number(event['timestamp']) - START);
    expect(sentAt).toEqual([1000, 20_000, 31_000, 40_000]);
  });

  it('a receiver that asks the service back during a delivery is answered', async () => {
    const seen: string[] = [];
    const receiver = receiverOf(async (_, { event }) => {
      const { data } = await world.read(producer, String(event['cdrId']));
      seen.push(data.cdr.cdrId);
      return new Response(null);
    });
    const world = await open({ webhookFetch: receiver.webhookFetch });
    const producer = world.mock.addOrganization({ name: 'Producer', webhook: WEBHOOK });
    const { cdrId } = world.mock.capture(producer, PLAIN_PAGE);
    await world.mock.clock.advance(0);
    expect(seen).toEqual([cdrId]);
  });

  it('advances that overlap add up, sleeps that overlap do not', async () => {
    const { mock } = await open();
    await Promise.all([mock.clock.advance(1000), mock.clock.advance(1000)]);
    expect(mock.clock.now()).toBe(START + 2000);
    await Promise.all([mock.clock.sleep(500), mock.clock.sleep(700), mock.clock.sleep(100)]);
    expect(mock.clock.now()).toBe(START + 2700);
  });

  it('a sleep inside a delivery joins the advance that is running', async () => {
    const receiver = receiverOf(async () => {
      await world.mock.clock.sleep(2000);
      return new Response(null);
    });
    const world = await open({ webhookFetch: receiver.webhookFetch });
    const producer = world.mock.addOrganization({ name: 'Producer', webhook: WEBHOOK });
    world.mock.capture(producer, PLAIN_PAGE);
    await world.mock.clock.advance(1000);
    expect(world.mock.clock.now()).toBe(START + 2000);
    expect(world.mock.webhookDeliveries()).toMatchObject([{ state: 'delivered' }]);
  });

  it.each([Number.NaN, Infinity, Number.MAX_VALUE])('no one can sleep %o', async (ms) => {
    const { mock } = await open();
    await expect(mock.clock.sleep(ms)).rejects.toThrow(/ms/);
    expect(mock.clock.now()).toBe(START);
  });

  it.each([
    -1,
    Number.NaN,
    Infinity,
    9e15,
    { hours: -1 },
    { weeks: 1 },
    'day',
    null,
    new Date(START + 1),
    new Map(),
  ])('the clock does not go by %o', async (duration) => {
    const { mock } = await open();
    await expect(mock.clock.advance(duration as number)).rejects.toThrow(/duration/);
    expect(mock.clock.now()).toBe(START);
  });

  it('every decision of one request is of one instant: that at which its body was there', async () => {
    const world = await open();
    const { producer, buyer, cdrId } = await sharedBy(world);
    const token = await world.tokenOf(producer, cdrId, 1000);
    await world.mock.clock.advance(999);
    const { data, requestId } = await world.receive(buyer, token);
    const at = START + 999;
    expect(data.alreadyClaimed).toBe(false);
    expect(world.mock.charges({ organization: buyer })).toMatchObject([{ at }]);
    expect(world.mock.shareEvents({ organization: buyer })).toMatchObject([{ at }]);
    expect(world.mock.explain(requestId).at).toBe(at);
  });
});
