import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/calibrate/ask.ts';
import { REFUSAL_RULE, refusingCriteria } from '../../src/calibrate/refusal.ts';
import { receiveStatements } from '../../src/calibrate/statements/receive.ts';
import { repeatStatements, secondTokenStatements } from '../../src/calibrate/statements/repeats.ts';
import {
  accountOf,
  entriesOf,
  failure,
  isReceive,
  PHRASE,
  type Reply,
  receives,
  refusal,
  statementIn,
  success,
  wordsOf,
} from './support/crafted-run.ts';
import { partly, type RunOptions } from './support/partly.ts';

const ROWS = [...receiveStatements, ...secondTokenStatements, ...repeatStatements];
const ENTRIES = entriesOf(1);
const INVALID = failure(400, 'INVALID_ARGUMENT');
const NOT_FOUND = failure(404, 'NOT_FOUND');
const ID = 'calibrate-no-such-thing';
const MADE_UP = `/v1/shares/${ID}-token`;

function foundBy(
  begin: string,
  instead: (ask: Ask) => Reply | undefined,
  options: RunOptions = {},
) {
  const made = partly(ENTRIES, instead, options);
  return { ...made, words: wordsOf(() => statementIn(ROWS, begin).check(made.run)) };
}

const AS_DOCUMENTED = 'as documented';
const TOKEN_FIRST =
  'not measured: the service checks the token before the body, and such a body is never sent with a real token';
const REFUSING = { acceptance: refusingCriteria(PHRASE) };

describe('a wrong body', () => {
  it.each<[begin: string, body: unknown]>([
    ['A key of the body', { ...REFUSING, [ID]: 1 }],
    ['A collect that is no boolean', { ...REFUSING, collect: 'true' }],
    ['A collect of null', { ...REFUSING, collect: null }],
    ['The body is judged', { [ID]: 1 }],
    ['A body that is not JSON', '{'],
    ['A body that is a list', '[]'],
  ])('%s', async (begin, body) => {
    const right = foundBy(begin, receives(INVALID));
    expect(await right.words).toBe(AS_DOCUMENTED);
    expect(right.bodies()).toEqual([body]);
    expect(right.names()).toEqual([`receiver POST ${MADE_UP}`]);
    expect(await foundBy(begin, receives(failure(422, 'INVALID_ARGUMENT'))).words).toBe(
      'differs: 422 INVALID_ARGUMENT',
    );
    expect(await foundBy(begin, receives(failure(400, 'COLLECT_REQUIRED'))).words).toBe(
      'differs: 400 COLLECT_REQUIRED',
    );
    const never = foundBy(begin, receives(NOT_FOUND));
    const isSure = /^(?:The body|A body)/.test(begin);
    expect(await never.words).toBe(isSure ? 'differs: 404 NOT_FOUND' : TOKEN_FIRST);
    // Three bodies that are each wrong in a different way.
    if (!isSure) expect(never.bodies()).toEqual([body, '{', { calibrate: 1 }, { collect: 1 }]);
    const lenient = foundBy(begin, (ask) =>
      isReceive(ask) ? (ask.body === '{' ? INVALID : NOT_FOUND) : undefined,
    );
    expect(await lenient.words).toBe(
      begin.endsWith('not JSON') ? AS_DOCUMENTED : 'differs: 404 NOT_FOUND',
    );
  });

  it('is asked for once in a run', async () => {
    const { run, bodies, words } = foundBy('A collect of null', receives(NOT_FOUND));
    await words;
    await wordsOf(() => statementIn(ROWS, 'A key of the body').check(run));
    expect(bodies()).toHaveLength(5);
  });

  it('is named in the refusal', async () => {
    const named = {
      status: 400,
      body: { ok: false, error: { code: 'INVALID_ARGUMENT', message: ID } },
    };
    const begin = 'The refusal names';
    expect(await foundBy(begin, receives(named)).words).toBe(AS_DOCUMENTED);
    expect(await foundBy(begin, receives(INVALID)).words).toBe(
      'differs: a refusal without the name',
    );
    expect(await foundBy(begin, receives(failure(409, 'GONE'))).words).toBe('differs: 409 GONE');
  });

  it.each<[string, unknown]>([
    ['An unknown token', REFUSING],
    ['Every POST body', undefined],
  ])('%s', async (begin, body) => {
    const { words, bodies } = foundBy(begin, () => undefined);
    expect(await words).toBe(AS_DOCUMENTED);
    expect(bodies()).toEqual([body]);
    expect(await foundBy(begin, receives(INVALID)).words).toBe('differs: 400 INVALID_ARGUMENT');
  });
});

