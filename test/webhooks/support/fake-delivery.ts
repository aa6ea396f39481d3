import { createMockService, presets } from '../../../mock/index.ts';

/** One delivery, as the fake sent it. */
export interface FakeDelivery {
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly cdrId: string;
}

/** Makes the fake send a delivery, signed `ageSeconds` ago by the wall clock. */
export async function fakeDelivery(secret: string, ageSeconds = 0): Promise<FakeDelivery> {
  const sent: FakeDelivery[] = [];
  const mock = createMockService({
    now: Date.now() - ageSeconds * 1000,
    webhookFetch: async (_url: string, init: { body: string; headers: Record<string, string> }) => {
      const { body, headers } = init;
      sent.push({ body, headers, cdrId: String((JSON.parse(body) as { cdrId: unknown }).cdrId) });
      return new Response();
    },
  });
  const webhook = { url: 'http://127.0.0.1:1/', secret };
  const organization = mock.addOrganization({ name: 'Sunroof Leads', webhook });
  mock.capture(organization, presets.checkedBox());
  await mock.clock.advance(0);
  const [delivery] = sent;
  if (delivery === undefined) throw new Error('the fake sent nothing');
  return delivery;
}
