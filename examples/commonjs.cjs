// The same package from a CommonJS file: `require()` loads ES modules on every supported Node version.
const { ConsentEvidence, isApiError } = require('consent-evidence');

/** Reads one record and returns its consent mechanisms, or `found: false` if there is no record. */
async function run(env) {
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  try {
    const cdr = await client.cdrs.get(env.CDR_ID);
    const shown = cdr.detectedDisclosureDetails?.disclosures ?? [];
    return { cdrId: cdr.cdrId, mechanisms: shown.map((each) => each.consentMechanism) };
  } catch (error) {
    if (isApiError(error, 'NOT_FOUND')) return { cdrId: env.CDR_ID, found: false };
    throw error;
  }
}

module.exports = { run };
