import { expect } from 'vitest';
import type { CaptureInput } from '../../../../mock/capture/capture-input.ts';
import type { Open } from '../each-door.ts';
import { sharedBy } from '../parties.ts';
import type { Proofs } from './proof.ts';

/** Receives with these criteria; returns the codes of the failures, or the code of the error. */
async function verdictOf(
  open: Open,
  page: Partial<CaptureInput>,
  criteria: object,
): Promise<string[]> {
  const world = await open();
  const { buyer, token } = await sharedBy(world, page);
  const acceptance = { schemaVersion: 1, ...criteria };
  const { json } = await world.receive(buyer, token, { acceptance });
  if (json?.ok !== false) return [];
  const { code, details } = json.error;
  if (code !== 'CDR_ACCEPTANCE_FAILED') return [code];
  const { failures } = details as { failures: { ruleId: string; code: string }[] };
  return failures.map((each) => `${each.ruleId} ${each.code}`);
}

const FULL_WIDTH = {
  page: { disclosures: [{ text: '\uff33\uff2f\uff2c\uff21\uff32' }] },
  criteria: { disclosure: { requiredText: [{ ruleId: 'r', anyOf: ['solar'] }] } },
};

const OLD_DERIVATION = {
  page: {
    derivedBeforeMechanism: true,
    disclosures: [{ text: 'You may call.', checkbox: 'checked' as const }],
  },
  criteria: { disclosure: { requireEveryDisclosureConsented: true } },
};

const NO_FACTS = {
  page: { submit: null },
  criteria: {
    disclosure: {
      requirePresent: true,
      requireUserSubmission: true,
      requireAllCheckboxesAffirmed: true,
      requiredText: [{ ruleId: 'r', anyOf: ['x'] }],
    },
  },
};

const OWN_CODES = [
  'disclosure.requireUserSubmission USER_SUBMISSION_NOT_DETECTED',
  'disclosure.requireAllCheckboxesAffirmed CHECKBOX_AFFIRMATION_UNAVAILABLE',
];

const EXTENSION = {
  page: { fields: [{ name: 'phone', value: '212-555-0147' }] },
  criteria: { leadMatch: { phone: '(212) 555-0147 x12' } },
};

/** A wording in capitals, and its last word as a reader and as a naive program would type it. */
const SIGMA = {
  page: { disclosures: [{ text: 'ΣΥΜΦΩΝΩ ΜΕ ΤΟΥΣ ΟΡΟΥΣ' }] },
  criteria: {
    disclosure: {
      requiredText: [
        { ruleId: 'final', anyOf: ['ορους'] },
        { ruleId: 'plain', anyOf: ['ορουσ'] },
      ],
    },
  },
};

/** A number with a label before it. */
const LABEL = { ...EXTENSION, criteria: { leadMatch: { phone: 'Phone: 212-555-0147' } } };

/** Proofs of the readings of acceptance criteria. */
export const acceptanceProofs: Proofs<
  'unicodeForm' | 'finalSigma' | 'missingMechanism' | 'detailsUnavailable' | 'phoneGrammar'
> = {
  unicodeForm: {
    NFC: {
      title: '2.7: full-width letters differ from plain ones',
      async prove(open) {
        expect(await verdictOf(open, FULL_WIDTH.page, FULL_WIDTH.criteria)).toEqual([
          'r REQUIRED_DISCLOSURE_TEXT_NOT_FOUND',
        ]);
      },
    },
    NFKC: {
      title: '2.7: full-width letters are plain ones',
      async prove(open) {
        expect(await verdictOf(open, FULL_WIDTH.page, FULL_WIDTH.criteria)).toEqual([]);
      },
    },
  },
  finalSigma: {
    contextual: {
      title: '2.7: a capital sigma at the end of a word is ς',
      async prove(open) {
        expect(await verdictOf(open, SIGMA.page, SIGMA.criteria)).toEqual([
          'plain REQUIRED_DISCLOSURE_TEXT_NOT_FOUND',
        ]);
      },
    },
    plain: {
      title: '2.7: a capital sigma is σ wherever it stands',
      async prove(open) {
        expect(await verdictOf(open, SIGMA.page, SIGMA.criteria)).toEqual([
          'final REQUIRED_DISCLOSURE_TEXT_NOT_FOUND',
        ]);
      },
    },
  },
  missingMechanism: {
    booleans: {
      title: '2.3: without consentMechanism, a checked box counts',
      async prove(open) {
        expect(await verdictOf(open, OLD_DERIVATION.page, OLD_DERIVATION.criteria)).toEqual([]);
      },
    },
    unavailable: {
      title: '2.3: without consentMechanism, consent is unavailable',
      async prove(open) {
        expect(await verdictOf(open, OLD_DERIVATION.page, OLD_DERIVATION.criteria)).toEqual([
          'disclosure.requireEveryDisclosureConsented DISCLOSURE_DETAILS_UNAVAILABLE',
        ]);
      },
    },
  },
  detailsUnavailable: {
    perRule: {
      title: '7.1: without facts each requested rule reports',
      async prove(open) {
        expect(await verdictOf(open, NO_FACTS.page, NO_FACTS.criteria)).toEqual([
          'disclosure.requirePresent DISCLOSURE_DETAILS_UNAVAILABLE',
          ...OWN_CODES,
          'r DISCLOSURE_DETAILS_UNAVAILABLE',
        ]);
      },
    },
    once: {
      title: '7.1: without facts the first requested rule reports for all',
      async prove(open) {
        expect(await verdictOf(open, NO_FACTS.page, NO_FACTS.criteria)).toEqual([
          'disclosure.requirePresent DISCLOSURE_DETAILS_UNAVAILABLE',
          ...OWN_CODES,
        ]);
      },
    },
  },
  phoneGrammar: {
    strict: {
      title: '2.7: a number with an extension is 400',
      async prove(open) {
        expect(await verdictOf(open, EXTENSION.page, EXTENSION.criteria)).toEqual([
          'INVALID_ARGUMENT',
        ]);
        expect(await verdictOf(open, LABEL.page, LABEL.criteria)).toEqual(['INVALID_ARGUMENT']);
      },
    },
    lenient: {
      title: '2.7: an extension is dropped and the number matches',
      async prove(open) {
        expect(await verdictOf(open, EXTENSION.page, EXTENSION.criteria)).toEqual([]);
        expect(await verdictOf(open, LABEL.page, LABEL.criteria)).toEqual(['INVALID_ARGUMENT']);
      },
    },
    digits: {
      title: '2.7: words before the number are dropped and its digits match',
      async prove(open) {
        expect(await verdictOf(open, LABEL.page, LABEL.criteria)).toEqual([]);
        const both = await verdictOf(open, EXTENSION.page, EXTENSION.criteria);
        expect(both).toEqual(['INVALID_ARGUMENT']);
      },
    },
  },
};
