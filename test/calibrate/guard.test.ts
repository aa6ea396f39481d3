import { describe, expect, it } from 'vitest';
import { type Ask, MADE_UP, MADE_UP_KEYS } from '../../src/calibrate/ask.ts';
import { type GuardFacts, GuardRefusal, permissionFor } from '../../src/calibrate/guard.ts';
import { refusingCriteria } from '../../src/calibrate/refusal.ts';
import { TIER_NUMBERS } from '../../src/calibrate/tier.ts';

const PHRASE = 'abcdefghijklmnopqrstuvwxyzabcdef';

const facts: GuardFacts = {
  tier: 4,
  phrase: PHRASE,
  tokens: new Set(['tok_1', 'tok_landing']),
  shareable: new Set(['cdr_paid']),
  landable: new Set(['tok_landing']),
  collectable: new Set(['sender cdr_unpaid', 'receiver cdr_landed']),
  chargesLeft: 1,
};

const refusing = { acceptance: refusingCriteria(PHRASE) };
const receive = (body: unknown, path = '/v1/shares/tok_1'): Ask => ({
  ...{ as: 'receiver', method: 'POST', path, body },
});
const collect = (as: Ask['as'], cdrId: string, body?: unknown): Ask => ({
  ...{ as, method: 'POST', path: `/v1/cdrs/${cdrId}/collect`, body },
});
const LANDING = '/v1/shares/tok_landing';
const imposesNothing = { acceptance: { schemaVersion: 1 } };
const share = (cdrId: string, body?: unknown, as: Ask['as'] = 'sender'): Ask => ({
  ...{ as, method: 'POST', path: `/v1/cdrs/${cdrId}/share`, body },
});

/** What no tier may send, whatever a probe wants. */
const FORBIDDEN: readonly (readonly [what: string, ask: Ask])[] = [
  ['a receive without a body', receive(undefined)],
  ['a receive without criteria', receive({})],
  ['a receive of the older path without criteria', receive({}, '/v1/shares/tok_1/claim')],
  ['a receive without collecting and without criteria', receive({ collect: false })],
  ['a receive whose criteria impose nothing', receive({ acceptance: { schemaVersion: 1 } })],
  ['a receive with another phrase', receive({ acceptance: refusingCriteria('consent') })],
  [
    'a receive whose phrase is one of several',
    receive({
      acceptance: {
        schemaVersion: 1,
        disclosure: { requiredText: [{ ruleId: 'calibrate.refuse', anyOf: [PHRASE, 'consent'] }] },
      },
    }),
  ],
  [
    'a receive that forbids the phrase in place of requiring it',
    receive({
      acceptance: {
        schemaVersion: 1,
        disclosure: { forbiddenText: [{ ruleId: 'calibrate.refuse', anyOf: [PHRASE] }] },
      },
    }),
  ],
  [
    'a receive with a misspelt criterion, which a lenient service could take for none',
    receive({ acceptance: { ...refusing.acceptance, disclosures: {} } }),
  ],
  [
    'a receive with criteria of another version',
    receive({ acceptance: { ...refusing.acceptance, schemaVersion: 2 } }),
  ],
  ['a receive with an unknown field', receive({ ...refusing, extra: true })],
  ['a receive whose collect is a text', receive({ ...refusing, collect: 'false' })],
  ['a receive whose body is a text', receive(JSON.stringify(refusing))],
  ['a receive of a token that nobody handed in', receive(refusing, '/v1/shares/tok_2')],
  ['a receive of a token in disguise', receive(refusing, '/v1/shares/tok_2%2F..%2Ftok_1')],
  ['a receive without a key', { ...receive(refusing), as: 'nobody' }],
  ['a collect of a record that nobody named', collect('receiver', 'cdr_paid')],
  ['a collect by the sender of such a record', collect('sender', 'cdr_paid')],
  ['a collect by the other organization', collect('receiver', 'cdr_unpaid')],
  ['a collect without a key', collect('nobody', 'cdr_unpaid')],
  ['a collect with a body', collect('sender', 'cdr_unpaid', {})],
  ['a receive that lands, by the sender', { ...receive(imposesNothing, LANDING), as: 'sender' }],
  ['a receive that lands, by the older path', receive(imposesNothing, `${LANDING}/claim`)],
  ['a receive that lands, without a body', receive(undefined, LANDING)],
  ['a receive that lands, of another body', receive({ collect: true }, LANDING)],
  ['a share for 30 days', share('cdr_paid')],
  ['a share for a minute and a millisecond', share('cdr_paid', { expiresInMs: 60_001 })],
  ['a share for no time, which means 30 days', share('cdr_paid', { expiresInMs: 0 })],
  ['a share for half a millisecond', share('cdr_paid', { expiresInMs: 0.5 })],
  ['a share for a text, which means 30 days', share('cdr_paid', { expiresInMs: '60000' })],
  ['a share with another field', share('cdr_paid', { expiresInMs: 1_000, forever: true })],
  ['a share of a record that nobody paid for', share('cdr_unpaid', { expiresInMs: 1_000 })],
  ['a share by the receiver', share('cdr_paid', { expiresInMs: 1_000 }, 'receiver')],
  ['a wrong method with a key', { as: 'sender', method: 'DELETE', path: '/v1/cdrs/cdr_paid' }],
  ['a PUT with a key', { as: 'sender', method: 'PUT', path: '/v1/domains' }],
  ['a HEAD with a key', { as: 'sender', method: 'HEAD', path: '/v1/domains' }],
  ['a POST to a list', { as: 'sender', method: 'POST', path: '/v1/domains' }],
  ['a read with a body', { as: 'sender', method: 'GET', path: '/v1/domains', body: {} }],
  ['a read of another path', { as: 'sender', method: 'GET', path: '/v1/organizations' }],
  ['a read of an announced path', { as: 'sender', method: 'GET', path: '/v1/packages/p' }],
  ['the redirect with a key', { as: 'receiver', method: 'GET', path: '/v1/shares/tok_1' }],
  ['the redirect of another token', { as: 'nobody', method: 'GET', path: '/v1/shares/tok_2' }],
  [
    'a real identifier without a key',
    { as: 'nobody', method: 'POST', path: '/v1/cdrs/cdr_paid/collect' },
  ],
  [
    'a key that is not made up',
    { as: 'nobody', method: 'GET', path: '/v1/domains', key: 'real.key' },
  ],
  [
    'a made-up key beside a real one',
    { as: 'sender', method: 'GET', path: '/v1/domains', key: MADE_UP_KEYS.noDot },
  ],
];

