import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import { cdrCompletedEventSchema } from '../../src/contract/webhook.ts';
import { announced, openFor, WEBHOOK } from './support/announced.ts';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import { receiverOf } from './support/receiver.ts';

function signatureOf(timestamp: string | null, body: string): string {
  return `sha256=${createHmac('sha256', WEBHOOK.secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

eachDoor((open) => {
  it('6.1: a completed record is announced once, as a POST of JSON', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    announced(world);
    expect(receiver.received).toEqual([]);
    await world.mock.clock.advance(0);
    await world.mock.clock.advance({ hours: 2 });
    expect(receiver.received).toHaveLength(1);
    const [{ url, method, headers } = { url: '', method: '', headers: new Headers() }] =
      receiver.received;
    expect([url, method]).toEqual([WEBHOOK.url, 'POST']);
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('6.1: the event describes the record and has no undocumented member', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    const page: Partial<CaptureInput> = {
      customMetadata: { lead: 'L-1' },
      declaredDisclosures: [{ key: 'k', language: 'You may call.', agreed: true }],
      sessionId: 'ses_1',
      subGroupIds: ['g'],
      signer: { ip: '198.51.100.7', userAgent: 'UA' },
    };
    const { organization, cdrId } = announced(world, page);
    await world.mock.clock.advance(0);
    const event = receiver.received[0]?.event;
    expect(cdrCompletedEventSchema().parse(event)).toStrictEqual(event);
    expect(event).toEqual({
      event: 'cdr.completed',
      orgId: organization.organizationId,
      cdrId,
      domainId: 'example.com',
      domain: 'quotes.example.com',
      createdAt: START,
      ip: '198.51.100.7',
      userAgent: 'UA',
      downloadUrl: expect.stringMatching(/^http/),
      customMetadata: { lead: 'L-1' },
      disclosures: page.declaredDisclosures,
      sessionId: 'ses_1',
      subGroupIds: ['g'],
      webhookId: world.mock.webhookDeliveries()[0]?.webhookId,
      timestamp: START,
    });
  });

  it('6.1: ip and userAgent may be null; disclosures and downloadUrl may be absent', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    announced(world, { signer: null }, { autoCollect: false });
    await world.mock.clock.advance(0);
    const event = receiver.received[0]?.event;
    expect(event).toMatchObject({ ip: null, userAgent: null });
    for (const name of ['disclosures', 'downloadUrl', 'customMetadata', 'packageId']) {
      expect(event).not.toHaveProperty(name);
    }
  });

  it('6.1: the downloadUrl of an event works for 300 seconds', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    announced(world);
    await world.mock.clock.advance(0);
    const url = String(receiver.received[0]?.event['downloadUrl']);
    await world.mock.clock.advance(299_999);
    expect((await world.visit(url)).status).toBe(200);
    await world.mock.clock.advance(1);
    expect((await world.visit(url)).status).toBe(403);
  });

  it('6.1: the event comes when rendering finishes, not at the capture', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    const { cdrId } = announced(world, { render: 'manual' });
    await world.mock.clock.advance(5000);
    expect(receiver.received).toEqual([]);
    world.mock.finishRendering(cdrId);
    world.mock.finishRendering(cdrId);
    await world.mock.clock.advance(0);
    expect(receiver.received.map(({ event }) => event['createdAt'])).toEqual([START + 5000]);
  });

  it('3: an invalid record is not announced when its rendering finishes', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    const { cdrId } = announced(world, { render: 'manual' });
    world.mock.invalidate(cdrId);
    world.mock.finishRendering(cdrId);
    await world.mock.clock.advance({ hours: 1 });
    expect(receiver.received).toEqual([]);
  });

  it('6: a Dev Mode completion is announced without a downloadUrl', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    const { cdrId } = announced(world, { devMode: true });
    await world.mock.clock.advance(0);
    expect(receiver.received.map(({ event }) => event['cdrId'])).toEqual([cdrId]);
    expect(receiver.received[0]?.event).not.toHaveProperty('downloadUrl');
  });

  it('6.3: sharing, receiving and collecting announce nothing', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    for (const each of [producer, buyer]) {
      world.mock.updateOrganization(each, { webhook: WEBHOOK });
    }
    await world.receive(buyer, token);
    await world.collect(producer, cdrId);
    await world.mock.clock.advance({ hours: 1 });
    expect(receiver.received).toEqual([]);
  });

  it('6.2: the timestamp header is in seconds, the body in milliseconds, both of this attempt', async () => {
    const receiver = receiverOf((count) => (count < 2 ? 500 : 200));
    const world = await openFor(open, receiver);
    await world.mock.clock.advance(999);
    announced(world);
    await world.mock.clock.advance({ minutes: 1 });
    const [first, second] = receiver.received;
    expect(first?.headers.get('x-svc-timestamp')).toBe(String(START / 1000));
    expect(first?.event['timestamp']).toBe(START + 999);
    expect(second?.headers.get('x-svc-timestamp')).toBe(String(START / 1000 + 30));
    expect(second?.event['timestamp']).toBe(START + 30_999);
  });

  it('6.2: every attempt is signed again, over the bytes that were sent', async () => {
    const receiver = receiverOf(() => 500);
    const world = await openFor(open, receiver);
    announced(world, { customMetadata: { name: 'Jos\u00e9 \u{1f31e}' } });
    await world.mock.clock.advance({ hours: 1 });
    expect(receiver.received).toHaveLength(5);
    for (const { headers, body } of receiver.received) {
      const expected = signatureOf(headers.get('x-svc-timestamp'), body);
      expect(headers.get('x-svc-signature')).toBe(expected);
    }
    const signatures = receiver.received.map(({ headers }) => headers.get('x-svc-signature'));
    expect(new Set(signatures).size).toBe(5);
  });

  it('6.2: without a secret only the id header is sent', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    announced(world, {}, { webhook: { url: WEBHOOK.url } });
    await world.mock.clock.advance(0);
    const names = [...(receiver.received[0]?.headers.keys() ?? [])];
    expect(names.filter((name) => name.startsWith('x-svc-'))).toEqual(['x-svc-webhook-id']);
  });

  it('6.1: webhookId is one over all attempts, in body and header, and another per record', async () => {
    const receiver = receiverOf(() => 500);
    const world = await openFor(open, receiver);
    announced(world);
    await world.mock.clock.advance({ hours: 1 });
    const ids = receiver.received.flatMap(({ headers, event }) => [
      headers.get('x-svc-webhook-id'),
      event['webhookId'],
    ]);
    expect(new Set(ids).size).toBe(1);
    announced(world);
    await world.mock.clock.advance(0);
    expect(receiver.received.at(-1)?.event['webhookId']).not.toBe(ids[0]);
  });

  it('6.1: the body is built again for each attempt, its downloadUrl too', async () => {
    const receiver = receiverOf(() => 500);
    const world = await openFor(open, receiver);
    announced(world);
    await world.mock.clock.advance({ minutes: 15 });
    const urls = receiver.received.map(({ event }) => String(event['downloadUrl']));
    expect(new Set(urls).size).toBe(5);
  });

  it('6: a webhook may be http:// for a local receiver, and is nothing but http or https', async () => {
    const receiver = receiverOf();
    const world = await openFor(open, receiver);
    announced(world, {}, { webhook: { url: 'http://127.0.0.1:9/hook' } });
    await world.mock.clock.advance(0);
    expect(receiver.received.map(({ url }) => url)).toEqual(['http://127.0.0.1:9/hook']);
    for (const url of ['ftp://producer.example/', '/hook', '']) {
      expect(() => announced(world, {}, { webhook: { url } })).toThrow(/webhook/);
    }
  });

  it('6: without a webhook nothing is due', async () => {
    const world = await openFor(open, receiverOf());
    partiesOf(world);
    await world.mock.clock.advance({ hours: 1 });
    expect(world.mock.webhookDeliveries()).toEqual([]);
  });
});
