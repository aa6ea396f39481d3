import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { sharedBy } from './support/parties.ts';

const disclosure = (members: object) => ({ schemaVersion: 1, disclosure: members });
const required = (...rules: unknown[]) => disclosure({ requiredText: rules });
const forbidden = (...rules: unknown[]) => disclosure({ forbiddenText: rules });
const rule = (members: object = {}) => ({ ruleId: 'r', anyOf: ['x'], ...members });
const rules = (count: number) =>
  Array.from({ length: count }, (_, index) => rule({ ruleId: `r${index}` }));

/** Acceptance objects that break the strict form, and the paths of their faults. */
const MALFORMED: readonly [title: string, acceptance: unknown, ...paths: string[]][] = [
  ['null', null, ''],
  ['a list', [], ''],
  ['an empty object: schemaVersion has no default', {}, 'schemaVersion'],
  ['schemaVersion as text', { schemaVersion: '1' }, 'schemaVersion'],
  ['schemaVersion 2', { schemaVersion: 2 }, 'schemaVersion'],
  ['an unknown member', { schemaVersion: 1, disclosures: {} }, 'disclosures'],
  ['a member named __proto__', JSON.parse('{"schemaVersion":1,"__proto__":{}}'), '__proto__'],
  ['null for an object', { schemaVersion: 1, record: null }, 'record'],
  ['a misspelt check', disclosure({ requirePresnt: true }), 'disclosure.requirePresnt'],
  ['a misspelt record check', { schemaVersion: 1, record: { maxAge: 5 } }, 'record.maxAge'],
  ['a misspelt lead check', { schemaVersion: 1, leadMatch: { phone: '1', p: 1 } }, 'leadMatch.p'],
  ['leadMatch without phone', { schemaVersion: 1, leadMatch: {} }, 'leadMatch.phone'],
  ['a flag as text', disclosure({ requirePresent: 'true' }), 'disclosure.requirePresent'],
  ['a null flag', disclosure({ requirePresent: null }), 'disclosure.requirePresent'],
  ...[0, -1, 1.5, 157_680_001, '60', null].map((maxAgeSeconds): [string, unknown, string] => [
    `maxAgeSeconds ${JSON.stringify(maxAgeSeconds)}`,
    { schemaVersion: 1, record: { maxAgeSeconds } },
    'record.maxAgeSeconds',
  ]),
  ...[true, false].map((allowConsentBySubmission): [string, unknown, string] => [
    `allowConsentBySubmission: ${allowConsentBySubmission} alone`,
    disclosure({ allowConsentBySubmission }),
    'disclosure.allowConsentBySubmission',
  ]),
  [
    'allowConsentBySubmission beside requireEveryDisclosureConsented: false',
    disclosure({ requireEveryDisclosureConsented: false, allowConsentBySubmission: false }),
    'disclosure.allowConsentBySubmission',
  ],
  [
    'scope on a forbidden rule',
    forbidden(rule({ scope: 'any_disclosure' })),
    'disclosure.forbiddenText.0.scope',
  ],
  ['an unknown scope', required(rule({ scope: 'all' })), 'disclosure.requiredText.0.scope'],
  ['an unknown match', required(rule({ match: 'regex' })), 'disclosure.requiredText.0.match'],
  ['a rule without ruleId', required({ anyOf: ['x'] }), 'disclosure.requiredText.0.ruleId'],
  ...['', 'a'.repeat(65), 'a b', 'é', 'record.x', 'disclosure.x', 'leadMatch.x'].map(
    (ruleId): [string, unknown, string] => [
      `ruleId ${JSON.stringify(ruleId.slice(0, 12))} of ${ruleId.length} characters`,
      required(rule({ ruleId })),
      'disclosure.requiredText.0.ruleId',
    ],
  ),
  ['one ruleId twice in a list', required(rule(), rule()), 'disclosure.requiredText.1.ruleId'],
  [
    'one ruleId in both lists',
    disclosure({ requiredText: [rule()], forbiddenText: [rule()] }),
    'disclosure.forbiddenText.0.ruleId',
  ],
  ['21 required rules', required(...rules(21)), 'disclosure.requiredText'],
  ['21 forbidden rules', forbidden(...rules(21)), 'disclosure.forbiddenText'],
  ['no phrase', required(rule({ anyOf: [] })), 'disclosure.requiredText.0.anyOf'],
  ['11 phrases', required(rule({ anyOf: Array(11).fill('x') })), 'disclosure.requiredText.0.anyOf'],
  ['a blank phrase', required(rule({ anyOf: ['x', ' \n '] })), 'disclosure.requiredText.0.anyOf.1'],
  [
    'a phrase of 5,001 characters',
    required(rule({ anyOf: ['x'.repeat(5001)] })),
    'disclosure.requiredText.0.anyOf.0',
  ],
  [
    'several things at once',
    { schemaVersion: 2, disclosure: { requirePresent: 1, nope: 1 } },
    'schemaVersion',
    'disclosure.requirePresent',
    'disclosure.nope',
  ],
];

const WELL_FORMED: readonly [title: string, acceptance: unknown][] = [
  ['maxAgeSeconds 157,680,000', { schemaVersion: 1, record: { maxAgeSeconds: 157_680_000 } }],
  ['schemaVersion 1.0', { schemaVersion: 1.0 }],
  ['20 rules in a list', forbidden(...rules(20))],
  ['10 phrases', forbidden(rule({ anyOf: Array(10).fill('x') }))],
  [
    'a phrase of 5,000 characters after trimming',
    forbidden(rule({ anyOf: [` ${'x'.repeat(5000)} `] })),
  ],
  [
    'a ruleId of 64 characters of every kind',
    forbidden(rule({ ruleId: `A.z_9-${'a'.repeat(58)}` })),
  ],
  ['a ruleId that a reserved word begins without its dot', forbidden(rule({ ruleId: 'records' }))],
];

eachDoor((open) => {
  it.each(MALFORMED)('2.7: %s is 400 and issues name the path', async (_, acceptance, ...paths) => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    const body = JSON.stringify({ acceptance });
    const { status, code, error } = await world.receive(buyer, token, body);
    expect({ status, code }).toEqual({ status: 400, code: 'INVALID_ARGUMENT' });
    const { issues } = error.details as { issues: { path: string; message: string }[] };
    expect(issues.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const issue of issues) {
      expect(issue).toEqual({ path: issue.path, message: expect.stringMatching(/./) });
    }
  });

  it.each([
    ['', []],
    ['record', { schemaVersion: 1, record: [] }],
    ['disclosure', { schemaVersion: 1, disclosure: [] }],
    ['leadMatch', { schemaVersion: 1, leadMatch: [] }],
    ['disclosure.requiredText.0', required([])],
  ])('2.7: [] of PHP at "%s" is 400, and what wrote it is named', async (path, acceptance) => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    const { status, error } = await world.receive(buyer, token, { acceptance });
    expect(status).toBe(400);
    expect(error.details).toEqual({
      issues: [{ path, message: expect.stringContaining('PHP writes an empty array') }],
    });
    expect(error.message).toContain('PHP');
  });

  it.each(WELL_FORMED)('2.7: %s is well-formed', async (_, acceptance) => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    expect((await world.receive(buyer, token, { acceptance })).status).toBe(200);
  });
});
