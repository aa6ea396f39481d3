import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/calibrate/ask.ts';
import { Observed } from '../../src/calibrate/observed.ts';
import { everyAnswerRules } from '../../src/calibrate/statements/every-answer.ts';
import { ERROR_STATUS } from '../../src/contract/error-codes.ts';
import {
  answered,
  failure,
  type Reply,
  refusal,
  statementIn,
  success,
} from './support/crafted-run.ts';

const DOMAINS: Ask = { as: 'sender', method: 'GET', path: '/v1/domains' };
const LIST: Ask = { ...DOMAINS, path: '/v1/domains/a.example/cdrs?x=1' };

type Seen = true | string | undefined;

const see = (begin: string, reply: Reply, ask: Ask = DOMAINS): Seen =>
  statementIn(everyAnswerRules(), begin).see({ ask, answer: answered(reply) });

const body = (members: object, status = 200): Reply => ({ status, body: members });
const error = (members: object = {}, more: object = {}): Reply =>
  body(
    { ok: false, error: { code: 'NOT_FOUND', message: '', requestId: 'r', ...members }, ...more },
    404,
  );
const headers = (named: Record<string, string>, status = 200): Reply => ({
  status,
  headers: named,
});
const details = (members: unknown): Reply =>
  error({ code: 'CDR_ACCEPTANCE_FAILED', details: members });
const PENDING = failure(202, 'CDR_PENDING');
const ENVELOPE = 'A success has ok, data';
const ONE = { ruleId: 'r', status: 'failed', code: 'X' };
const SHOWN = '{ ruleId: string, status: string, code: string';

describe.each<[begin: string, seen: Seen, reply: Reply, ask?: Ask]>([
  ['Every response carries', true, headers({ 'cache-control': 'no-store' })],
  ['Every response carries', true, headers({ 'cache-control': 'private,No-Store, max-age=0' })],
  [
    'Every response carries',
    '404 without no-store',
    headers({ 'cache-control': 'no-storeX' }, 404),
  ],
  ['Every response carries', '200 without no-store', headers({ 'cache-control': 'Xno-store' })],
  ['Every response carries', '200 without no-store', headers({})],
  ['No response has a CORS', true, headers({ 'x-access-control-': '' })],
  [
    'No response has a CORS',
    '418 with a CORS header',
    headers({ a: '', 'access-control-max-age': '1' }, 418),
  ],
  [ENVELOPE, true, success({})],
  [ENVELOPE, true, failure(404, 'NOT_FOUND')],
  [ENVELOPE, undefined, { status: 200 }, { ...DOMAINS, method: 'HEAD' }],
  [ENVELOPE, undefined, { status: 300 }],
  [ENVELOPE, undefined, { status: 399 }],
  [ENVELOPE, '299 undefined', { status: 299 }],
  [ENVELOPE, '400 undefined', { status: 400, body: '<html>' }],
  [ENVELOPE, '200 [1 of number]', { body: [1] }],
  [
    ENVELOPE,
    '200 { ok: boolean, requestId: string, data: string }',
    body({ ok: true, requestId: 'r', data: 'x' }),
  ],
  [
    ENVELOPE,
    '200 { ok: boolean, requestId: string, data: {  } }',
    body({ ok: true, requestId: '', data: {} }),
  ],
  [
    ENVELOPE,
    '200 { ok: string, requestId: string, data: {  } }',
    body({ ok: 'true', requestId: 'r', data: {} }),
  ],
  [
    ENVELOPE,
    '404 { ok: boolean, error: { code: string, message: string, requestId: string } }',
    error({ code: '' }),
  ],
  [
    ENVELOPE,
    '404 { ok: boolean, error: { code: string, message: number, requestId: string } }',
    error({ message: 1 }),
  ],
  [
    ENVELOPE,
    '404 { ok: boolean, error: { code: string, message: string, requestId: number } }',
    error({ requestId: 1 }),
  ],
  [
    ENVELOPE,
    '200 { ok: number, error: { code: string, message: string, requestId: string } }',
    body({ ok: 0, error: { code: 'X', message: '', requestId: 'r' } }),
  ],
  [ENVELOPE, '200 { ok: boolean }', body({ ok: false })],
  ['A success has its requestId', true, success({})],
  ['A success has its requestId', undefined, error()],
  [
    'A success has its requestId',
    '{ ok: boolean, requestId: string, data: { requestId: string } }',
    success({ requestId: 'r' }),
  ],
  ['A success has its requestId', '{ ok: boolean, data: {  } }', body({ ok: true, data: {} })],
  ['A failure has its requestId', true, error()],
  ['A failure has its requestId', undefined, success({})],
  [
    'A failure has its requestId',
    '{ ok: boolean, error: { code: string, message: string, requestId: string }, requestId: string }',
    error({}, { requestId: 'r' }),
  ],
  ['A failure has its requestId', '{ ok: boolean }', body({ ok: false })],
  ['ok means success', true, success({})],
  ['ok means success', '201 with ok: true', { ...success({}), status: 201 }],
  ['ok means success', true, PENDING],
  ['ok means success', '299 NOT_FOUND', { ...error(), status: 299 }],
  ['ok means success', undefined, { ...error(), status: 300 }],
  ['ok means success', undefined, { status: 204 }],
  ['details stand', undefined, success({})],
  ['details stand', true, error()],
  ['details stand', '422 without details', failure(422, 'CDR_ACCEPTANCE_FAILED')],
  ['details stand', true, refusal({})],
  ['details stand', true, error({ code: 'INVALID_ARGUMENT', details: {} })],
  ['details stand', 'GONE with details', error({ code: 'GONE', details: null })],
  ['The data of a success', true, success({ domains: ['a'] })],
  ['The data of a success', 'data.domains: expected array, received undefined', success({})],
  ['The data of a success', undefined, error()],
  ['The data of a success', undefined, success({}), { ...DOMAINS, method: 'DELETE' }],
  ['The data of a success', undefined, success({}), { ...DOMAINS, path: '/v1/other' }],
  ['The data of a success', 'data.cdrs: expected array, received undefined', success({}), LIST],
  [
    'The data of a success',
    'data.claimed: expected true',
    success({ alreadyClaimed: true }),
    { as: 'receiver', method: 'POST', path: '/v1/shares/t/claim' },
  ],
  ['An error code', true, error()],
  ['An error code', '404 NO_SUCH', error({ code: 'NO_SUCH' })],
  ['An error code', undefined, success({})],
  ['Retry-After is', true, { ...PENDING, headers: { 'retry-after': '2' } }],
  [
    'Retry-After is',
    '202 with another Retry-After',
    { ...PENDING, headers: { 'retry-after': '3' } },
  ],
  ['Retry-After is', '202 with another Retry-After', PENDING],
  ['Retry-After is', undefined, { ...error(), headers: { 'retry-after': '2' } }],
  ['Retry-After stands', true, { ...PENDING, headers: { 'retry-after': '2' } }],
  ['Retry-After stands', true, error()],
  ['Retry-After stands', '404 with Retry-After', { ...error(), headers: { 'retry-after': '2' } }],
  ['At the end nextPageToken', true, success({ cdrs: [] })],
  ['At the end nextPageToken', true, success({ cdrs: [], nextPageToken: 't' })],
  [
    'At the end nextPageToken',
    '{ nextPageToken: null }',
    success({ cdrs: [], nextPageToken: null }),
  ],
  [
    'At the end nextPageToken',
    '{ nextPageToken: string }',
    success({ cdrs: [], nextPageToken: '' }),
  ],
  ['At the end nextPageToken', undefined, success({ nextPageToken: null })],
  ['The outcome', true, refusal({})],
  ['The outcome', 'another outcome', details({ outcome: 'refused' })],
  ['The outcome', 'another outcome', details(undefined)],
  ['The outcome', undefined, error({ details: { outcome: 'x' } })],
  ['A failure has exactly', true, refusal({ r: 'X' })],
  ['A failure has exactly', true, details({ failures: [{ ...ONE, status: 'unavailable' }] })],
  ['A failure has exactly', undefined, error({ details: { failures: [] } })],
  ['A failure has exactly', 'no failures', refusal({})],
  [
    'A failure has exactly',
    `${SHOWN}, message: string }`,
    details({ failures: [ONE, { ...ONE, message: '' }] }),
  ],
  ['A failure has exactly', `${SHOWN} }`, details({ failures: [{ ...ONE, status: 'other' }] })],
  ['A failure has exactly', `${SHOWN} }`, details({ failures: [{ ...ONE, code: '' }] })],
  [
    'A failure has exactly',
    '{ ruleId: number, status: string, code: string }',
    details({ failures: [{ ...ONE, ruleId: 1 }] }),
  ],
  ['A failure has exactly', 'string', details({ failures: ['x'] })],
])('that %s', (begin, seen, reply, ask) => {
  it(`sees ${String(seen)} in ${JSON.stringify(reply).slice(0, 80)}`, () => {
    expect(see(begin, reply, ask)).toBe(seen);
  });
});

