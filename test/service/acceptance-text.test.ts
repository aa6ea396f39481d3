import { expect, it } from 'vitest';
import { eachDoor, type Open } from './support/each-door.ts';
import { sharedBy } from './support/parties.ts';

interface TextRule {
  readonly anyOf: readonly string[];
  readonly match?: string;
  readonly scope?: string;
}

/** Returns whether disclosures with these texts meet a rule of the list. */
async function isMet(
  open: Open,
  list: 'requiredText' | 'forbiddenText',
  wordings: readonly string[],
  rule: TextRule,
): Promise<boolean> {
  const world = await open();
  const { buyer, token } = await sharedBy(world, {
    disclosures: wordings.map((text) => ({ text })),
  });
  const acceptance = { schemaVersion: 1, disclosure: { [list]: [{ ruleId: 'rule-1', ...rule }] } };
  const { code, status, json } = await world.receive(buyer, token, { acceptance });
  if (status === 200) return true;
  const name = list === 'requiredText' ? 'REQUIRED' : 'FORBIDDEN';
  const found = list === 'requiredText' ? 'NOT_FOUND' : 'FOUND';
  const failure = { ruleId: 'rule-1', status: 'failed', code: `${name}_DISCLOSURE_TEXT_${found}` };
  expect(code).toBe('CDR_ACCEPTANCE_FAILED');
  expect(json).toMatchObject({ error: { details: { failures: [failure] } } });
  return false;
}

type Case = readonly [
  title: string,
  list: 'requiredText' | 'forbiddenText',
  wordings: readonly string[],
  rule: TextRule,
  met: boolean,
];

const BOTH = ['Acme may call.', 'Beta may text.'];
const ANY = 'any_disclosure';
const ALL = 'every_disclosure';

const CASES: readonly Case[] = [
  ['a phrase within', 'requiredText', BOTH, { anyOf: ['may text'] }, true],
  ['no phrase within', 'requiredText', BOTH, { anyOf: ['may fax'] }, false],
  ['any one of several phrases', 'requiredText', BOTH, { anyOf: ['fax', 'beta'] }, true],
  ['any scope, one of two', 'requiredText', BOTH, { anyOf: ['acme'], scope: ANY }, true],
  ['every scope, one of two', 'requiredText', BOTH, { anyOf: ['acme'], scope: ALL }, false],
  [
    'every scope, each by some phrase',
    'requiredText',
    BOTH,
    { anyOf: ['acme', 'beta'], scope: ALL },
    true,
  ],
  ['any scope on an empty list', 'requiredText', [], { anyOf: ['a'], scope: ANY }, false],
  ['every scope on an empty list', 'requiredText', [], { anyOf: ['a'], scope: ALL }, false],
  [
    'exact on the whole text',
    'requiredText',
    BOTH,
    { anyOf: ['ACME may  call. '], match: 'exact' },
    true,
  ],
  ['exact on a part', 'requiredText', BOTH, { anyOf: ['Acme may call'], match: 'exact' }, false],
  ['letter case', 'requiredText', ['ACME MAY CALL'], { anyOf: ['acme may call'] }, true],
  [
    'white space',
    'requiredText',
    ['Acme\u00a0 may\ncall'],
    { anyOf: [' acme \t may call '] },
    true,
  ],
  [
    'composed and decomposed letters',
    'requiredText',
    ['Jose\u0301'],
    { anyOf: ['Jos\u00e9'] },
    true,
  ],
  [
    'a curly apostrophe as a straight one',
    'requiredText',
    ['It\u2019s'],
    { anyOf: ["It's"] },
    false,
  ],
  [
    'a phrase behind the 5,000th character',
    'requiredText',
    [`${'x'.repeat(5000)} end`],
    { anyOf: ['end'] },
    false,
  ],
  [
    'a phrase split over two disclosures',
    'requiredText',
    ['Acme may', 'call'],
    { anyOf: ['may call'] },
    false,
  ],
  ['a forbidden phrase that is absent', 'forbiddenText', BOTH, { anyOf: ['gift card'] }, true],
  ['a forbidden phrase in one of two', 'forbiddenText', BOTH, { anyOf: ['x', 'BETA'] }, false],
  ['a forbidden phrase on an empty list', 'forbiddenText', [], { anyOf: ['a'] }, true],
  [
    'a forbidden exact text of which only a part is there',
    'forbiddenText',
    BOTH,
    { anyOf: ['acme'], match: 'exact' },
    true,
  ],
];

eachDoor((open) => {
  it.each(CASES)('2.7: text rules: %s', async (_, list, wordings, rule, met) => {
    expect(await isMet(open, list, wordings, rule)).toBe(met);
  });
});
