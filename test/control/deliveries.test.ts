/* eslint-disable @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-call -- JSON as a script in another language sees it */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../src/webhooks/index.ts';
import { type Received, receiverOf } from '../service/support/receiver.ts';
import { BEGIN, type Desk, openDesk } from './support/desk.ts';

const SECRET = 'whsec_planted_in_deliveries';
const URL_OF_HOOK = 'https://sunroof.example/hook';

/** Serves a fake with one record, whose event goes to a receiver in memory. */
async function announced(answer: Parameters<typeof receiverOf>[0], secret: string | null = SECRET) {
  const receiver = receiverOf(answer);
  const { webhookFetch } = receiver;
  const desk = await openDesk({ webhookFetch, webhookTimestamps: 'world' });
  const webhook = { url: URL_OF_HOOK, ...(secret === null ? {} : { secret }) };
  await desk.post('/organizations', { organizationId: 'sun', name: 'Sunroof', webhook });
  await desk.post('/captures', { organization: 'sun', preset: 'checkedBox' });
  await desk.post('/clock/advance', {});
  const [{ webhookId }] = (await desk.get('/deliveries')).json.deliveries;
  const read = async () => (await desk.get(`/deliveries/${webhookId}`)).json.delivery;
  return { desk, receiver, webhookId: String(webhookId), read };
}

const shownOf = ({ url, headers, body }: Received) => ({
  url,
  headers: Object.fromEntries(headers),
  body,
});

describe('one delivery', () => {
  it('§6.2: shows what each attempt sent, as it was sent, and never the secret', async () => {
    const { desk, receiver, read } = await announced(() => 503);
    await desk.post('/clock/advance', { seconds: 30 });
    const delivery = await read();
    const sent = delivery.attempts.map((attempt: { sent: unknown }) => attempt.sent);
    expect(sent).toEqual(receiver.received.map(shownOf));
    const [first, second] = sent;
    expect(first.headers['x-svc-signature']).not.toBe(second.headers['x-svc-signature']);
    const material = `${first.headers['x-svc-timestamp']}.${first.body}`;
    const digest = createHmac('sha256', SECRET).update(material).digest('hex');
    expect(first.headers['x-svc-signature']).toBe(`sha256=${digest}`);
    expect(delivery.target).toEqual({ url: URL_OF_HOOK, signed: true });
    expect(JSON.stringify(delivery)).not.toContain(SECRET);
  });

  it('§6.3: says why each attempt was followed by another, and why the last was not', async () => {
    const statuses = [503, 302, 200];
    const { desk, read } = await announced((count) => statuses[count - 1] ?? 500);
    await desk.post('/clock/advance', { minutes: 2 });
    const { attempts, state } = await read();
    expect(state).toBe('delivered');
    expect(attempts).toMatchObject([
      {
        why: '503 is not a 2xx, so the event is sent again (spec §6.3)',
        nextAttemptAt: BEGIN + 30_000,
      },
      {
        why: '302 is a redirect, which is not followed, so the event is sent again (spec §6.3)',
        nextAttemptAt: BEGIN + 90_000,
      },
      {
        why: '200 is a 2xx: the event is acknowledged and is not sent again (spec §6.3)',
        nextAttemptAt: null,
      },
    ]);
  });

  it('§6.3: says that the fifth attempt was the last, and why no answer came', async () => {
    const { desk, read } = await announced(() => Promise.reject(new TypeError('refused')));
    await desk.post('/clock/advance', { hours: 1 });
    const { attempts, state } = await read();
    expect(state).toBe('failed');
    expect(attempts).toHaveLength(5);
    expect(attempts[4]).toMatchObject({
      error: 'refused',
      answer: null,
      why: 'there was no response (refused), and this was the fifth and last attempt (spec §6.3)',
      nextAttemptAt: null,
    });
  });

  it('§6.3: says that a record was flagged invalid while an attempt of it was under way', async () => {
    const flagged: { desk?: Desk } = {};
    const { desk, webhookId, read } = await announced(() => {
      for (const { cdrId } of flagged.desk?.mock.webhookDeliveries() ?? []) {
        flagged.desk?.mock.invalidate(cdrId);
      }
      return 500;
    });
    flagged.desk = desk;
    await desk.post(`/deliveries/${webhookId}/redeliver`);
    await desk.post('/clock/advance', {});
    const { attempts } = await read();
    expect(attempts[1].why).toBe(
      '500 is not a 2xx, and the record was flagged invalid, so its event is no longer sent (spec §6.3)',
    );
  });

  it('shows the first 2 KB of what the receiver answered, and what kind it is', async () => {
    const text = `{"error":"no such lead","trace":"${'é'.repeat(2000)}"}`;
    const headers = { 'content-type': 'application/json' };
    const { read } = await announced(() => new Response(text, { status: 422, headers }));
    const [{ answer }] = (await read()).attempts;
    expect(answer).toMatchObject({ contentType: 'application/json', isCut: true });
    expect(Buffer.from(answer.text).subarray(0, 2000)).toEqual(Buffer.from(text).subarray(0, 2000));
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(2048 + 3);
  });

  it('takes a status for the answer where the body breaks off', async () => {
    const broken = () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('half of')),
        pull: (controller) => controller.error(new Error('broke off')),
      });
      return new Response(body, { status: 200 });
    };
    const { read } = await announced(broken);
    const { state, attempts } = await read();
    expect(state).toBe('delivered');
    expect(attempts[0]).toMatchObject({ status: 200, answer: { isCut: false } });
  });

  it('knows what went out after the world was taken back and forth, and nothing of a seed’s', async () => {
    const { desk, webhookId, read } = await announced(() => 503);
    const before = await read();
    const { snapshotId } = (await desk.post('/snapshots')).json;
    await desk.post('/clock/advance', { seconds: 30 });
    await desk.post(`/snapshots/${snapshotId}/restore`);
    expect(await read()).toEqual(before);
    await desk.post('/reset');
    expect((await desk.get(`/deliveries/${webhookId}`)).code).toBe('NOT_FOUND');
    const demo = await openDesk({ seed: 'demo' });
    const { deliveries } = (await demo.get('/deliveries')).json;
    const seeded = (await demo.get(`/deliveries/${deliveries[0].webhookId}`)).json.delivery;
    expect(seeded.attempts[0]).toMatchObject({ sent: null, answer: null, why: null });
  });
});

