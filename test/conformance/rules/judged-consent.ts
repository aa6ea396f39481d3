import type { Rule } from '../rule.ts';

export const judgedConsentRules: readonly Rule[] = [
  {
    section: '2.7',
    rule: 'requirePresent wants one disclosure.',
    proof: { file: 'acceptance', title: '7.1: requirePresent fails an empty list' },
    mutation: {
      file: 'src/acceptance/disclosure-rules.ts',
      find: "(disclosures.length > 0 ? undefined : 'DISCLOSURE_NOT_PRESENT')",
      replace: "(disclosures.length >= 0 ? undefined : 'DISCLOSURE_NOT_PRESENT')",
    },
  },
  {
    section: '2.7',
    rule: 'A check of false is skipped.',
    proof: { file: 'acceptance', title: '2.7: false skips a check' },
    mutation: {
      file: 'src/acceptance/disclosure-rules.ts',
      find: 'if (criteria.requirePresent) rules',
      replace: 'if (criteria.requirePresent !== undefined) rules',
    },
  },
  {
    section: '7.1',
    rule: 'Without facts requireUserSubmission is failed, USER_SUBMISSION_NOT_DETECTED.',
    proof: {
      file: 'acceptance',
      title: '7.1: without facts requireUserSubmission is failed, not unavailable',
    },
    mutation: {
      file: 'src/acceptance/disclosure-rules.ts',
      find: "withoutFacts: 'USER_SUBMISSION_NOT_DETECTED'",
      replace: "withoutFacts: 'DISCLOSURE_DETAILS_UNAVAILABLE'",
    },
  },
  {
    section: '7.1',
    rule: 'Without facts requireAllCheckboxesAffirmed is CHECKBOX_AFFIRMATION_UNAVAILABLE.',
    proof: {
      file: 'acceptance',
      title: '7.1: without facts requireAllCheckboxesAffirmed has its own code',
    },
    mutation: {
      file: 'src/acceptance/disclosure-rules.ts',
      find: "withoutFacts: 'CHECKBOX_AFFIRMATION_UNAVAILABLE'",
      replace: "withoutFacts: 'DISCLOSURE_DETAILS_UNAVAILABLE'",
    },
  },
  {
    section: '7.1',
    rule: 'Without facts any other disclosure rule is DISCLOSURE_DETAILS_UNAVAILABLE.',
    proof: {
      file: 'acceptance',
      title: '7.1: without facts requireCheckboxPresent is unavailable',
    },
    mutation: {
      file: 'src/acceptance/judge-disclosure.ts',
      find: 'facts ? rule.judge(facts) : rule.withoutFacts',
      replace:
        'rule.judge(facts ?? consentFactsOf({ disclosures: [] } as never, readings.unicodeForm))',
    },
  },
  {
    section: '7.1',
    rule: 'Without facts each text rule reports by its own ruleId, a forbidden one too.',
    proof: {
      file: 'acceptance',
      title: '7.1: without facts both kinds of text rule are unavailable, each by its ruleId',
    },
    mutation: {
      file: 'src/acceptance/judge-disclosure.ts',
      find: 'failureOf(rule.ruleId, code)',
      replace: "failureOf('disclosure', code)",
    },
  },
  {
    section: '2.7',
    rule: 'requireCheckboxPresent wants a readable box.',
    proof: {
      file: 'acceptance',
      title: '7.1: requireCheckboxPresent fails an unreadable box alone',
    },
    mutation: {
      file: 'src/acceptance/disclosure-rules.ts',
      find: 'disclosures.some((each) => each.checkboxDetected)',
      replace: 'disclosures.some((each) => each.checkboxNodeId)',
    },
  },
  {
    section: '2.7',
    rule: 'requireAllCheckboxesAffirmed wants every found box checked.',
    proof: {
      file: 'acceptance',
      title: '7.1: requireAllCheckboxesAffirmed fails one unchecked box',
    },
    mutation: {
      file: 'src/acceptance/disclosure-rules.ts',
      find: 'withCheckbox.every(isChecked)',
      replace: 'withCheckbox.some(isChecked)',
    },
  },
  {
    section: '2.7',
    rule: 'Without any box it is unavailable, not passing.',
    proof: {
      file: 'acceptance',
      title: '2.7: requireAllCheckboxesAffirmed is unavailable without any box',
    },
    mutation: {
      file: 'src/acceptance/disclosure-rules.ts',
      find: "if (withCheckbox.length === 0) return 'CHECKBOX_AFFIRMATION_UNAVAILABLE';",
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'requireEveryDisclosureConsented fails an empty list.',
    proof: {
      file: 'acceptance',
      title: '2.7: requireEveryDisclosureConsented fails an empty list',
    },
    mutation: {
      file: 'src/acceptance/consent-rule.ts',
      find: 'consents.length === 0 || ',
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'It fails an unchecked box.',
    proof: {
      file: 'acceptance',
      title: '2.7: requireEveryDisclosureConsented fails an unchecked box',
    },
    mutation: {
      file: 'src/acceptance/consent-rule.ts',
      find: "return isChecked(disclosure) ? 'given' : 'not_given';",
      replace: "return 'given';",
    },
  },
  {
    section: '2.7',
    rule: 'It fails a button where that is not allowed.',
    proof: { file: 'acceptance', title: '2.7: requireEveryDisclosureConsented fails a button' },
    mutation: {
      file: 'src/acceptance/consent-rule.ts',
      find: ' && allowSubmission ?',
      replace: ' ?',
    },
  },
  {
    section: '2.7',
    rule: 'allowConsentBySubmission accepts the button.',
    proof: {
      file: 'acceptance',
      title: '2.7: allowConsentBySubmission accepts the button beside checked boxes',
    },
    mutation: {
      file: 'src/acceptance/consent-rule.ts',
      find: ' && allowSubmission ?',
      replace: ' && !allowSubmission ?',
    },
  },
  {
    section: '2.7',
    rule: 'allowConsentBySubmission: false is as good as leaving it out.',
    proof: {
      file: 'acceptance',
      title: '2.7: allowConsentBySubmission: false is as good as leaving it out',
    },
    mutation: {
      file: 'src/acceptance/disclosure-rules.ts',
      find: 'criteria.allowConsentBySubmission === true',
      replace: 'criteria.allowConsentBySubmission !== undefined',
    },
  },
  {
    section: '2.3',
    rule: 'Declared disclosures count for nothing.',
    proof: { file: 'acceptance', title: '2.3: declared disclosures count for nothing' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: '{ userSubmitted: true, ...page.consentFacts }',
      replace:
        '{\n    userSubmitted: true,\n    ...page.consentFacts,\n    disclosures: (page.declaredDisclosures ?? []).map(({ key, language }) => {\n      return { key, text: language, checkboxDetected: false };\n    }),\n  }',
    },
  },
  {
    section: '7.1',
    rule: 'Unmet checks are listed in the order of the request.',
    proof: {
      file: 'acceptance',
      title: '7.1: all unmet checks are listed in the order of the request, met ones not',
    },
    mutation: {
      file: 'src/acceptance/verdict.ts',
      find: 'else failures.push(finding);',
      replace: 'else failures.unshift(finding);',
    },
  },
  {
    section: '7.1',
    rule: 'A failure has exactly three fields.',
    proof: { file: 'acceptance', title: '7.1: requirePresent fails an empty list' },
    mutation: {
      file: 'src/acceptance/verdict.ts',
      find: 'code };\n',
      replace: "code, note: '' };\n",
    },
  },
  {
    section: '7.1',
    rule: 'The outcome is rejected.',
    proof: { file: 'acceptance', title: '7.1: requirePresent fails an empty list' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "outcome: 'rejected'",
      replace: "outcome: 'refused'",
    },
  },
  {
    section: '2.7',
    rule: 'A record exactly as old as allowed passes.',
    proof: {
      file: 'acceptance',
      title: '2.7: maxAgeSeconds 60 on a record of 60000 ms: too old is false',
    },
    mutation: {
      file: 'src/acceptance/judge.ts',
      find: 'now - record.createdAt <= maxAgeSeconds * 1000',
      replace: 'now - record.createdAt < maxAgeSeconds * 1000',
    },
  },
  {
    section: '2.7',
    rule: 'A millisecond older is RECORD_TOO_OLD.',
    proof: {
      file: 'acceptance',
      title: '2.7: maxAgeSeconds 60 on a record of 60001 ms: too old is true',
    },
    mutation: {
      file: 'src/acceptance/judge.ts',
      find: 'now - record.createdAt <= maxAgeSeconds * 1000',
      replace: 'now - record.createdAt <= maxAgeSeconds * 1001',
    },
  },
];
