// What this buyer requires of a record. Keep it in one place: the intake sends it, the dry run tests it.
import type { AcceptanceCriteria } from 'consent-evidence';

export const criteria = {
  schemaVersion: 1,
  record: { maxAgeSeconds: 30 * 24 * 60 * 60 },
  disclosure: {
    requirePresent: true,
    requireEveryDisclosureConsented: true,
    allowConsentBySubmission: true,
    requiredText: [
      { ruleId: 'may-call', anyOf: ['call me', 'call or text me', 'call and text me', 'llamarme'] },
    ],
  },
} satisfies AcceptanceCriteria;
