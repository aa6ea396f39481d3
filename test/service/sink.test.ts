import { describe, expect, it } from 'vitest';
import { engineOf } from '../../mock/fake/mock-service.ts';
import { createMockService, presets, SINK_URL, type SinkAnswer } from '../../mock/index.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { openDesk } from '../control/support/desk.ts';
import { START } from './support/each-door.ts';
import { receiverOf } from './support/receiver.ts';

/** What the control API answers here, as far as these tests look at it. */
interface Data {
  readonly organization?: { readonly webhook: unknown };
  readonly organizations: readonly { readonly organizationId: string; readonly webhook: unknown }[];
  readonly deliveries: readonly { readonly webhookId: string }[];
  readonly arrivals: readonly { readonly verdict: string; readonly status: number }[];
  readonly total: number;
}

const dataOf = ({ json }: { readonly json: unknown }): Data => json as Data;

const webhook = { url: SINK_URL, secret: 'whsec_of_a_test' };

function worldWith(answer?: SinkAnswer, status = 204) {
  const outside = receiverOf(() => status);
  const mock = createMockService({
    now: START,
    webhookFetch: outside.webhookFetch,
    webhookTimeoutMs: 5,
  });
  const acme = mock.addOrganization({ name: 'Acme', webhook: { ...webhook, answer } });
  mock.capture(acme, presets.checkedBox());
  const arrivals = () => engineOf(mock).arrivals.of(engineOf(mock).epoch);
  return { mock, acme, outside, arrivals };
}

describe('the receiver inside the fake', () => {
  it('§6: takes an event without the network, checks its signature and acknowledges it', async () => {
    const { mock, acme, outside, arrivals } = worldWith();
    await mock.clock.advance(0);
    expect(outside.received).toEqual([]);
    expect(mock.webhookDeliveries()).toMatchObject([
      { state: 'delivered', attempts: [{ status: 200 }] },
    ]);
    const [arrival] = arrivals();
    expect(arrival).toMatchObject({
      ...{ organizationId: acme.organizationId, verdict: 'valid' },
      status: 200,
    });
    expect(arrival?.message.headers['x-svc-signature']).toMatch(/^sha256=/);
    expect(JSON.parse(arrival?.message.body ?? '')).toMatchObject({ event: 'cdr.completed' });
  });

  it('§6.3: answers 500 if told so, to each of the five attempts', async () => {
    const { mock, arrivals } = worldWith(500);
    await mock.clock.advance({ hours: 1 });
    expect(mock.webhookDeliveries()).toMatchObject([{ state: 'failed' }]);
    expect(arrivals().map(({ status, verdict }) => [status, verdict])).toEqual(
      Array.from({ length: 5 }, () => [500, 'valid']),
    );
  });

  it('§6.3: never answers if told to hang, so that the attempt is cut off', async () => {
    const { mock, arrivals } = worldWith('hang');
    await mock.clock.advance(0);
    expect(mock.webhookDeliveries()[0]?.attempts).toMatchObject([
      { error: 'no response within 20 s' },
    ]);
    expect(arrivals()).toMatchObject([{ verdict: 'valid', status: null }]);
  });

  it.each([204, 503])(
    'passes the message on unchanged if told so, and answers %d as that receiver does',
    async (status) => {
      const forwardTo = 'http://127.0.0.1:3000/hook';
      const { mock, outside, arrivals } = worldWith({ forwardTo }, status);
      await mock.clock.advance(0);
      expect(outside.received.map(({ body }) => body)).toEqual(
        arrivals().map(({ message }) => message.body),
      );
      expect(outside.received[0]?.headers.get('x-svc-signature')).toBe(
        arrivals()[0]?.message.headers['x-svc-signature'],
      );
      expect(mock.webhookDeliveries()[0]?.attempts).toMatchObject([{ status }]);
    },
  );

  it('says that an event without a secret is not signed', async () => {
    const { mock, acme, arrivals } = worldWith();
    mock.updateOrganization(acme, { webhook: { url: `${SINK_URL}below/it` } });
    await mock.clock.advance(0);
    expect(arrivals()).toMatchObject([{ verdict: 'unsigned', status: 200 }]);
  });

  it('forgets what arrived in a world that was replaced', async () => {
    const { mock, arrivals } = worldWith();
    const before = mock.snapshot();
    await mock.clock.advance(0);
    mock.restore(before);
    expect(arrivals()).toEqual([]);
    await mock.clock.advance(0);
    expect(arrivals()).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['999', { ...webhook, answer: 999 }, 'webhook.answer'],
    ['a text', { ...webhook, answer: 'hangs' }, 'webhook.answer'],
    [
      'a URL of another machine',
      { ...webhook, answer: { forwardTo: 'https://crm.example/hook' } },
      'webhook.answer.forwardTo',
    ],
    [
      'a URL with a password',
      { ...webhook, answer: { forwardTo: 'http://a:b@localhost/' } },
      'webhook.answer.forwardTo',
    ],
    ['a receiver elsewhere', { url: 'https://crm.example/hook', answer: 200 }, 'webhook.answer'],
  ])('cannot be told to answer %s', (_what, wrong, path) => {
    const mock = createMockService({ now: START });
    const add = () => mock.addOrganization({ name: 'Acme', webhook: wrong as never });
    expect(add).toThrow(InvalidInputError);
    expect(() =>
      createMockService({
        seed: { organizations: [{ organizationId: 'a', name: 'A', webhook: wrong as never }] },
      }),
    ).toThrow(path);
    expect(add).toThrow(path);
  });
});

