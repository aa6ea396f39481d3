import type { Rule } from '../rule.ts';

export const criteriaShapeRules: readonly Rule[] = [
  {
    section: '2.7',
    rule: 'The acceptance object is strict.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: an unknown member is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: 'acceptanceSchema = lazily(() =>\n  z.strictObject({',
      replace: 'acceptanceSchema = lazily(() =>\n  z.object({',
    },
  },
  {
    section: '2.7',
    rule: 'disclosure is strict.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: a misspelt check is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: 'return z\n    .strictObject({',
      replace: 'return z\n    .object({',
    },
  },
  {
    section: '2.7',
    rule: 'record is strict.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: a misspelt record check is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: 'record: z.optional(z.strictObject({',
      replace: 'record: z.optional(z.object({',
    },
  },
  {
    section: '2.7',
    rule: 'leadMatch is strict.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: a misspelt lead check is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: 'leadMatch: z.optional(z.strictObject({',
      replace: 'leadMatch: z.optional(z.object({',
    },
  },
  {
    section: '2.7',
    rule: 'A text rule is strict, and scope is of requiredText alone.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: scope on a forbidden rule is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/text-rules.ts',
      find: 'const forbiddenTextRuleSchema = lazily(() =>\n  z.strictObject({',
      replace: 'const forbiddenTextRuleSchema = lazily(() =>\n  z.object({',
    },
  },
  {
    section: '9',
    rule: 'schemaVersion has no default.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: an empty object: schemaVersion has no default is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: "schemaVersion: z.literal(ACCEPTANCE_SCHEMA_VERSION, { error: 'expected the number 1' }),",
      replace:
        "schemaVersion: z.optional(z.literal(ACCEPTANCE_SCHEMA_VERSION, { error: 'expected the number 1' })),",
    },
  },
  {
    section: '9',
    rule: 'schemaVersion is the number 1, no text.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: schemaVersion as text is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: "schemaVersion: z.literal(ACCEPTANCE_SCHEMA_VERSION, { error: 'expected the number 1' }),",
      replace:
        "schemaVersion: z.pipe(z.coerce.number(), z.literal(ACCEPTANCE_SCHEMA_VERSION, { error: 'expected the number 1' })),",
    },
  },
  {
    section: '9',
    rule: 'schemaVersion is 1 and nothing else.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: schemaVersion 2 is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: "schemaVersion: z.literal(ACCEPTANCE_SCHEMA_VERSION, { error: 'expected the number 1' }),",
      replace: 'schemaVersion: z.number(),',
    },
  },
  {
    section: '2.7',
    rule: 'maxAgeSeconds is positive.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: maxAgeSeconds 0 is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: "z.minimum(1, 'expected at least 1 second'),",
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'maxAgeSeconds is whole.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: maxAgeSeconds 1.5 is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: ".int({ error: 'expected a whole number of seconds' })",
      replace: ".number({ error: 'expected a whole number of seconds' })",
    },
  },
  {
    section: '8',
    rule: 'maxAgeSeconds is at most 157,680,000.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: maxAgeSeconds 157680001 is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'MAX_AGE_SECONDS_MAX = 157_680_000;',
      replace: 'MAX_AGE_SECONDS_MAX = 157_680_001;',
    },
  },
  {
    section: '2.7',
    rule: 'A check is true or false, no text.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: a flag as text is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: "const flag = z.optional(z.boolean({ error: 'expected true or false' }));",
      replace: 'const flag = z.optional(z.coerce.boolean());',
    },
  },
  {
    section: '2.7',
    rule: 'null is not absent.',
    proof: { file: 'acceptance-shape', title: '2.7: a null flag is 400 and issues name the path' },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: "const flag = z.optional(z.boolean({ error: 'expected true or false' }));",
      replace: 'const flag = z.nullish(z.boolean());',
    },
  },
  {
    section: '2.7',
    rule: 'allowConsentBySubmission demands requireEveryDisclosureConsented.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: allowConsentBySubmission: true alone is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: 'given.requireEveryDisclosureConsented !== true',
      replace: 'given.requireEveryDisclosureConsented === false',
    },
  },
  {
    section: '2.7',
    rule: 'It does so also when it is false.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: allowConsentBySubmission: false alone is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: 'given.allowConsentBySubmission !== undefined &&',
      replace: 'given.allowConsentBySubmission === true &&',
    },
  },
  {
    section: '2.7',
    rule: 'It demands true, not false.',
    proof: {
      file: 'acceptance-shape',
      title:
        '2.7: allowConsentBySubmission beside requireEveryDisclosureConsented: false is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/acceptance.ts',
      find: 'given.requireEveryDisclosureConsented !== true',
      replace: 'given.requireEveryDisclosureConsented === undefined',
    },
  },
  {
    section: '8',
    rule: 'At most 20 required rules.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: 21 required rules is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'TEXT_RULES_MAX = 20;',
      replace: 'TEXT_RULES_MAX = 21;',
    },
  },
  {
    section: '8',
    rule: 'At most 20 forbidden rules.',
    proof: {
      file: 'acceptance-shape',
      title: '2.7: 21 forbidden rules is 400 and issues name the path',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'TEXT_RULES_MAX = 20;',
      replace: 'TEXT_RULES_MAX = 21;',
    },
  },
  {
    section: '8',
    rule: 'At most 10 phrases.',
    proof: { file: 'acceptance-shape', title: '2.7: 11 phrases is 400 and issues name the path' },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'PHRASES_MAX = 10;',
      replace: 'PHRASES_MAX = 11;',
    },
  },
];
