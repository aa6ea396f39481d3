import { createMockService, presets } from '../../../mock/index.ts';
import { DISCLOSURE_TEXT_MAX_CHARS, DISCLOSURES_MAX } from '../../../src/contract/limits.ts';
import type { CdrCompletedEvent } from '../../../src/contract/webhook.ts';
import { signWebhook } from '../../../src/webhooks/signature/sign.ts';

/** One delivery, as the fake sent it. */
export interface FakeDelivery {
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly cdrId: string;
}

/**
 * A delivery of the largest event: as many disclosures as a record may have, of the longest text
 * (spec §8), written by a serialiser that escapes what is not ASCII.
 */
export async function largestDelivery(secret: string): Promise<FakeDelivery> {
  const { body, cdrId } = await fakeDelivery(secret);
  const language = '同'.repeat(DISCLOSURE_TEXT_MAX_CHARS);
  const disclosures = Array.from({ length: DISCLOSURES_MAX }, (_, index) => ({
    key: `terms_${index}`,
    language,
    agreed: true,
  }));
  const event = { ...(JSON.parse(body) as CdrCompletedEvent), disclosures };
  const escaped = JSON.stringify(event).replaceAll('同', '\\u540c');
  const headers = await signWebhook({ body: escaped, secret, webhookId: event.webhookId });
  return {
    body: escaped,
    headers: { 'content-type': 'application/json', ...headers },
    cdrId,
  };
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
