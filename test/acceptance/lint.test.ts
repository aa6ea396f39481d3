import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateAcceptance } from '../../src/acceptance/evaluate.ts';
import { lintAcceptance } from '../../src/acceptance/lint.ts';
import type { AcceptanceCriteria } from '../../src/contract/acceptance.ts';
import type { RequiredTextRule } from '../../src/contract/text-rules.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { demanding, disclosure, NOW, recordWith } from './sample.ts';

const found = (criteria: AcceptanceCriteria) =>
  lintAcceptance(criteria).map(({ code, path }) => `${code} ${path}`);

const maxAge = (maxAgeSeconds: number): AcceptanceCriteria => ({
  schemaVersion: 1,
  record: { maxAgeSeconds },
});

describe('criteria that impose nothing', () => {
  it.each<[string, AcceptanceCriteria]>([
    ['the smallest object', { schemaVersion: 1 }],
    ['empty parts', { schemaVersion: 1, record: {}, disclosure: { requiredText: [] } }],
    ['a check set to false', demanding({ requirePresent: false })],
  ])('%s is warned of', (_, criteria) => {
    expect(lintAcceptance(criteria)).toEqual([
      {
        code: 'NO_REQUIREMENT',
        path: '',
        message: 'imposes no requirement: every record is accepted and paid for',
      },
    ]);
  });

  it.each<[string, AcceptanceCriteria]>([
    ['an age', maxAge(3600)],
    ['a check', demanding({ requirePresent: true })],
    ['a text rule', demanding({ forbiddenText: [{ ruleId: 'r', anyOf: ['prize'] }] })],
    ['a phone', { schemaVersion: 1, leadMatch: { phone: '2125550147' } }],
  ])('%s imposes something', (_, criteria) => {
    expect(found(criteria)).toEqual([]);
  });
});

describe('maxAgeSeconds that looks like milliseconds (spec §2.7)', () => {
  it.each([
    [60_000, '16 hours 40 minutes', '1 minute', 60],
    [300_000, '3 days 11 hours 20 minutes', '5 minutes', 300],
    [3_600_000, '41 days 16 hours', '1 hour', 3600],
    [86_400_000, '1000 days', '1 day', 86_400],
    [129_600_000, '1500 days', '1 day 12 hours', 129_600],
  ])('%i', (value, said, meant, write) => {
    expect(lintAcceptance(maxAge(value))).toEqual([
      {
        code: 'AGE_LOOKS_LIKE_MILLISECONDS',
        path: 'record.maxAgeSeconds',
        message: `is in seconds: ${said}; if ${meant} was meant, write ${write}`,
      },
    ]);
  });

  it.each([
    ['a second', 1],
    ['an hour', 3600],
    ['a day', 86_400],
    ['25 days, which are whole minutes of milliseconds as well', 2_160_000],
    ['thirty days', 2_592_000],
    ['a year', 31_536_000],
    ['five years', 157_680_000],
    ['no whole minute', 60_001],
    ['a number whose thousandth would be warned of too', 60_000_000],
  ])('not %s', (_, seconds) => {
    expect(found(maxAge(seconds))).toEqual([]);
  });
});

describe('checkbox rules that refuse consent by button (spec §2.7)', () => {
  const byButton = {
    requireEveryDisclosureConsented: true,
    allowConsentBySubmission: true,
  } as const;
  const all = 'BUTTON_CONSENT_REFUSED disclosure.requireAllCheckboxesAffirmed';
  const present = 'BUTTON_CONSENT_REFUSED disclosure.requireCheckboxPresent';
  const every = 'BUTTON_CONSENT_REFUSED disclosure.requireEveryDisclosureConsented';
  const consented = { requireEveryDisclosureConsented: true } as const;

  it.each([
    ['all checked', demanding({ requireAllCheckboxesAffirmed: true }), [all]],
    [
      'all checked, at least one said',
      demanding({ requireAllCheckboxesAffirmed: true, requireCheckboxPresent: true }),
      [],
    ],
    ['one present', demanding({ requireCheckboxPresent: true }), []],
    ['button allowed', demanding(byButton), []],
    ['all, button allowed', demanding({ ...byButton, requireAllCheckboxesAffirmed: true }), [all]],
    ['one, button allowed', demanding({ ...byButton, requireCheckboxPresent: true }), [present]],
    [
      'both, button allowed',
      demanding({
        ...byButton,
        requireCheckboxPresent: true,
        requireAllCheckboxesAffirmed: true,
      }),
      [present],
    ],
    ['every disclosure, nothing said of the button', demanding(consented), [every]],
    [
      'every disclosure, button refused in so many words',
      demanding({ ...consented, allowConsentBySubmission: false }),
      [],
    ],
    [
      'every disclosure, at least one box',
      demanding({ ...consented, requireCheckboxPresent: true }),
      [],
    ],
    [
      'every disclosure, all checked',
      demanding({ ...consented, requireAllCheckboxesAffirmed: true }),
      [all],
    ],
    [
      'one, button not allowed',
      demanding({
        requireEveryDisclosureConsented: true,
        allowConsentBySubmission: false,
        requireCheckboxPresent: true,
      }),
      [],
    ],
  ])('%s', (_, criteria, expected) => {
    expect(found(criteria)).toEqual(expected);
    const messages = lintAcceptance(criteria).map(({ message }) => message);
    for (const message of messages) expect(message).toMatch(/refuses every record .*checkbox/);
  });
});

