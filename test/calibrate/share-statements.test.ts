import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/calibrate/ask.ts';
import { shareStatements } from '../../src/calibrate/statements/share.ts';
import {
  accountOf,
  entriesOf,
  entryOf,
  failure,
  NOW,
  type Reply,
  receives,
  statementIn,
  success,
  wordsOf,
} from './support/crafted-run.ts';
import { partly, type RunOptions } from './support/partly.ts';

const ENTRIES = [...entriesOf(1), entryOf(2, { devMode: true })];
const AS_DOCUMENTED = 'as documented';

function foundBy(
  begin: string,
  instead: (ask: Ask) => Reply | undefined,
  options: RunOptions = {},
) {
  const made = partly(ENTRIES, instead, options);
  return { ...made, words: wordsOf(() => statementIn(shareStatements, begin).check(made.run)) };
}

describe('a share', () => {
  const shares =
    (...replies: Reply[]) =>
    ({ path }: Ask) =>
      path.endsWith('/share') ? (replies.length > 1 ? replies.shift() : replies[0]) : undefined;
  const tokens = (...names: string[]) => shares(...names.map((token) => success({ token })));
  const expires = (expiresAt: unknown) => shares(success({ token: 'tok', expiresAt }));
  const EXPIRY =
    'differs: 200 { ok: boolean, requestId: string, data: { token: string, expiresAt: string } }';
  const given =
    (reply: Reply) =>
    ({ method, path }: Ask) =>
      method === 'GET' && path.includes('cdr_given') ? reply : undefined;
  const materials = { pendingCdrId: 'cdr_given', invalidCdrId: 'cdr_given' };
  const listed = { materials: { pendingCdrId: 'cdr_1', invalidCdrId: 'cdr_1' } };

  it.each<
    [begin: string, instead: (ask: Ask) => Reply | undefined, words: string, parts?: RunOptions]
  >([
    ['Each call issues', tokens('a', 'b'), AS_DOCUMENTED],
    ['Each call issues', tokens('a'), 'differs: one token twice'],
    ['Each call issues', shares(failure(503, 'GONE')), 'differs: 503 GONE'],
    ['expiresAt is in', () => undefined, AS_DOCUMENTED],
    ['expiresAt is in', expires(NOW + 60_000 + 599_999), AS_DOCUMENTED],
    ['expiresAt is in', expires(NOW + 60_000 - 599_999), AS_DOCUMENTED],
    ['expiresAt is in', expires(NOW + 60_000 + 600_000), 'differs: a time that is ten minutes off'],
    ['expiresAt is in', expires(NOW / 1000), 'differs: a time that is ten minutes off'],
    ['expiresAt is in', expires('2026'), EXPIRY],
    ['Sharing a Dev Mode', shares(failure(409, 'CDR_DEV_MODE')), AS_DOCUMENTED],
    [
      'Sharing a Dev Mode',
      () => undefined,
      'differs: 200 { ok: boolean, requestId: string, data: { token: string, shareUrl: string, expiresAt: number } }',
    ],
    [
      'Sharing a Dev Mode',
      () => undefined,
      'not measured: the sender has no Dev Mode record',
      { account: accountOf(entriesOf(1)) },
    ],
    ['Sharing an unknown', () => undefined, AS_DOCUMENTED],
    ['Sharing an unknown', shares(failure(403, 'FORBIDDEN')), 'differs: 403 FORBIDDEN'],
    ['An invalid record is 410', given(failure(410, 'CDR_INVALID')), AS_DOCUMENTED, { materials }],
    ['An invalid record is 410', () => undefined, 'differs: 404 NOT_FOUND', { materials }],
    [
      'An invalid record is 410',
      () => undefined,
      'not measured: materials.invalidCdrId was not given',
    ],
    ['An invalid record is in no', () => undefined, AS_DOCUMENTED, { materials }],
    ['An invalid record is in no', () => undefined, 'differs: it is in a list', listed],
    ['Sharing an invalid', shares(failure(410, 'CDR_INVALID')), AS_DOCUMENTED, { materials }],
    [
      'Sharing an invalid',
      shares(failure(409, 'CDR_DEV_MODE')),
      'differs: 409 CDR_DEV_MODE',
      { materials },
    ],
    ['A record that is not rendered is 404', () => undefined, AS_DOCUMENTED, { materials }],
    [
      'A record that is not rendered is 404',
      given(failure(409, 'GONE')),
      'differs: 409 GONE',
      { materials },
    ],
    [
      'A record that is not rendered is 404',
      given(success({ cdr: {} })),
      'not measured: the record has already been rendered',
      { materials },
    ],
    [
      'A record that is not rendered is 404',
      () => undefined,
      'not measured: materials.pendingCdrId was not given',
    ],
    ['A record that is not rendered is in', () => undefined, AS_DOCUMENTED, { materials }],
    ['A record that is not rendered is in', () => undefined, 'differs: it is in a list', listed],
  ])('%s', async (begin, instead, words, parts = {}) => {
    const found = foundBy(begin, instead, parts);
    expect(await found.words).toBe(words);
    const shared = found.asked.filter(({ path }) => path.endsWith('/share'));
    expect(shared.every(({ body }) => JSON.stringify(body) === '{"expiresInMs":60000}')).toBe(true);
  });

  describe('that has expired', () => {
    const begin = 'Receiving through an expired';
    it('is received after three seconds, if no expired token was given', async () => {
      const { words, asked, names, waits } = foundBy(begin, receives(failure(410, 'GONE')));
      expect(await words).toBe(AS_DOCUMENTED);
      expect(asked.find(({ path }) => path.endsWith('/share'))?.body).toEqual({ expiresInMs: 1 });
      expect({ waits, last: names().at(-1) }).toEqual({
        waits: [3000],
        last: 'receiver POST /v1/shares/tok_cdr_1',
      });
      expect(await foundBy(begin, () => undefined).words).toBe(
        'differs: 422 CDR_ACCEPTANCE_FAILED',
      );
      expect(await foundBy(begin, shares(failure(503, 'GONE'))).words).toBe('differs: 503 GONE');
      expect(await foundBy(begin, () => undefined, { tier: 2 }).words).toBe(
        'not measured: materials.expiredToken was not given, and the tier is below 3',
      );
    });

    it('is received if it was given', async () => {
      const own = {
        materials: { expiredToken: { token: 'tok_old', cdrId: 'cdr_1' } },
        tier: 2,
      } as const;
      const { words, names, waits } = foundBy(begin, receives(failure(410, 'GONE')), own);
      expect(await words).toBe(AS_DOCUMENTED);
      expect({ waits, last: names().at(-1) }).toEqual({
        waits: [],
        last: 'receiver POST /v1/shares/tok_old',
      });
      expect(await foundBy(begin, () => undefined, own).words).toBe(
        'differs: 422 CDR_ACCEPTANCE_FAILED',
      );
    });
  });
});
