import * as one from 'consent-evidence';
import * as other from 'second-copy';
import * as webhooks from 'second-copy/webhooks';

const client = new one.ConsentEvidence({ apiKey: 'k.s', baseUrl: 'http://127.0.0.1:9' });
const invalid = await client.cdrs.get('').catch((error) => error);
const aborted = await client.cdrs
  .get('cdr_1', { signal: AbortSignal.abort() })
  .catch((error) => error);

console.log(
  JSON.stringify({
    distinct: one.InvalidInputError !== other.InvalidInputError,
    invalid: invalid instanceof other.InvalidInputError,
    inWebhooks: invalid instanceof webhooks.InvalidInputError,
    guard: other.isConsentEvidenceError(invalid),
    aborted: aborted instanceof other.AbortError,
    crossed: aborted instanceof other.InvalidInputError,
  }),
);
