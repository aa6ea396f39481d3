import { describe, expect, it } from 'vitest';
import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import { refusingCriteria } from '../../src/calibrate/refusal.ts';
import { criteriaStatements } from '../../src/calibrate/statements/criteria.ts';
import { acceptanceIssues } from '../../src/contract/acceptance.ts';
import { craftedRun, failure, PHRASE, type Service, wordsOf } from './support/crafted-run.ts';

const NOT_FOUND = failure(404, 'NOT_FOUND');
const INVALID = failure(400, 'INVALID_ARGUMENT');
const withIssues = (path: string) =>
  failure(400, 'INVALID_ARGUMENT', { issues: [{ path, message: '' }] });
const TOKEN_FIRST = /^not measured: the service checks the token before the body/;

const acceptanceIn = (body: unknown): unknown =>
  (body as { acceptance?: unknown } | undefined)?.acceptance;

/** Judges the body as the contract does, and then the token. */
const right: Service = ({ body }) => {
  if (typeof body === 'string' || acceptanceIn(body) === undefined) return INVALID;
  const [issue] = acceptanceIssues(acceptanceIn(body));
  if (issue !== undefined) return withIssues(issue.path);
  const phone = (acceptanceIn(body) as { leadMatch?: { phone: string } }).leadMatch?.phone;
  return phone !== undefined && normalizePhone(phone) === undefined ? INVALID : NOT_FOUND;
};

const EXCEPT: Readonly<Record<string, 'accepted' | 'without details'>> = {
  'Any common formatting is taken.': 'accepted',
  'A phrase of 5,000 characters after trimming is in bounds.': 'accepted',
  'A phone that does not normalise is 400 without details.issues.': 'without details',
  'Eleven digits must begin with 1.': 'without details',
};

const ROWS = criteriaStatements.map((row) => ({
  ...row,
  row,
  kind: EXCEPT[row.rule] ?? 'refused',
}));
const check = (row: (typeof ROWS)[number]['row'], service: Service) => {
  const { run, asked } = craftedRun(service);
  return { words: wordsOf(() => row.check(run)), asked };
};

/** Returns all criteria that a statement sends. */
async function criteriaOf(row: (typeof ROWS)[number]['row']): Promise<readonly unknown[]> {
  const { words, asked } = check(row, right);
  await words;
  return asked.flatMap(({ body }) => acceptanceIn(body) ?? []);
}

describe.each(ROWS)('criteria: $rule', ({ row, kind, rule }) => {
  it('hold of a right service, which names what is wrong', async () => {
    const { words, asked } = check(row, right);
    expect(await words).toBe('as documented');
    expect(asked.at(-1)).toMatchObject({
      ...{ as: 'receiver', method: 'POST', path: '/v1/shares/calibrate-no-such-thing-token' },
    });
  });

  it('refuse the receive, too, whatever the service looks at', async () => {
    const [refusing] = refusingCriteria(PHRASE).disclosure?.requiredText ?? [];
    for (const acceptance of await criteriaOf(row)) {
      const { disclosure } = acceptance as { disclosure?: { requiredText?: unknown[] } };
      expect(disclosure?.requiredText?.[0]).toEqual(refusing);
    }
  });

  it('differ with any other answer', async () => {
    const otherwise = await check(row, () => failure(422, 'GONE')).words;
    const invalid = await check(row, () => INVALID).words;
    const named = await check(row, () => withIssues('record.maxAge')).words;
    if (kind === 'accepted') {
      expect(otherwise).toMatch(TOKEN_FIRST);
      expect(invalid).toBe('differs: 400 INVALID_ARGUMENT');
      const refuses: Service = ({ body }) => (body === '{' ? INVALID : failure(422, 'GONE'));
      expect(await check(row, refuses).words).toBe('differs: 422 GONE');
      return;
    }
    expect(otherwise).toBe('differs: 422 GONE');
    if (kind === 'without details') {
      expect([invalid, named]).toEqual(['as documented', 'differs: 400 with details']);
      return;
    }
    const isPath = rule.startsWith('A rejected');
    expect(named).toBe('as documented');
    expect(invalid).toBe(
      `differs: ${isPath ? 'issues that do not name the path' : '400 without details.issues'}`,
    );
    const other = await check(row, () => withIssues('other')).words;
    expect(other).toBe(isPath ? 'differs: issues that do not name the path' : 'as documented');
  });

  it('show nothing if the token is judged first', async () => {
    expect(await check(row, () => NOT_FOUND).words).toMatch(TOKEN_FIRST);
    const bodyFirst: Service = ({ body }) => (body === '{' ? INVALID : NOT_FOUND);
    expect(await check(row, bodyFirst).words).toBe(
      kind === 'accepted' ? 'as documented' : 'differs: 404 NOT_FOUND',
    );
  });
});

describe('the breaches of criteria', () => {
  it('are each of one place of the criteria', async () => {
    const breaches = ROWS.filter(({ kind }) => kind === 'refused');
    const places: number[] = [];
    for (const { row } of breaches) {
      const [criteria] = await criteriaOf(row);
      expect(criteria).toBeDefined();
      places.push(new Set(acceptanceIssues(criteria).map(({ path }) => path)).size);
    }
    expect(places).toEqual(breaches.map(() => 1));
  });

  it('are of the phones that every reading takes', async () => {
    const row = ROWS.find(({ rule }) => rule.startsWith('Any common'))?.row;
    if (row === undefined) throw new Error('no such statement');
    const phones = (await criteriaOf(row)).map(
      (criteria) => (criteria as { leadMatch: { phone: string } }).leadMatch.phone,
    );
    expect(phones).toHaveLength(5);
    expect(new Set(phones.map((phone) => normalizePhone(phone)))).toEqual(new Set(['2125550147']));
  });
});