/** Requests with the lowest tier that may send them. */
const ALLOWED: readonly (readonly [tier: number, what: string, ask: Ask])[] = [
  [0, 'an unknown path', { as: 'nobody', method: 'GET', path: `/v1/${MADE_UP}` }],
  [0, 'a wrong method', { as: 'nobody', method: 'DELETE', path: '/v1/domains' }],
  [
    0,
    'a made-up key',
    { as: 'nobody', method: 'GET', path: '/v1/domains', key: MADE_UP_KEYS.twoDots },
  ],
  [1, 'a list', { as: 'sender', method: 'GET', path: '/v1/domains/a.example/cdrs' }],
  [1, 'a record', { as: 'receiver', method: 'GET', path: '/v1/cdrs/cdr_paid' }],
  [2, 'a receive of nothing', receive({ collect: 'odd' }, `/v1/shares/${MADE_UP}-token`)],
  [2, 'a receive that must be refused', receive(refusing)],
  [
    2,
    'the same by the older path',
    receive({ ...refusing, collect: false }, '/v1/shares/tok_1/claim'),
  ],
  [2, 'the redirect', { as: 'nobody', method: 'GET', path: '/v1/shares/tok_1' }],
  [3, 'a share for a minute', share('cdr_paid', { expiresInMs: 60_000 })],
  [4, 'a receive that lands', receive(imposesNothing, LANDING)],
  [4, 'a receive that lands, deferred', receive({ collect: false }, LANDING)],
  [4, 'a collect of a record that was named', collect('sender', 'cdr_unpaid')],
  [4, 'a collect of what the receiver received', collect('receiver', 'cdr_landed')],
];

describe('the guard', () => {
  it.each(FORBIDDEN)('refuses %s in every tier', (_what, ask) => {
    for (const tier of TIER_NUMBERS) {
      expect(() => permissionFor(ask, { ...facts, tier })).toThrow(GuardRefusal);
    }
  });

  it.each(ALLOWED)('tier %i and no lower one lists %s', (from, _what, ask) => {
    for (const tier of TIER_NUMBERS) {
      const attempt = () => permissionFor(ask, { ...facts, tier });
      if (tier < from) expect(attempt).toThrow(GuardRefusal);
      else expect(attempt().mayCharge === true).toBe(from === 4);
    }
  });

  it.each(ALLOWED.filter(([from]) => from === 4))(
    'refuses %i: %s where maxCharges has nothing left',
    (_from, _what, ask) => {
      const spent = () => permissionFor(ask, { ...facts, chargesLeft: 0 });
      expect(spent).toThrow(GuardRefusal);
    },
  );

  it('names what it refuses and leaves identifiers out', () => {
    const refusal = () => permissionFor(receive({}, '/v1/shares/tok_secret'), facts);
    expect(refusal).toThrow(/tier 4 does not permit POST \/v1\/shares\/:token as receiver/);
    expect(refusal).not.toThrow(/tok_secret/);
  });
});