describe('a receive that must be refused', () => {
  const twice = (reply: Reply) => {
    let count = 0;
    return (ask: Ask) => (isReceive(ask) && (count += 1) === 2 ? reply : undefined);
  };
  const rules = (...names: string[]) =>
    receives(refusal(Object.fromEntries(names.map((name) => [name, 'X']))));

  it.each<[begin: string, instead: (ask: Ask) => Reply | undefined, words: string]>([
    ['A token of the own', () => undefined, AS_DOCUMENTED],
    ['A token of the own', receives(failure(403, 'FORBIDDEN')), 'differs: 403 FORBIDDEN'],
    ['A record refused by criteria', () => undefined, AS_DOCUMENTED],
    ['A record refused by criteria', receives(failure(409, 'GONE')), 'differs: 409 GONE'],
    ['A refused receive adds', receives(failure(409, 'GONE')), 'differs: 409 GONE'],
    [
      'A refused receive adds',
      ({ path }) => (path === '/v1/domains' ? success({ domains: [] }) : undefined),
      AS_DOCUMENTED,
    ],
    [
      'A refused receive adds',
      ({ path }) => (path === '/v1/domains' ? success({ domains: ['a', 'b'] }) : undefined),
      'differs: 2 in place of 0',
    ],
    ['A refusal by criteria leaves', () => undefined, AS_DOCUMENTED],
    ['A refusal by criteria leaves', twice(failure(410, 'GONE')), 'differs: 410 GONE'],
    ['The older receive path', () => undefined, AS_DOCUMENTED],
    ['The older receive path', twice(failure(422, 'GONE')), 'differs: 422 GONE'],
    [
      'The older receive path',
      twice(failure(400, 'CDR_ACCEPTANCE_FAILED')),
      'differs: 400 CDR_ACCEPTANCE_FAILED',
    ],
    ['A refusal lists', () => undefined, AS_DOCUMENTED],
    ['A refusal lists', rules(REFUSAL_RULE, 'record.maxAgeSeconds'), 'differs: 2 rules'],
    ['A refusal lists', rules('other'), 'differs: 1 rules'],
    ['A refusal lists', receives(NOT_FOUND), 'differs: no refusal'],
    ['Unmet text rules', rules(REFUSAL_RULE, 'calibrate.second'), AS_DOCUMENTED],
    ['Unmet text rules', rules('calibrate.second', REFUSAL_RULE), 'differs: another order'],
    ['Unmet text rules', rules('x'), 'not measured: the record has no consent facts'],
    ['Unmet text rules', receives(NOT_FOUND), 'differs: another order'],
  ])('%s', async (begin, instead, words) => {
    const found = foundBy(begin, instead);
    expect(await found.words).toBe(words);
    expect(await foundBy(begin, instead, { account: accountOf([]) }).words).toMatch(
      /^not measured: the sender has no record/,
    );
  });

  it('is of the record itself', async () => {
    const saved = foundBy('A record refused', ({ as, method, path }) =>
      as === 'receiver' && method === 'GET' && path === '/v1/cdrs/cdr_1'
        ? success({ cdr: {} })
        : undefined,
    );
    expect(await saved.words).toMatch(/^not measured: the sender has no record/);
    let isSent = false;
    const later = foundBy('A record refused', (ask) => {
      isSent ||= isReceive(ask);
      return isSent && ask.method === 'GET' ? success({ cdr: {} }) : undefined;
    });
    expect(await later.words).toBe(
      'differs: 200 { ok: boolean, requestId: string, data: { cdr: {  } } }',
    );
    expect(later.names().at(-1)).toBe('receiver GET /v1/cdrs/cdr_1');
  });

  it.each<[string, readonly string[], object]>([
    ['A token of the own', ['sender POST /v1/shares/tok_cdr_1'], {}],
    [
      'A refusal by criteria',
      ['receiver POST /v1/shares/tok_cdr_1', 'receiver POST /v1/shares/tok_cdr_1'],
      {},
    ],
    [
      'The older receive path',
      ['receiver POST /v1/shares/tok_cdr_1', 'receiver POST /v1/shares/tok_cdr_1/claim'],
      {},
    ],
    [
      'A refusal lists',
      ['receiver POST /v1/shares/tok_cdr_1'],
      { record: { maxAgeSeconds: 157_680_000 }, disclosure: { requirePresent: false } },
    ],
    [
      'Unmet text rules',
      ['receiver POST /v1/shares/tok_cdr_1'],
      { disclosure: { requiredText: [{ ruleId: 'calibrate.second', anyOf: [`${PHRASE} too`] }] } },
    ],
  ])('%s, as it is sent', async (begin, names, criteria) => {
    const found = foundBy(begin, () => undefined);
    await found.words;
    expect(found.names().filter((name) => name.includes('/v1/shares/'))).toEqual(names);
    expect(found.bodies()[0]).toEqual({ acceptance: refusingCriteria(PHRASE, criteria) });
  });
});

describe('a token that was received before', () => {
  const given = { token: 'tok_old', cdrId: 'cdr_1' };
  const materials = { secondTokenOfAHeldRecord: given, receivedToken: given };

  it.each<[begin: string, reply: Reply, words: string]>([
    ['Already received', refusal({ x: 'X' }), AS_DOCUMENTED],
    ['Already received', NOT_FOUND, 'differs: 404 NOT_FOUND'],
    ['Already received', failure(410, 'GONE'), 'not measured: the token has expired'],
    ['On a repeat the criteria', success({ alreadyClaimed: true }), AS_DOCUMENTED],
    ['On a repeat the criteria', refusal({}), 'differs: 422 CDR_ACCEPTANCE_FAILED'],
    ['On a repeat the criteria', failure(410, 'GONE'), 'not measured: the token has expired'],
    [
      'On a repeat shareEventId',
      success({ alreadyClaimed: true, shareEventId: '' }),
      AS_DOCUMENTED,
    ],
    [
      'On a repeat shareEventId',
      success({ alreadyClaimed: true, shareEventId: 'she_1' }),
      'differs: 200 { ok: boolean, requestId: string, data: { alreadyClaimed: boolean, shareEventId: string } }',
    ],
  ])('%s of %j: %s', async (begin, reply, words) => {
    const found = foundBy(begin, receives(reply), { materials });
    expect(await found.words).toBe(words);
    expect(found.names().at(-1)).toBe('receiver POST /v1/shares/tok_old');
    const name = begin.startsWith('Already') ? 'secondTokenOfAHeldRecord' : 'receivedToken';
    expect(await foundBy(begin, receives(reply)).words).toBe(
      `not measured: materials.${name} was not given`,
    );
  });
});