describe('phrases both required and forbidden (spec §2.7)', () => {
  const criteria = (required: Partial<RequiredTextRule>, forbidden: Partial<RequiredTextRule>) =>
    demanding({
      requiredText: [{ ruleId: 'must', anyOf: ['call or text'], ...required }],
      forbiddenText: [{ ruleId: 'must-not', anyOf: ['call or text'], ...forbidden }],
    });
  const first = 'REQUIRED_PHRASE_FORBIDDEN disclosure.requiredText.0.anyOf.0';

  it.each([
    ['the same phrase', {}, {}, [first]],
    ['the same after normalising', { anyOf: [' CALL  or\ntext'] }, {}, [first]],
    ['a forbidden part of it', {}, { anyOf: ['text'] }, [first]],
    ['a forbidden phrase that is longer', {}, { anyOf: ['call or text me'] }, []],
    ['an exact one, a part of it forbidden', { match: 'exact' }, { anyOf: ['text'] }, [first]],
    ['exact both', { match: 'exact' }, { match: 'exact' }, [first]],
    ['exact both, different', { match: 'exact' }, { match: 'exact', anyOf: ['text'] }, []],
    ['only the exact text forbidden', {}, { match: 'exact' }, []],
    ['said contains, only the exact text forbidden', { match: 'contains' }, { match: 'exact' }, []],
  ] as const)('%s', (_, required, forbidden, expected) => {
    const mutable = structuredClone([required, forbidden]) as unknown as [object, object];
    expect(found(criteria(...mutable))).toEqual(expected);
  });

  it('names both rules, and distinguishes a dead phrase from dead criteria', () => {
    expect(lintAcceptance(criteria({}, {}))).toEqual([
      {
        code: 'REQUIRED_PHRASE_FORBIDDEN',
        path: 'disclosure.requiredText.0.anyOf.0',
        ruleId: 'must',
        message:
          'a text that contains this phrase is forbidden by the rule "must-not": these criteria refuse every record',
      },
    ]);
    const [warning, ...more] = lintAcceptance(
      criteria({ anyOf: ['contact you', 'call or text'] }, {}),
    );
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ path: 'disclosure.requiredText.0.anyOf.1', ruleId: 'must' });
    expect(warning?.message).toMatch(/: it can never help a record pass$/);
  });

  it('is right that such criteria refuse every record', () => {
    const word = fc.array(fc.constantFrom('a', 'b', ' a'), { minLength: 1, maxLength: 3 });
    const text = word.map((parts) => parts.join('')).filter((each) => each.trim() !== '');
    const match = fc.constantFrom('contains' as const, 'exact' as const);
    const rule = fc.record({ anyOf: fc.array(text, { minLength: 1, maxLength: 2 }), match });
    let dead = 0;
    fc.assert(
      fc.property(rule, rule, fc.array(text, { maxLength: 3 }), (required, forbidden, texts) => {
        const given = criteria(required, forbidden);
        const isDead = lintAcceptance(given).some(({ message }) =>
          message.endsWith('every record'),
        );
        const record = recordWith(...texts.map((each) => disclosure({ text: each })));
        if (!isDead) return;
        dead += 1;
        expect(evaluateAcceptance(given, record, { now: NOW }).outcome).toBe('rejected');
      }),
    );
    expect(dead).toBeGreaterThan(0);
  });
});