describe('the control API of the receiver', () => {
  it('sets what it answers, shows what arrived, and refuses an answer that it cannot give', async () => {
    const desk = await openDesk({ now: START });
    await desk.post('/organizations', { organizationId: 'acme', name: 'Acme' });
    const set = (answer: unknown) => desk.post('/organizations/acme/sink', { answer });
    for (const wrong of [999, '200', null, { forwardTo: 'http://crm.example/' }]) {
      expect(await set(wrong)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
    }
    expect(dataOf(await desk.get('/organizations/acme')).organization?.webhook).toBe(null);
    expect(dataOf(await set('hang')).organization?.webhook).toEqual({
      url: `${SINK_URL}acme`,
      signed: true,
      answer: 'hang',
    });
    await set(200);
    await desk.post('/captures', { organization: 'acme', preset: 'checkedBox' });
    await desk.post('/clock/advance', {});
    const [delivery] = dataOf(await desk.get('/deliveries')).deliveries;
    expect(delivery).toMatchObject({ state: 'delivered' });
    for (const change of ['wrongSignature', 'oldTimestamp']) {
      const probe = await desk.post(`/deliveries/${delivery?.webhookId}/send-changed`, { change });
      expect(probe.json).toMatchObject({ verdict: 'refused', status: 401 });
    }
    const { total, arrivals } = dataOf(await desk.get('/arrivals?organization=acme'));
    expect(arrivals.map((each) => [each.verdict, each.status])).toEqual([
      ['valid', 200],
      ['wrongSignature', 401],
      ['oldTimestamp', 401],
    ]);
    expect(total).toBe(3);
    expect((await desk.get('/arrivals?organization=acm')).code).toBe('INVALID_INPUT');
  });

  it('acknowledges the events of every organization of the demo', async () => {
    const desk = await openDesk({ now: START, seed: 'demo' });
    const { organizations } = dataOf(await desk.get('/organizations'));
    for (const { organizationId, webhook: target } of organizations) {
      expect(target).toMatchObject({ signed: true, answer: 200 });
      desk.mock.capture(organizationId, presets.buttonOnly());
    }
    await desk.mock.clock.advance(0);
    const { arrivals } = dataOf(await desk.get('/arrivals'));
    expect(arrivals.map(({ verdict }) => verdict)).toEqual(organizations.map(() => 'valid'));
  });
});
