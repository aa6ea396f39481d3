const { ConsentEvidence, isApiError, InvalidInputError } = require('consent-evidence');
const { createMockService, presets } = require('consent-evidence/mock');
const { verifyWebhook, WebhookVerificationError } = require('consent-evidence/webhooks');

async function main() {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
  const producer = mock.addOrganization({ name: 'Sunroof Leads' });
  const client = new ConsentEvidence(mock.clientOptions(producer));
  const { cdrId } = mock.capture(producer, presets.checkedBox());
  const missing = await client.cdrs.get('nowhere').catch((error) => error);
  const wrong = await client.cdrs.get('a/b').catch((error) => error);
  const unsigned = await verifyWebhook({ body: '{}', headers: {}, secret: 's' }).catch((e) => e);
  console.log(
    JSON.stringify({
      found: (await client.cdrs.get(cdrId)).cdrId === cdrId,
      missing: isApiError(missing, 'NOT_FOUND'),
      wrong: wrong instanceof InvalidInputError,
      unsigned: unsigned instanceof WebhookVerificationError && unsigned.reason,
    }),
  );
}

void main();