describe('typographic phrases without their plain form (spec §2.7)', () => {
  const rule = (...anyOf: string[]) => ({ ruleId: 'r', anyOf });
  const at = (list: string, index = 0) =>
    `TYPOGRAPHIC_PHRASE_ALONE disclosure.${list}.0.anyOf.${index}`;

  it.each([
    ['a curly apostrophe', 'Acme Solar’s team', "Acme Solar's team"],
    ['single curly quotes', '‘offer’', "'offer'"],
    ['double curly quotes', 'a “free” card', 'a "free" card'],
    ['an ellipsis', 'and so on…', 'and so on...'],
    ['a prime', '5′ tall', "5' tall"],
    ['a double prime', '10″ wide', '10" wide'],
    ['a non-breaking hyphen', 'pre\u2011recorded', 'pre-recorded'],
    ['a hyphen', 'pre\u2010recorded', 'pre-recorded'],
    ['a figure dash', '555\u20120147', '555-0147'],
    ['an en dash', '9\u20135', '9-5'],
    ['an em dash', 'calls \u2014 or texts', 'calls - or texts'],
    ['a horizontal bar', 'calls \u2015 or texts', 'calls - or texts'],
    ['a minus sign', '\u22125', '-5'],
    ['several', '“Solar’s” 9–5…', '"Solar\'s" 9-5...'],
  ])('%s', (_, phrase, typed) => {
    const required = (...anyOf: string[]) => demanding({ requiredText: [rule(...anyOf)] });
    expect(found(required(phrase))).toEqual([at('requiredText')]);
    expect(found(required('other', phrase))).toEqual([at('requiredText', 1)]);
    expect(found(required(phrase, typed.toUpperCase()))).toEqual([]);
    expect(found(required(typed))).toEqual([]);
    expect(found(demanding({ forbiddenText: [rule(phrase)] }))).toEqual([at('forbiddenText')]);
  });

  it('names the rule and what to add', () => {
    const [warning] = lintAcceptance(demanding({ requiredText: [rule('Solar’s')] }));
    expect(warning).toMatchObject({ ruleId: 'r' });
    expect(warning?.message).toMatch(/add the phrase with plain ones to anyOf$/);
  });
});