describe('an event that is sent changed', () => {
  /** A receiver that verifies with the package's own check, on the world's clock. */
  async function verifying({ headers, body }: Received, now: number): Promise<Response> {
    try {
      await verifyWebhook({ body, headers, secret: SECRET, now: () => now });
      return new Response('ok');
    } catch {
      return new Response('no', { status: 401 });
    }
  }

  it.each(['wrongSignature', 'oldTimestamp'])(
    '%s: a receiver that verifies refuses it',
    async (change) => {
      const { desk, receiver, webhookId, read } = await announced((_, received) =>
        verifying(received, BEGIN),
      );
      const before = await read();
      expect(before.state).toBe('delivered');
      const { json } = await desk.post(`/deliveries/${webhookId}/send-changed`, { change });
      expect(json).toMatchObject({
        ...{ status: 401, verdict: 'refused', answer: { text: 'no' } },
        meaning: 'The receiver refused it with 401, as it must.',
      });
      expect(json.sent).toEqual(shownOf(receiver.received[1] as Received));
      expect(JSON.stringify(json)).not.toContain(SECRET);
      expect(await read()).toEqual(before);
    },
  );

  it('is taken by a receiver that does not verify, and then it says what that means', async () => {
    const { desk, webhookId } = await announced(() => 200);
    const path = `/deliveries/${webhookId}/send-changed`;
    const { json } = await desk.post(path, { change: 'wrongSignature' });
    expect(json).toMatchObject({ verdict: 'taken', status: 200 });
    expect(json.meaning).toContain('anyone can send it events');
    const old = (await desk.post(path, { change: 'oldTimestamp' })).json;
    expect(old.meaning).toContain('replayed forever');
  });

  it('is not acknowledged by whatever a receiver answers, and stays due', async () => {
    const { desk, webhookId, read } = await announced((count) => (count === 1 ? 500 : 204));
    const before = await read();
    await desk.post(`/deliveries/${webhookId}/send-changed`, { change: 'wrongSignature' });
    expect(await read()).toEqual(before);
    expect(before.state).toBe('due');
  });

  it('cannot be where nothing is signed, or nothing is meant', async () => {
    const { desk, webhookId } = await announced(() => 200, null);
    const path = `/deliveries/${webhookId}/send-changed`;
    const unsigned = await desk.post(path, { change: 'wrongSignature' });
    expect(unsigned.json.error.issues[0].message).toContain('nothing is signed');
    expect((await desk.post(path, { change: 'nothing' })).code).toBe('INVALID_INPUT');
    expect(
      (await desk.post('/deliveries/whk_none/send-changed', { change: 'oldTimestamp' })).code,
    ).toBe('NOT_FOUND');
  });
});
