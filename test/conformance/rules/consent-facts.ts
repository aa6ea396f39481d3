import type { Rule } from '../rule.ts';

export const consentFactsRules: readonly Rule[] = [
  {
    section: '2.3',
    rule: 'Without a detected submission there are no consent facts at all.',
    proof: {
      file: 'consent-facts',
      title: '2.3: without a detected submission there are no consent facts at all',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: 'if (input.submit === null) return undefined;',
      replace: '',
    },
  },
  {
    section: '2.3',
    rule: 'submitNodeId names the control that was pressed.',
    proof: {
      file: 'consent-facts',
      title: '2.3: consent facts say what was pressed, when and by which deriver they were made',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: 'submitNodeId: input.submit?.nodeId ?? SUBMIT_NODE_ID',
      replace: 'submitNodeId: SUBMIT_NODE_ID',
    },
  },
  {
    section: '2.3',
    rule: 'derivedAt says when the facts were derived.',
    proof: {
      file: 'consent-facts',
      title: '2.3: consent facts say what was pressed, when and by which deriver they were made',
    },
    mutation: {
      file: 'mock/present.ts',
      find: 'derivedAt: cdr.createdAt',
      replace: 'derivedAt: cdr.capturedAt - 1',
    },
  },
  {
    section: '2.3',
    rule: 'userSubmitted is always true.',
    proof: {
      file: 'consent-facts',
      title: '2.3: consent facts say what was pressed, when and by which deriver they were made',
    },
    mutation: {
      file: 'mock/present.ts',
      find: 'userSubmitted: true',
      replace: 'userSubmitted: false as true',
    },
  },
  {
    section: '2.3',
    rule: 'Declared and derived disclosures are two lists.',
    proof: { file: 'consent-facts', title: '2.3: declared and derived disclosures are two lists' },
    mutation: {
      file: 'mock/present.ts',
      find: "...present('disclosures', page.declaredDisclosures),",
      replace: "...present('disclosures', page.consentFacts?.disclosures as never),",
    },
  },
  {
    section: '2.3',
    rule: 'checkboxAffirmed is there only where checkboxDetected is true.',
    proof: {
      file: 'consent-facts',
      title: '2.3: checkboxAffirmed is present only where checkboxDetected is true',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: '...(readable.length > 0 && {\n      checkboxAffirmed',
      replace: '...(boxes.length >= 0 && {\n      checkboxAffirmed',
    },
  },
  {
    section: '2.3',
    rule: 'checkboxAffirmed is true where every readable box was checked.',
    proof: {
      file: 'consent-facts',
      title: '2.3: checkboxAffirmed is present only where checkboxDetected is true',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: 'readable.every((state)',
      replace: 'readable.some((state)',
    },
  },
  {
    section: '2.3',
    rule: 'An unreadable box is not detected.',
    proof: {
      file: 'consent-facts',
      title: '2.3: checkboxAffirmed is present only where checkboxDetected is true',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: "const readable = boxes.filter((state) => state !== 'unreadable');",
      replace: 'const readable = boxes;',
    },
  },
  {
    section: '2.3',
    rule: 'checkboxNodeId names the first bound box, an unreadable one too.',
    proof: {
      file: 'consent-facts',
      title: '2.3: checkboxNodeId names the first bound checkbox, also an unreadable one',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: '...(boxes.length > 0 && { checkboxNodeId',
      replace: '...(readable.length > 0 && { checkboxNodeId',
    },
  },
  {
    section: '2.7',
    rule: 'A misconfigured box anywhere rules out button_submission.',
    proof: {
      file: 'consent-facts',
      title:
        '2.7: a button is a mechanism only without any box and with a label that is no refusal',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: 'input.misconfiguredCheckbox !== true && ',
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'A label that reads as a refusal rules out button_submission.',
    proof: {
      file: 'consent-facts',
      title:
        '2.7: a button is a mechanism only without any box and with a label that is no refusal',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: " && !readsAsRefusal(input.submit?.label ?? '')",
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'A bound box, also an unreadable one, rules out button_submission.',
    proof: {
      file: 'consent-facts',
      title:
        '2.7: a button is a mechanism only without any box and with a label that is no refusal',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: 'boxes.length === 0 && buttonCanConsent',
      replace: 'buttonCanConsent',
    },
  },
  {
    section: '2.3',
    rule: 'An old derivation has no consentMechanism.',
    proof: {
      file: 'consent-facts',
      title: '2.3: an old derivation has no consentMechanism and another deriverVersion',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: '...(!old && { consentMechanism',
      replace: '...({ consentMechanism',
    },
  },
  {
    section: '9',
    rule: 'deriverVersion tells the derivations apart.',
    proof: {
      file: 'consent-facts',
      title: '2.3: an old derivation has no consentMechanism and another deriverVersion',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: 'old ? DERIVER_VERSION_BEFORE_MECHANISM : DERIVER_VERSION',
      replace: 'DERIVER_VERSION',
    },
  },
  {
    section: '2.3',
    rule: 'A disclosure without a key gets one that no other has.',
    proof: { file: 'consent-facts', title: '2.3: a disclosure without a key gets one of its own' },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: 'return generated;',
      replace: "return 'disclosure-1';",
    },
  },
  {
    section: '8',
    rule: 'At most 50 disclosures.',
    proof: {
      file: 'consent-facts',
      title: '8: at most 50 disclosures of at most 5,000 characters, white space collapsed',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'DISCLOSURES_MAX = 50;',
      replace: 'DISCLOSURES_MAX = 51;',
    },
  },
  {
    section: '8',
    rule: 'A disclosure text is cut at 5,000 characters.',
    proof: {
      file: 'consent-facts',
      title: '8: at most 50 disclosures of at most 5,000 characters, white space collapsed',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'DISCLOSURE_TEXT_MAX_CHARS = 5000;',
      replace: 'DISCLOSURE_TEXT_MAX_CHARS = 5001;',
    },
  },
];
