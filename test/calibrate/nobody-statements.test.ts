import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/calibrate/ask.ts';
import { keyStatements } from '../../src/calibrate/statements/keys.ts';
import { redirectStatements } from '../../src/calibrate/statements/redirect.ts';
import { routingStatements } from '../../src/calibrate/statements/routing.ts';
import {
  accountOf,
  craftedRun,
  entriesOf,
  failure,
  type Reply,
  rightService,
  type Service,
  statementIn,
  wordsOf,
} from './support/crafted-run.ts';
import { readingWords } from './support/reading-words.ts';

const UNKNOWN = failure(404, 'NOT_FOUND');
const NO_KEY = failure(401, 'UNAUTHENTICATED');
const ID = 'calibrate-no-such-thing';
const SHARE = `/v1/shares/${ID}-token`;

/** The methods of each path, as the specification has them. */
const PATHS: readonly (readonly [form: RegExp, methods: string])[] = [
  [/^\/v1\/domains\/*$/, 'GET'],
  [/^\/v1\/domains\/[^/]+\/cdrs$/, 'GET'],
  [/^\/v1\/cdrs\/[^/%]+$/, 'GET'],
  [/^\/v1\/cdrs\/[^/]+\/(?:collect|share)$/, 'POST'],
  [/^\/v1\/shares\/[^/]+$/, 'GET, POST'],
  [/^\/v1\/shares\/[^/]+\/claim$/, 'POST'],
];

/** Answers requests without a key as the specification says. */
function right({ method, path }: Ask): Reply {
  const [, methods] = PATHS.find(([form]) => form.test(path)) ?? [];
  if (methods === undefined) return UNKNOWN;
  if (!methods.split(', ').includes(method)) {
    const allow = { headers: { allow: methods.split(', ').toReversed().join(' ,').toLowerCase() } };
    return { ...failure(405, 'METHOD_NOT_ALLOWED'), ...allow };
  }
  if (method !== 'GET' || !path.startsWith('/v1/shares/')) return NO_KEY;
  const location = `https://dashboard.example/claim/${path.slice('/v1/shares/'.length)}`;
  return { status: 302, headers: { location } };
}

const ROWS = [...routingStatements, ...keyStatements];

describe.each(ROWS.map((row) => ({ ...row, row })))('that $section: $rule', ({ row }) => {
  it('holds of a right service, and differs where any one answer is another', async () => {
    const { run, asked } = craftedRun(right);
    expect(await wordsOf(() => row.check(run))).toBe('as documented');
    expect(asked.length).toBeGreaterThan(0);
    for (const [at] of asked.entries()) {
      for (const [status, code] of [[401, 'ODD'] as const, [418, 'UNAUTHENTICATED'] as const]) {
        const changed: Service = (ask, nth) =>
          nth === at + 1 ? failure(status, code) : right(ask);
        const words = await wordsOf(() => row.check(craftedRun(changed).run));
        const ignoresCode = row.rule.includes('redirect') && status === 418;
        expect(words).toBe(ignoresCode ? 'as documented' : `differs: ${status} ${code}`);
      }
    }
  });
});

describe('the requests of statements without a key', () => {
  const askedBy = async (begin: string): Promise<string[]> => {
    const { run, asked } = craftedRun(right);
    await statementIn(ROWS, begin).check(run);
    return asked.map(({ method, path, key, body }) =>
      [method, path, key, body].filter((each) => each !== undefined).join(' '),
    );
  };

  it.each<[string, readonly string[]]>([
    ['A path that no endpoint has', ['GET /v1', `POST /v1/${ID}`]],
    [
      'A 405 lists',
      [
        ...['DELETE /v1/domains', `DELETE /v1/domains/${ID}-id/cdrs`, `DELETE /v1/cdrs/${ID}-id`],
        ...['collect', 'share'].map((last) => `DELETE /v1/cdrs/${ID}-id/${last}`),
        ...[`DELETE /v1/shares/${ID}-id`, `DELETE /v1/shares/${ID}-id/claim`],
      ],
    ],
    ['The claim path', [`GET ${SHARE}/claim`]],
    ['HEAD is', ['HEAD /v1/domains']],
    ['OPTIONS is', ['OPTIONS /v1/domains']],
    ['All trailing', ['GET /v1/domains/', 'GET /v1/domains///']],
    ['An empty inner', ['GET /v1/domains//cdrs']],
    ['A parameter is', [`GET /v1/cdrs/${ID}%2Fid`, `GET /v1/cdrs/${ID}/${ID}`]],
    ['Paths are', ['GET /v1/Domains', 'GET /V1/domains']],
    ['Every path is', ['GET /domains', 'GET /v2/domains']],
    ['GET /v1/packages', [`GET /v1/packages/${ID}`]],
    ['POST /v1/packages', [`POST /v1/packages/${ID}/share`]],
    ['POST /v1/package-shares', [`POST /v1/package-shares/${ID}`]],
    ['Reading takes', [`GET /v1/cdrs/${ID}`, `GET /v1/domains/${ID}/cdrs`, 'GET /v1/domains']],
    ['POST /v1/cdrs/:cdrId/collect', [`POST /v1/cdrs/${ID}/collect`]],
    ['POST /v1/cdrs/:cdrId/share', [`POST /v1/cdrs/${ID}/share`]],
    ['POST /v1/shares/:token takes', [`POST ${SHARE}`]],
    ['POST /v1/shares/:token/claim', [`POST ${SHARE}/claim`]],
    ['A key is two', [`GET /v1/domains ${ID}key`, `GET /v1/domains ${ID}.key.twice`]],
    ['A missing key', ['GET /v1/domains']],
    ['No refusal echoes', [`GET /v1/domains ${ID}.key`]],
    ['An unknown path is 404 before', [`GET /v1/${ID} ${ID}key`]],
    ['A wrong method is 405 before', [`DELETE /v1/domains ${ID}key`]],
    ['The key is judged', [`POST ${SHARE} {`]],
    ['The redirect needs', [`GET ${SHARE}`, `GET ${SHARE} ${ID}key`]],
  ])('%s', async (begin, requests) => {
    const asked = await askedBy(begin);
    expect(asked.toSorted()).toEqual(requests.toSorted());
  });
});

describe('what a 405 allows', () => {
  it.each<[string, string | undefined, string]>([
    ['A 405 lists', 'GET, HEAD', 'differs: 405 with Allow: GET, HEAD'],
    ['A 405 lists', undefined, 'differs: 405 with Allow: '],
    ['A 405 lists', 'GET Zelda-Marker', 'differs: 405 with Allow: (a text)'],
    ['A 405 lists', 'G'.repeat(61), 'differs: 405 with Allow: (a text)'],
    ['The claim path', 'POST', 'as documented'],
    ['The claim path', 'GET', 'differs: 405 METHOD_NOT_ALLOWED'],
  ])('%s %s: %s', async (begin, allow, words) => {
    const headers = allow === undefined ? {} : { allow };
    const { run } = craftedRun(() => ({ ...failure(405, 'METHOD_NOT_ALLOWED'), headers }));
    expect(await wordsOf(() => statementIn(ROWS, begin).check(run))).toBe(words);
  });

  it('is not read from another status', async () => {
    const allow = { ...failure(404, 'NOT_FOUND'), headers: { allow: 'POST' } };
    const { run } = craftedRun(() => allow);
    const words = await wordsOf(() => statementIn(ROWS, 'The claim path').check(run));
    expect(words).toBe('differs: 404 NOT_FOUND');
  });
});

describe('a key without a dot, or that does not exist', () => {
  it('is not repeated in the refusal', async () => {
    const body = { ok: false, error: { code: 'UNAUTHENTICATED', message: `no ${ID}.key` } };
    const { run } = craftedRun(() => ({ status: 401, body }));
    const words = await wordsOf(() => statementIn(ROWS, 'No refusal').check(run));
    expect(words).toBe('differs: the response contains the key');
  });

  it.each([401, 403])('is not refused by the redirect: %i', async (status) => {
    const { run } = craftedRun(() => failure(status, 'ODD'));
    const words = await wordsOf(() => statementIn(ROWS, 'The redirect needs').check(run));
    expect(words).toBe(`differs: ${status} ODD`);
  });
});

describe('the redirect', () => {
  const redirected = (token: string, changes: Reply = {}): Reply => ({
    ...{ status: 302, headers: { location: `https://d.example/in/claim/${token}` } },
    ...changes,
  });
  const [IS_302, LEADS, PLAIN, DEV] = redirectStatements;
  const MADE_UP = `${ID}-token`;
  const NO_REAL = 'not measured: a made-up token is not redirected, and there is no real one';

  it.each<[typeof IS_302, Reply, string]>([
    [IS_302, redirected(MADE_UP), 'as documented'],
    [IS_302, redirected(MADE_UP, { status: 301 }), 'differs: 301 without a body'],
    [IS_302, UNKNOWN, NO_REAL],
    [LEADS, redirected(MADE_UP), 'as documented'],
    [LEADS, redirected('other'), 'differs: 302 to another place'],
    [LEADS, redirected(`${MADE_UP}/x`), 'differs: 302 to another place'],
    [LEADS, { status: 302 }, 'differs: 302 to another place'],
    [
      LEADS,
      { status: 302, headers: { location: `/claim/${MADE_UP}` } },
      'differs: 302 to another place',
    ],
    [PLAIN, redirected(MADE_UP), 'as documented'],
    [PLAIN, redirected(MADE_UP, { body: '<a>' }), 'as documented'],
    [PLAIN, redirected(MADE_UP, { body: {} }), 'differs: 302 {  }'],
    [DEV, redirected(MADE_UP), 'not measured: materials.devModeToken was not given'],
  ])('$rule', async (row, reply, words) => {
    const { run, names } = craftedRun(() => reply, { tier: 0 });
    expect(await wordsOf(() => row?.check(run))).toBe(words);
    if (row !== DEV) expect(names()).toEqual([`nobody GET ${SHARE}`]);
  });

  it('is opened with a real token from tier 2 on, whose 404 differs', async () => {
    const entries = entriesOf(1);
    const service = rightService(entries);
    const parts = { account: accountOf(entries), given: [{ token: 'tok/1', cdrId: 'cdr_1' }] };
    const opened = (tier: 1 | 2, reply: Reply) =>
      craftedRun((ask) => (ask.as === 'nobody' ? reply : service(ask)), { ...parts, tier });
    const { run, names } = opened(2, redirected('tok%2F1'));
    expect(await wordsOf(() => LEADS?.check(run))).toBe('as documented');
    expect(names().at(-1)).toBe('nobody GET /v1/shares/tok%2F1');
    expect(await wordsOf(() => IS_302?.check(opened(2, UNKNOWN).run))).toBe(
      'differs: 404 NOT_FOUND',
    );
    expect(await wordsOf(() => IS_302?.check(opened(1, UNKNOWN).run))).toBe(NO_REAL);
    const without = craftedRun(() => redirected(MADE_UP), { tier: 2 });
    expect(await wordsOf(() => LEADS?.check(without.run))).toBe('as documented');
    const bug = craftedRun(() => new Error('a bug'), { tier: 3, account: accountOf(entries) });
    await expect(IS_302?.check(bug.run)).rejects.toThrow('a bug');
  });

  it('is opened with a Dev Mode token that was given', async () => {
    const materials = { devModeToken: 'tok_dev' };
    const { run, names } = craftedRun(() => redirected('x'), { materials });
    expect(await wordsOf(() => DEV?.check(run))).toBe('as documented');
    expect(names()).toEqual(['nobody GET /v1/shares/tok_dev']);
    const unknown = craftedRun(() => UNKNOWN, { materials });
    expect(await wordsOf(() => DEV?.check(unknown.run))).toBe('differs: 404 NOT_FOUND');
  });
});

describe('readings without a key', () => {
  const measure = (name: 'redirectToken' | 'malformedPath', reply: Reply) => {
    const made = craftedRun(() => reply);
    return { ...made, words: readingWords(made.run, name) };
  };

  it.each<['redirectToken' | 'malformedPath', Reply, string]>([
    ['redirectToken', { status: 302 }, 'is any'],
    ['redirectToken', UNKNOWN, 'is checked'],
    ['redirectToken', failure(404, 'GONE'), 'differs: 404 GONE'],
    ['redirectToken', failure(401, 'X'), 'not measured: it returned 401'],
    ['malformedPath', UNKNOWN, 'is notFound'],
    ['malformedPath', failure(400, 'INVALID_ARGUMENT'), 'is invalid'],
    ['malformedPath', { status: 400 }, 'differs: 400 without a body'],
    ['malformedPath', failure(403, 'X'), 'not measured: it returned 403'],
  ])('%s of %j: %s', async (name, reply, expected) => {
    const { words, names } = measure(name, reply);
    expect(await words).toBe(expected);
    const path = name === 'redirectToken' ? SHARE : '/v1/cdrs/%zz';
    expect(names()).toEqual([`nobody GET ${path}`]);
  });
});
