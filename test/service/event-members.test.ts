import { expect, it } from 'vitest';
import { announced, openFor, WEBHOOK } from './support/announced.ts';
import { eachDoor, START } from './support/each-door.ts';
import { receiverOf } from './support/receiver.ts';

/** Each member of the event, with its value for a page with everything recorded. */
const MEMBERS: Readonly<Record<string, unknown>> = {
  event: 'cdr.completed',
  orgId: expect.stringMatching(/^org_/),
  cdrId: expect.stringMatching(/^cdr_/),
  domainId: 'example.com',
  domain: 'quotes.example.com',
  createdAt: START,
  ip: '198.51.100.7',
  userAgent: 'UA',
  downloadUrl: expect.stringMatching(/^https?:\/\//),
  customMetadata: { lead: 'L-1' },
  disclosures: [{ key: 'tcpa', language: 'You may call.', agreed: true }],
  sessionId: 'ses_1',
  subGroupIds: ['grp_1'],
  packageId: 'pkg_1',
  webhookId: expect.stringMatching(/./),
  timestamp: START,
};

const WHOLE_PAGE = {
  customMetadata: { lead: 'L-1' },
  declaredDisclosures: [{ key: 'tcpa', language: 'You may call.', agreed: true }],
  sessionId: 'ses_1',
  subGroupIds: ['grp_1'],
  packageId: 'pkg_1',
  signer: { ip: '198.51.100.7', userAgent: 'UA' },
};

eachDoor((open) => {
  async function eventOf(page: object, changes: object = {}) {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    const first = announced(world, page, changes);
    world.mock.capture(first.organization, { pageUrl: 'https://quotes.example.com/', ...page });
    await world.mock.clock.advance(0);
    return { world, receiver, event: receiver.received[0]?.event ?? {} };
  }

  it.each(Object.entries(MEMBERS))('6.1: the event has %s', async (name, value) => {
    const { event } = await eventOf(WHOLE_PAGE);
    expect(event).toHaveProperty(name);
    expect(event[name]).toEqual(value);
  });

  it('6.1: the event has no other member', async () => {
    const { event } = await eventOf(WHOLE_PAGE);
    expect(Object.keys(event).sort()).toEqual(Object.keys(MEMBERS).sort());
  });

  it('6.1: what the record does not have is absent from the event too', async () => {
    const { event } = await eventOf({ signer: null }, { autoCollect: false });
    const absent = ['customMetadata', 'disclosures', 'sessionId', 'subGroupIds', 'packageId'];
    for (const name of [...absent, 'downloadUrl']) expect(event).not.toHaveProperty(name);
    expect(event).toMatchObject({ ip: null, userAgent: null });
  });

  it('6.1: two events have two webhookIds', async () => {
    const { receiver } = await eventOf(WHOLE_PAGE);
    const ids = receiver.received.map(({ event }) => event['webhookId']);
    expect(new Set(ids).size).toBe(2);
  });

  it('6: an event goes to the address of its organization, each as often as it has records', async () => {
    const { receiver } = await eventOf(WHOLE_PAGE);
    expect(receiver.received.map(({ url }) => url)).toEqual([WEBHOOK.url, WEBHOOK.url]);
  });

  it('6.2: the signature is sha256= and 64 hex digits, under X-SVC-Signature', async () => {
    const { receiver } = await eventOf(WHOLE_PAGE);
    const { headers } = receiver.received[0] ?? { headers: new Headers() };
    expect(headers.get('X-SVC-Signature')).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(headers.get('X-SVC-Timestamp')).toBe(String(START / 1000));
  });

  it('5.10: the webhook secret is no API key, and an API key signs no event', async () => {
    const { world } = await eventOf(WHOLE_PAGE);
    expect((await world.domains(WEBHOOK.secret)).code).toBe('UNAUTHENTICATED');
    expect((await world.domains(`whsec.${WEBHOOK.secret}`)).code).toBe('UNAUTHENTICATED');
  });
});
