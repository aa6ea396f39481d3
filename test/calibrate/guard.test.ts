import { describe, expect, it } from 'vitest';
import { type Ask, MADE_UP, MADE_UP_KEYS } from '../../src/calibrate/ask.ts';
import { type GuardFacts, GuardRefusal, permissionFor } from '../../src/calibrate/guard.ts';
import { refusingCriteria } from '../../src/calibrate/refusal.ts';
import { TIER_NUMBERS } from '../../src/calibrate/tier.ts';
import { METHODS, neighboursOf } from './support/neighbours.ts';

const PHRASE = 'abcdefghijklmnopqrstuvwxyzabcdef';

const facts: GuardFacts = {
  tier: 3,
  phrase: PHRASE,
  tokens: new Set(['tok_1']),
  openable: new Set(['tok_dev']),
  shareable: new Set(['cdr_paid']),
  receives: { isProbed: true, isOver: false },
};

const refusing = { acceptance: refusingCriteria(PHRASE) };
const receive = (body: unknown, path = '/v1/shares/tok_1'): Ask => ({
  ...{ as: 'receiver', method: 'POST', path, body },
});
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
  ...[{ match: 'contains' }, { match: 'exact' }, { scope: 'any_disclosure' }].map(
    (more): [string, Ask] => [
      `a receive whose phrase has ${JSON.stringify(more)}`,
      receive({
        acceptance: {
          schemaVersion: 1,
          disclosure: { requiredText: [{ ruleId: 'calibrate.refuse', anyOf: [PHRASE], ...more }] },
        },
      }),
    ],
  ),
  ['a receive with an unknown field', receive({ ...refusing, extra: true })],
  ['a receive whose collect is a text', receive({ ...refusing, collect: 'false' })],
  ['a receive whose body is a text', receive(JSON.stringify(refusing))],
  ['a receive of a token that nobody handed in', receive(refusing, '/v1/shares/tok_2')],
  ['a receive of a token in disguise', receive(refusing, '/v1/shares/tok_2%2F..%2Ftok_1')],
  ['a receive without a key', { ...receive(refusing), as: 'nobody' }],
  ['a collect of any record', { as: 'sender', method: 'POST', path: '/v1/cdrs/cdr_paid/collect' }],
  ['a receive of a token that may only be opened', receive(refusing, '/v1/shares/tok_dev')],
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

interface Allowed {
  readonly from: number;
  readonly what: string;
  readonly ask: Ask;
  /** The neighbours that are allowed too, by name. Each other one is refused. */
  readonly free: readonly string[];
}

const methodsBut = (own: string): string[] =>
  METHODS.filter((each) => each !== own).map((each) => `method ${each}`);
const BODIES = ['body {}', 'body []', 'body text', 'body null'];
/** Nothing that is asked without a key is of anybody, so its method and body are free. */
const NOBODYS = [
  ...[...BODIES, 'query', 'path 1 V1', 'path 1 ', 'path 2 ', 'path cut'],
  ...['path + ', 'path + claim', 'path + collect', 'path + share', 'path + cdrs'],
  `key ${MADE_UP_KEYS.noDot}`,
];

const readsOf = (as: string, id: string): string[] => [
  ...['query', `as ${as}`, 'path 3 other', `path 3 ${id}x`, `path 3 ${id.toUpperCase()}`],
  `path 3 ${id}%2F..%2Fother`,
];

