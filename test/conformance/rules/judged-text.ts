import type { Rule } from '../rule.ts';

export const judgedTextRules: readonly Rule[] = [
  {
    section: '2.7',
    rule: 'A record from the future has age zero.',
    proof: {
      file: 'acceptance',
      title: '2.7: maxAgeSeconds 60 on a record of -60000 ms: too old is false',
    },
    mutation: {
      file: 'src/acceptance/judge.ts',
      find: 'now - record.createdAt <=',
      replace: 'Math.abs(now - record.createdAt - 1) <=',
    },
  },
  {
    section: '2.7',
    rule: 'requiredText wants a phrase in the text.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: no phrase within' },
    mutation: {
      file: 'src/acceptance/text-rule.ts',
      find: 'texts.some(matches);',
      replace: 'texts.length > 0;',
    },
  },
  {
    section: '2.7',
    rule: 'Any one phrase satisfies a rule.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: any one of several phrases' },
    mutation: {
      file: 'src/acceptance/match-text.ts',
      find: 'finders.some((isIn) => isIn(text))',
      replace: 'finders.every((isIn) => isIn(text))',
    },
  },
  {
    section: '2.7',
    rule: 'any_disclosure wants one disclosure, not each.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: any scope, one of two' },
    mutation: {
      file: 'src/acceptance/text-rule.ts',
      find: "rule.scope === 'every_disclosure'",
      replace: 'rule.scope !== undefined',
    },
  },
  {
    section: '2.7',
    rule: 'every_disclosure wants each.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: every scope, one of two' },
    mutation: {
      file: 'src/acceptance/text-rule.ts',
      find: "rule.scope === 'every_disclosure'",
      replace: 'rule.scope === undefined',
    },
  },
  {
    section: '2.7',
    rule: 'every_disclosure does not pass an empty list.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: every scope on an empty list' },
    mutation: {
      file: 'src/acceptance/text-rule.ts',
      find: 'texts.length > 0 && ',
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'any_disclosure does not pass an empty list.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: any scope on an empty list' },
    mutation: {
      file: 'src/acceptance/text-rule.ts',
      find: 'texts.some(matches);',
      replace: 'texts.length === 0 || texts.some(matches);',
    },
  },
  {
    section: '2.7',
    rule: 'exact compares the whole text.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: exact on a part' },
    mutation: {
      file: 'src/acceptance/match-text.ts',
      find: "if (match === 'exact') return",
      replace: "if (match === 'contains' && wanted.length < 0) return",
    },
  },
  {
    section: '2.7',
    rule: 'Letter case does not count.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: letter case' },
    mutation: {
      file: 'src/acceptance/match-text.ts',
      find: '.trim().toLowerCase();',
      replace: '.trim();',
    },
  },
  {
    section: '2.7',
    rule: 'Runs of white space count as one space.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: white space' },
    mutation: {
      file: 'src/acceptance/match-text.ts',
      find: ".replace(/\\s+/gu, ' ')",
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'Text and phrases are Unicode-normalised.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: composed and decomposed letters' },
    mutation: {
      file: 'src/acceptance/match-text.ts',
      find: 'text.normalize(form)',
      replace: 'text.slice(form.length - form.length)',
    },
  },
  {
    section: '2.7',
    rule: 'A curly apostrophe is not a straight one.',
    proof: {
      file: 'acceptance-text',
      title: '2.7: text rules: a curly apostrophe as a straight one',
    },
    mutation: {
      file: 'src/acceptance/match-text.ts',
      find: 'text.normalize(form)',
      replace: 'text.normalize(form).replace(/\\u2019/g, "\'")',
    },
  },
  {
    section: '2.7',
    rule: 'A phrase must stand in one disclosure.',
    proof: {
      file: 'acceptance-text',
      title: '2.7: text rules: a phrase split over two disclosures',
    },
    mutation: {
      file: 'src/acceptance/text-rule.ts',
      find: 'texts.some(matches);',
      replace: "matches(texts.join(' '));",
    },
  },
  {
    section: '2.7',
    rule: 'A forbidden phrase is refused where it stands.',
    proof: { file: 'acceptance-text', title: '2.7: text rules: a forbidden phrase in one of two' },
    mutation: {
      file: 'src/acceptance/text-rule.ts',
      find: 'facts.normalizedTexts().some(matches) ?',
      replace: 'facts.normalizedTexts().every(matches) ?',
    },
  },
  {
    section: '2.7',
    rule: 'A forbidden rule passes an empty list.',
    proof: {
      file: 'acceptance-text',
      title: '2.7: text rules: a forbidden phrase on an empty list',
    },
    mutation: {
      file: 'src/acceptance/text-rule.ts',
      find: 'facts.normalizedTexts().some(matches) ?',
      replace: 'facts.normalizedTexts().every(matches) ?',
    },
  },
  {
    section: '2.7',
    rule: 'A lead matches the phone form fields alone, not the text of the page.',
    proof: {
      file: 'acceptance-phone',
      title: '2.7: a number of page text does not match beside a phone field with another one',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'page.formPhones.length === 0 ? undefined : page.formPhones.includes(digits)',
      replace: 'page.autoMetadata?.phones?.includes(`+1${digits}`)',
    },
  },
  {
    section: '7.1',
    rule: 'A record without phone data is LEAD_PHONE_MATCH_UNAVAILABLE.',
    proof: { file: 'acceptance-phone', title: '2.7: a number in page text' },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'page.formPhones.length === 0 ? undefined : page.formPhones.includes(digits)',
      replace: 'page.formPhones.includes(digits)',
    },
  },
  {
    section: '7.1',
    rule: "Another number than the lead's is LEAD_PHONE_NOT_MATCHED.",
    proof: {
      file: 'acceptance-phone',
      title: '2.7: a number in no phone field, another number in one',
    },
    mutation: {
      file: 'src/acceptance/judge-lead-match.ts',
      find: "return found ? [] : [failureOf(RULE_ID, 'LEAD_PHONE_NOT_MATCHED')];",
      replace: 'return found ? [] : [];',
    },
  },
  {
    section: '2.7',
    rule: 'A field is a phone field by its type, hint or name.',
    proof: { file: 'acceptance-phone', title: '2.7: a number in an unlabelled field' },
    mutation: {
      file: 'mock/capture/phone-fields.ts',
      find: "if (field.type?.toLowerCase() === 'tel') return true;",
      replace: 'if (/\\d{3}/.test(field.value)) return true;',
    },
  },
];
