import type { AcceptanceCriteria } from '../../../../src/contract/acceptance.ts';

const consent = {
  requirePresent: true,
  requireUserSubmission: true,
  requireEveryDisclosureConsented: true,
  allowConsentBySubmission: true,
} as const;

/**
 * Criteria that buyers often use, by name. The wordings and the number are those of the presets.
 */
export const TYPICAL_CRITERIA: Readonly<Record<string, AcceptanceCriteria>> = {
  'Consent was given, by box or button': { schemaVersion: 1, disclosure: consent },
  'A checkbox was checked': {
    schemaVersion: 1,
    disclosure: { requireCheckboxPresent: true, requireAllCheckboxesAffirmed: true },
  },
  'Submitted within the last hour': {
    schemaVersion: 1,
    record: { maxAgeSeconds: 3600 },
    disclosure: { requireUserSubmission: true },
  },
  'The wording names the caller': {
    schemaVersion: 1,
    disclosure: {
      requiredText: [
        { ruleId: 'names-the-caller', anyOf: ['Sunroof Demo LLC', 'Plan Helper Demo'] },
      ],
      forbiddenText: [{ ruleId: 'no-bait', anyOf: ['free gift card', 'job application'] }],
    },
  },
  "The lead's own number, with consent": {
    schemaVersion: 1,
    disclosure: consent,
    leadMatch: { phone: '2125550147' },
  },
};