/** Requests with the lowest tier that may send them. */
const ALLOWED: readonly Allowed[] = [
  {
    ...{
      from: 0,
      what: 'an unknown path',
      free: [...NOBODYS, ...methodsBut('GET'), `path 2 ${MADE_UP}x`],
    },
    ask: { as: 'nobody', method: 'GET', path: `/v1/${MADE_UP}` },
  },
  {
    ...{ from: 0, what: 'a wrong method', free: [...NOBODYS, ...methodsBut('DELETE')] },
    ask: { as: 'nobody', method: 'DELETE', path: '/v1/domains' },
  },
  {
    ...{ from: 0, what: 'a made-up key', free: [...NOBODYS, ...methodsBut('GET')] },
    ask: { as: 'nobody', method: 'GET', path: '/v1/domains', key: MADE_UP_KEYS.twoDots },
  },
  {
    ...{ from: 1, what: 'a list', free: readsOf('receiver', 'a.example') },
    ask: { as: 'sender', method: 'GET', path: '/v1/domains/a.example/cdrs' },
  },
  {
    ...{ from: 1, what: 'a record', free: readsOf('sender', 'cdr_paid') },
    ask: { as: 'receiver', method: 'GET', path: '/v1/cdrs/cdr_paid' },
  },
  {
    ...{
      from: 2,
      what: 'a receive of nothing',
      free: [
        ...[...BODIES, 'body none', 'as sender', 'as nobody', 'path + claim'],
        ...[`path 3 ${MADE_UP}-tokenx`, 'member .extra'],
        ...['away', 'renamed', 'is 0', 'is []', 'is {}', 'is null', 'is true'].map(
          (each) => `member .collect ${each}`,
        ),
      ],
    },
    ask: receive({ collect: 'odd' }, `/v1/shares/${MADE_UP}-token`),
  },
  {
    from: 2,
    what: 'a receive that must be refused',
    ask: receive(refusing),
    free: ['as sender', 'path + claim'],
  },
  {
    ...{
      from: 2,
      what: 'the same by the older path',
      free: ['as sender', 'path cut', 'member .collect away'],
    },
    ask: receive({ ...refusing, collect: false }, '/v1/shares/tok_1/claim'),
  },
  {
    ...{ from: 2, what: 'the redirect', free: ['path 3 ', 'path cut'] },
    ask: { as: 'nobody', method: 'GET', path: '/v1/shares/tok_1' },
  },
  {
    ...{ from: 3, what: 'a share for a minute', free: [] },
    ask: share('cdr_paid', { expiresInMs: 60_000 }),
  },
];

describe('the guard', () => {
  it.each(FORBIDDEN)('refuses %s in every tier', (_what, ask) => {
    for (const tier of TIER_NUMBERS) {
      expect(() => permissionFor(ask, { ...facts, tier })).toThrow(GuardRefusal);
    }
  });

  it.each(ALLOWED)('permits $what from tier $from on, and in no lower one', ({ from, ask }) => {
    for (const tier of TIER_NUMBERS) {
      const attempt = () => permissionFor(ask, { ...facts, tier });
      if (tier < from) expect(attempt).toThrow(GuardRefusal);
      else expect(attempt).not.toThrow();
    }
  });

  it.each(ALLOWED)('refuses every neighbour of $what that is not named', ({ ask, free }) => {
    const near = neighboursOf(ask);
    expect(near.length).toBeGreaterThan(30);
    const permitted = near.filter(([, each]) => {
      try {
        return Boolean(permissionFor(each, facts));
      } catch (error) {
        if (error instanceof GuardRefusal) return false;
        throw error;
      }
    });
    expect(permitted.map(([name]) => name).sort()).toEqual([...free].sort());
  });

  it('permits one real token before the probe was refused, and no token after a success', () => {
    const other = { ...facts, tokens: new Set(['tok_1', 'tok_probe']) };
    const probing = { ...other, receives: { isProbed: false, isOver: false, probe: 'tok_probe' } };
    const probe = receive(refusing, '/v1/shares/tok_probe');
    const madeUp = receive({}, `/v1/shares/${MADE_UP}-token`);
    expect(() => permissionFor(probe, probing)).not.toThrow();
    expect(() => permissionFor(receive(refusing), probing)).toThrow(GuardRefusal);
    const over = { ...other, receives: { isProbed: true, isOver: true } };
    for (const ask of [probe, receive(refusing), madeUp]) {
      expect(() => permissionFor(ask, over)).toThrow(GuardRefusal);
    }
  });

  it('names what it refuses, without identifiers, and what the tier permits', () => {
    const ask: Ask = { as: 'sender', method: 'POST', path: '/v1/cdrs/cdr_secret/collect' };
    const permitted = 'a request without a key, for something that does not exist';
    expect(() => permissionFor(ask, { ...facts, tier: 1 })).toThrow(
      `tier 1 does not permit POST /v1/cdrs/:cdrId/collect as sender; it permits ${permitted}, a read with a key. Nothing was sent.`,
    );
  });
});
