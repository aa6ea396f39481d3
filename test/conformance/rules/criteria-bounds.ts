import type { Rule } from '../rule.ts';

export const criteriaBoundsRules: readonly Rule[] = [
  {
    section: '2.7',
    rule: 'At least 1 phrase.',
    proof: { file: 'acceptance-shape', title: '2.7: no phrase is 400 and issues name the path' },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: "z.minLength(1, 'expected at least 1 phrase'),",
      replace: '',
    },
  },
  {
    section: '8',
    rule: 'A phrase has at most 5,000 characters.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: a phrase of 5,001 characters is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'PHRASE_MAX_CHARS = 5000;',
      replace: 'PHRASE_MAX_CHARS = 5001;',
    },
  },
  {
    section: '2.7',
    rule: 'A phrase is counted after trimming: a blank one is none.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: a blank phrase is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: 'text.trim().length >= 1',
      replace: 'text.length >= 1',
    },
  },
  {
    section: '2.7',
    rule: 'A phrase of 5,000 characters after trimming is in bounds.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: a phrase of 5,000 characters after trimming is well-formed',
    },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: 'text.trim().length <= PHRASE_MAX_CHARS',
      replace: 'text.length <= PHRASE_MAX_CHARS',
    },
  },
  {
    section: '8',
    rule: 'A ruleId has at most 64 characters.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: ruleId "aaaaaaaaaaaa" of 65 characters is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'RULE_ID_MAX_CHARS = 64;',
      replace: 'RULE_ID_MAX_CHARS = 65;',
    },
  },
  {
    section: '2.7',
    rule: 'A ruleId is of letters, digits, dot, underscore and hyphen.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: ruleId "a b" of 3 characters is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: '^[A-Za-z0-9._-]{1,',
      replace: '^[A-Za-z0-9 ._-]{1,',
    },
  },
  {
    section: '2.7',
    rule: 'A ruleId does not begin with "record.".',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: ruleId "record.x" of 8 characters is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: '(?:record|disclosure|leadMatch)',
      replace: '(?:disclosure|leadMatch)',
    },
  },
  {
    section: '2.7',
    rule: 'A ruleId does not begin with "disclosure.".',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: ruleId "disclosure.x" of 12 characters is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: '(?:record|disclosure|leadMatch)',
      replace: '(?:record|leadMatch)',
    },
  },
  {
    section: '2.7',
    rule: 'A ruleId does not begin with "leadMatch.".',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: ruleId "leadMatch.x" of 11 characters is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: '(?:record|disclosure|leadMatch)',
      replace: '(?:record|disclosure)',
    },
  },
  {
    section: '2.7',
    rule: 'A ruleId is unique in its list.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: one ruleId twice in a list is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: 'if (seen.has(rule.ruleId)) repeated',
      replace: "if (seen.has(rule.ruleId) && list === 'forbiddenText' && index === 0) repeated",
    },
  },
  {
    section: '2.7',
    rule: 'Both lists share one namespace of ruleIds.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: one ruleId in both lists is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: "for (const list of ['requiredText', 'forbiddenText'] as const) {",
      replace:
        "for (const list of ['requiredText', 'forbiddenText'] as const) {\n    seen.clear();",
    },
  },
  {
    section: '2.7',
    rule: 'match is contains or exact.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: an unknown match is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: "match: z.optional(z.enum(['contains', 'exact'], { error: 'expected \"contains\" or \"exact\"' }))",
      replace: 'match: z.optional(z.string())',
    },
  },
  {
    section: '7',
    rule: 'A rejected acceptance object names its faults in details.issues.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: a misspelt check is 400 and issues name the path',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "throw invalidArgument('acceptance has the strict form', message, { issues });",
      replace: "throw invalidArgument('acceptance has the strict form', message);",
    },
  },
  {
    section: '8',
    rule: 'leadMatch.phone has at most 40 characters, and issues say so.',
    proof: {
      file: 'acceptance-phone',
      title:
        '2.7: a phone of a wrong length is 400 with details.issues: "11111111111111111111111111111111111111111"',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'LEAD_PHONE_MAX_CHARS = 40;',
      replace: 'LEAD_PHONE_MAX_CHARS = 41;',
    },
  },
  {
    section: '2.7',
    rule: 'leadMatch.phone is not empty, and issues say so.',
    proof: {
      file: 'acceptance-phone',
      title: '2.7: a phone of a wrong length is 400 with details.issues: ""',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: "z.minLength(1, 'expected at least 1 character'),",
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'A phone that does not normalise is 400 without details.issues.',
    proof: {
      file: 'acceptance-phone',
      title: '2.7: "555-0147" does not normalise: 400 without details.issues',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: "throw invalidArgument('leadMatch.phone can be normalised', message);",
      replace:
        "throw invalidArgument('leadMatch.phone', message, { issues: [{ path: 'leadMatch.phone', message }] });",
    },
  },
  {
    section: '2.7',
    rule: 'Eleven digits must begin with 1.',
    proof: {
      file: 'acceptance-phone',
      title: '2.7: "22125550147" does not normalise: 400 without details.issues',
    },
    mutation: {
      file: 'src/acceptance/normalize-phone.ts',
      find: '/^\\+?1?([0-9]{10})$/',
      replace: '/^\\+?[12]?([0-9]{10})$/',
    },
  },
  {
    section: '2.7',
    rule: 'Any common formatting is taken.',
    proof: {
      file: 'acceptance-phone',
      title: '2.7: the number may be written "+1 (212) 555-0147"',
    },
    mutation: {
      file: 'src/acceptance/normalize-phone.ts',
      find: '\\u0387()/',
      replace: '\\u0387/',
    },
  },
];