describe('the status of a code', () => {
  it.each(Object.entries(ERROR_STATUS))('%s', (code, status) => {
    const begin = `${code} is ${status}.`;
    expect(see(begin, failure(status, code))).toBe(true);
    expect(see(begin, failure(status + 1, code))).toBe(`${status + 1} ${code}`);
    expect(see(begin, failure(status, 'OTHER'))).toBeUndefined();
  });
});

describe('requestIds', () => {
  it('are new in each response, of a success and of a failure', () => {
    const { see: once } = statementIn(everyAnswerRules(), 'Every response has a requestId');
    const of = (reply: Reply) => once({ ask: DOMAINS, answer: answered(reply) });
    expect([of(success({})), of(error({ requestId: 'r1' })), of({}), of(success({}))]).toEqual([
      ...[true, true, undefined, 'one requestId for two answers'],
    ]);
    expect(of(error({ requestId: 'r1' }))).toBe('one requestId for two answers');
    expect(see('Every response has a requestId', success({}))).toBe(true);
  });
});

describe('what the responses of a run show', () => {
  const rules = ['a', 'b', 'c'].map((rule) => ({
    rule,
    see: ({ ask }: { ask: Ask }) =>
      ask.path === rule ? true : ask.path.startsWith(rule) ? ask.path : undefined,
  }));

  it('is the first difference, or that one fits, or nothing', () => {
    const observed = new Observed(rules);
    for (const path of ['a', 'b', 'b1', 'b2', 'b']) {
      observed.see({ ask: { ...DOMAINS, path }, answer: answered({}) });
    }
    expect(observed.finding('a')).toEqual({ verdict: 'as documented', value: undefined });
    expect(observed.finding('b')).toEqual({ verdict: 'differs', saw: 'b1' });
    expect(() => observed.finding('c')).toThrow('no response in this run shows it');
  });
});