describe('phrases that no page contains (spec §2.7)', () => {
  const required = (phrase: string) =>
    demanding({ requiredText: [{ ruleId: 'r', anyOf: ['call me', phrase] }] });
  const path = 'disclosure.requiredText.0.anyOf.1';

  it.each([
    ['a named entity', 'AT&amp;T', 'the HTML entity &amp;'],
    ['a space as an entity', 'call&nbsp;me', 'the HTML entity &nbsp;'],
    ['a decimal entity', 'Solar&#39;s', 'the HTML entity &#39;'],
    ['a hexadecimal entity', 'Solar&#x2019;s', 'the HTML entity &#x2019;'],
    ['a tag', 'I <b>agree</b>', 'the HTML tag <b>'],
    ['a tag with attributes', 'see <a href="/terms">the terms</a>', 'the HTML tag <a '],
    ['a tag that closes itself', 'call<br/>me', 'the HTML tag <br/>'],
    ['the end of a tag', 'agree</label>', 'the HTML tag </label>'],
    ['a comment', 'agree <!-- tcpa -->', 'the HTML tag <!--'],
    ['double braces', '{{brand}} may call', '{{brand}}, which a template'],
    ['double braces with a filter', '{{ brand | upper }} may call', '{{ brand | upper }}'],
    ['braces', '{company_name} may call', '{company_name}'],
    ['a template literal', '$' + '{brand} may call', '$' + '{brand}'],
    ['an interpolation of Ruby', '#{brand} may call', '#{brand}'],
    ['double percent signs', '%%Brand Name%% may call', '%%Brand Name%%'],
    ['percent signs', '%BRAND% may call', '%BRAND%'],
    ['a block of a template', '{% if brand %}may call', '{% if brand %}'],
    ['a tag of a template', '<%= brand %> may call', '<%= brand %>'],
    ['a merge tag', '*|BRAND|* may call', '*|BRAND|*'],
    ['double brackets', '[[brand]] may call', '[[brand]]'],
    ['a soft hyphen', 'tele\u00admarketing', 'the invisible U+00AD'],
    ['a zero-width space', 'call\u200bme', 'the invisible U+200B'],
    ['a zero-width space at the end', 'call me\u200b', 'the invisible U+200B'],
    ['a zero-width joiner between letters', 'call\u200dme', 'the invisible U+200D'],
    ['a zero-width non-joiner at the end', 'call me\u200c', 'the invisible U+200C'],
    ['a word joiner', 'call\u2060me', 'the invisible U+2060'],
    ['a byte order mark inside', 'call\ufeffme', 'the invisible U+FEFF'],
    ['a direction mark', '\u200ecall me', 'the invisible U+200E'],
    ['a direction override', 'call \u202eme', 'the invisible U+202E'],
    ['a control character', 'call\u0000me', 'the invisible U+0000'],
    ['a Hangul filler', 'call\u3164me', 'the invisible U+3164'],
    ['zero-width characters alone', '\u200b\u200d', 'no visible character'],
    ['a soft hyphen alone', '\u00ad', 'no visible character'],
    ['a combining accent alone', '\u0301', 'no visible character'],
    ['a control character alone', '\u0007', 'no visible character'],
  ])('%s is warned of', (_, phrase, what) => {
    const [warning, ...more] = lintAcceptance(required(phrase));
    expect(more).toEqual([]);
    expect(warning).toMatchObject({ code: 'UNMATCHABLE_PHRASE', path, ruleId: 'r' });
    expect(warning?.message).toContain(what);
    const forbidden = demanding({ forbiddenText: [{ ruleId: 'r', anyOf: [phrase] }] });
    expect(found(forbidden)).toEqual(['UNMATCHABLE_PHRASE disclosure.forbiddenText.0.anyOf.0']);
  });

  it.each([
    ['an ampersand', 'Terms & Conditions'],
    ['an ampersand in a name', 'AT&T; R&D; B&B'],
    ['a semicolon after an ampersand and words', 'calls &texts too; always'],
    ['a number in a list', '& #1; first'],
    ['less and more', 'if a < b, or b > a'],
    ['a heart', 'we <3 solar'],
    ['a number in angle brackets', '<18 years>'],
    ['a price', 'save $100 {or more}'],
    ['percentages', '50% off, 100%% sure, 5% or 10%'],
    ['percentages without spaces', '5%to10%'],
    ['asterisks', '*or |text* me'],
    ['a lone brace', 'a } and {'],
    ['a name in brackets', '[Acme Solar] may call'],
    ['a typed apostrophe and a hyphen', "Solar's pre-recorded calls..."],
    ['lines and tabs', 'call\r\n\tme'],
    ['a byte order mark at an end, which is trimmed', '\ufeffcall me'],
    ['an accent', 'No, gracias, señor'],
    ['a combining accent', 'sen\u0303or'],
    ['an emoji of several', 'family \u{1f468}\u200d\u{1f469}\u200d\u{1f467} plan'],
    ['an emoji with a variation selector', 'call \u260e\ufe0f me'],
    ['an emoji with tags', '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f} calls'],
    ['Persian with a non-joiner', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Hindi with a joiner', '\u0915\u094d\u200d\u0937'],
    ['punctuation alone', '!'],
  ])('%s is not', (_, phrase) => {
    expect(found(required(phrase))).toEqual([]);
  });
});

describe('leadMatch.phone (spec §2.7)', () => {
  const lead = (phone: string): AcceptanceCriteria => ({ schemaVersion: 1, leadMatch: { phone } });

  it.each([
    ['(212) 555-0147', []],
    ['212-555-0147 x12', ['PHONE_MAY_NOT_NORMALIZE leadMatch.phone']],
    ['555-0147', ['PHONE_MAY_NOT_NORMALIZE leadMatch.phone']],
    ['(012) 555-0147', ['PHONE_NOT_ASSIGNABLE leadMatch.phone']],
    ['(112) 555-0147', ['PHONE_NOT_ASSIGNABLE leadMatch.phone']],
    ['(212) 155-0147', ['PHONE_NOT_ASSIGNABLE leadMatch.phone']],
    ['+1 900 999 0000', []],
  ])('%s', (phone, expected) => {
    expect(found(lead(phone))).toEqual(expected);
    for (const { message } of lintAcceptance(lead(phone))) {
      expect(message).not.toContain('0147');
      expect(message).toMatch(/send only the ten digits$|start with 2 to 9$/);
    }
  });
});

describe('lintAcceptance', () => {
  it('refuses malformed criteria with their paths', () => {
    const lint = () => lintAcceptance({ schemaVersion: 1, recrod: {} } as never);
    expect(lint).toThrow(InvalidInputError);
    expect(lint).toThrow(/^recrod: /);
  });

  it('lists all warnings, the whole first and then in the order of the criteria', () => {
    const criteria: AcceptanceCriteria = {
      leadMatch: { phone: '555-0147' },
      disclosure: {
        requireAllCheckboxesAffirmed: true,
        requiredText: [{ ruleId: 'a', anyOf: ['Solar’s'] }],
        forbiddenText: [{ ruleId: 'b', anyOf: ['SOLAR’S'] }],
      },
      record: { maxAgeSeconds: 86_400_000 },
      schemaVersion: 1,
    };
    expect(lintAcceptance(criteria).map(({ code }) => code)).toEqual([
      'AGE_LOOKS_LIKE_MILLISECONDS',
      'BUTTON_CONSENT_REFUSED',
      'REQUIRED_PHRASE_FORBIDDEN',
      'TYPOGRAPHIC_PHRASE_ALONE',
      'TYPOGRAPHIC_PHRASE_ALONE',
      'PHONE_MAY_NOT_NORMALIZE',
    ]);
  });
});
