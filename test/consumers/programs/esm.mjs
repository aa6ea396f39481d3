import {
  ApiError,
  ConsentEvidence,
  ConsentEvidenceError,
  isApiError,
  isConsentEvidenceError,
} from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { serveMock } from 'consent-evidence/mock/node';
import { signWebhook, verifyWebhook } from 'consent-evidence/webhooks';

const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
// The producer does not pay for the record, so that the buyer is charged on receiving it.
const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
const buyer = mock.addOrganization({ name: 'Acme Solar' });
const served = await serveMock(mock);
const client = new ConsentEvidence(served.clientOptions(buyer));
const { shareUrl: bad } = mock.capture(producer, presets.uncheckedBox({ autoShare: true }));
const { shareUrl: good } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
const acceptance = { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } };

const refusal = await client.shares
  .receive(bad.replace(mock.baseUrl, served.url), { acceptance })
  .catch((error) => error);
const receipt = await client.shares.receive(good.replace(mock.baseUrl, served.url), { acceptance });
await served.close();

const secret = 'whsec_test';
const body = JSON.stringify({ event: 'cdr.completed', webhookId: 'wh_1', cdrId: receipt.cdrId });
const headers = await signWebhook({ body, secret, webhookId: 'wh_1' });
const { webhookId } = await verifyWebhook({ body, headers, secret });

console.log(
  JSON.stringify({
    name: refusal.name,
    code: isApiError(refusal, 'CDR_ACCEPTANCE_FAILED') && refusal.code,
    isError: refusal instanceof ApiError && refusal instanceof ConsentEvidenceError,
    isOurs: isConsentEvidenceError(refusal) && !isConsentEvidenceError(new Error('other')),
    failures: refusal.details.failures.map(({ code }) => code),
    claimed: receipt.claimed,
    charges: mock.charges({ organization: buyer }).length,
    webhookId,
  }),
);
