import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/errors/consent-evidence-error.ts';
import {
  brokenConnection,
  hanging,
  no,
  type Play,
  page,
  playing,
  refusedConnection,
  reply,
} from './support/answers.ts';
import { clientWith, loadTransport } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { type OperationCase, operations } from './support/operations.ts';

beforeAll(loadTransport);

type Kind = OperationCase['kind'];

/** One way to fail, and how each kind of operation handles it. */
interface FailureCase {
  readonly name: string;
  readonly play: Play;
  readonly error: string;
  readonly repeated: Readonly<Record<Kind, boolean>>;
  readonly outcome: Readonly<Record<Kind, Outcome>>;
}

const all = { read: true, idempotent: true, once: true };
const none = { read: false, idempotent: false, once: false };
const safe = { read: true, idempotent: true, once: false };
const every = (outcome: Outcome) => ({ read: outcome, idempotent: outcome, once: outcome });
const doubtful = { read: 'refused', idempotent: 'unknown', once: 'unknown' } as const;

const failures: FailureCase[] = [
  {
    name: 'nothing sent, proved',
    play: refusedConnection,
    error: 'ConnectionError',
    repeated: all,
    outcome: every('not_sent'),
  },
  {
    name: 'the connection breaks',
    play: brokenConnection,
    error: 'ConnectionError',
    repeated: safe,
    outcome: every('unknown'),
  },
  {
    name: 'a failure without a code',
    play: () => Promise.reject(new TypeError('opaque')),
    error: 'ConnectionError',
    repeated: safe,
    outcome: every('unknown'),
  },
  {
    name: 'the attempt times out',
    play: hanging,
    error: 'TimeoutError',
    repeated: safe,
    outcome: every('unknown'),
  },
  {
    name: '500 in the envelope',
    play: no(500, 'INTERNAL'),
    error: 'ApiError',
    repeated: safe,
    outcome: doubtful,
  },
  {
    name: '502 HTML',
    play: page(502),
    error: 'UnexpectedReplyError',
    repeated: safe,
    outcome: doubtful,
  },
  {
    name: '503 JSON without the envelope',
    play: reply(503, { message: 'busy' }),
    error: 'UnexpectedReplyError',
    repeated: safe,
    outcome: doubtful,
  },
  {
    name: '429 in the envelope',
    play: no(429, 'RATE_LIMITED'),
    error: 'ApiError',
    repeated: all,
    outcome: every('refused'),
  },
  {
    name: '429 HTML',
    play: page(429),
    error: 'UnexpectedReplyError',
    repeated: all,
    outcome: every('refused'),
  },
  {
    name: 'HTML with 200',
    play: page(200),
    error: 'UnexpectedReplyError',
    repeated: none,
    outcome: doubtful,
  },
  {
    name: 'HTML with 404',
    play: page(404),
    error: 'UnexpectedReplyError',
    repeated: none,
    outcome: doubtful,
  },
  {
    name: 'truncated JSON',
    play: () => new Response('{"ok":true,'),
    error: 'UnexpectedReplyError',
    repeated: none,
    outcome: doubtful,
  },
  {
    name: '400',
    play: no(400, 'INVALID_ARGUMENT'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: '401',
    play: no(401, 'UNAUTHENTICATED'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: '403',
    play: no(403, 'FORBIDDEN'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: '404',
    play: no(404, 'NOT_FOUND'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: '405',
    play: no(405, 'METHOD_NOT_ALLOWED'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: '409',
    play: no(409, 'CONFLICT'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: '410',
    play: no(410, 'GONE'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: '412',
    play: no(412, 'FAILED_PRECONDITION'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: '422',
    play: no(422, 'CDR_ACCEPTANCE_FAILED', { details: { outcome: 'rejected', failures: [] } }),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
  {
    name: 'ok:false with 200',
    play: no(200, 'NEW_CODE'),
    error: 'ApiError',
    repeated: none,
    outcome: every('refused'),
  },
];

const cases = operations.flatMap((operation) =>
  failures.map((failure) => ({ operation, failure, title: `${operation.name}: ${failure.name}` })),
);

describe('the retry rule, by operation', () => {
  it.each(cases)('$title', async ({ operation, failure }) => {
    for (const maxRetries of [0, 1, 2]) {
      const fetch = playing(failure.play);
      const client = clientWith(fetch, { maxRetries, timeoutMs: 40 });
      const error = await failureOf(operation.call(client));
      const expected = failure.repeated[operation.kind] ? 1 + maxRetries : 1;
      expect(fetch.seen).toHaveLength(expected);
      expect(error).toMatchObject({
        name: failure.error,
        operation: operation.operation,
        attempts: expected,
        outcome: failure.outcome[operation.kind],
      });
    }
  });
});

const recoverable = failures.filter(({ repeated }) => repeated.idempotent);

describe('a call that succeeds at last', () => {
  it.each(
    operations
      .filter(({ kind }) => kind === 'idempotent')
      .flatMap((operation) =>
        recoverable.map((failure) => ({
          operation,
          failure,
          title: `${operation.name} after: ${failure.name}`,
        })),
      ),
  )('$title', async ({ operation, failure }) => {
    const fetch = playing(failure.play, operation.success);
    const result = await operation.call(clientWith(fetch, { timeoutMs: 40 }));
    const replayPossible = failure.outcome.idempotent === 'unknown';
    expect(result).toMatchObject({ replayPossible });
    expect(fetch.seen).toHaveLength(2);
  });

  it('keeps the doubt of an early attempt over later ones', async () => {
    const collect = operations.find(({ name }) => name === 'cdrs.collect') as OperationCase;
    const fetch = playing(brokenConnection, refusedConnection, collect.success);
    expect(await collect.call(clientWith(fetch))).toMatchObject({ replayPossible: true });
  });
});

const bothBillable = operations.filter(({ kind }) => kind === 'idempotent');

describe('the last error after an attempt that may have taken effect', () => {
  const refusals = [
    ['UNAUTHENTICATED', 401, 'unknown', 'unknown'],
    ['FORBIDDEN', 403, 'unknown', 'unknown'],
    ['NOT_FOUND', 404, 'unknown', 'unknown'],
    ['GONE', 410, 'unknown', 'unknown'],
    ['CDR_INVALID', 410, 'unknown', 'unknown'],
    ['CONFLICT', 409, 'unknown', 'unknown'],
    ['FAILED_PRECONDITION', 412, 'unknown', 'unknown'],
    ['NEW_CODE', 400, 'unknown', 'unknown'],
    ['toString', 400, 'unknown', 'unknown'],
    ['CDR_DEV_MODE', 409, 'refused', 'refused'],
    ['INVALID_ARGUMENT', 400, 'unknown', 'refused'],
    ['COLLECT_REQUIRED', 400, 'unknown', 'refused'],
    ['CDR_ACCEPTANCE_FAILED', 422, 'unknown', 'refused'],
  ] as const;

  it.each(refusals)('%s (%i): collect %s, receive %s', async (code, status, collect, receive) => {
    for (const operation of bothBillable) {
      for (const first of [brokenConnection, page(502), no(500, 'INTERNAL'), hanging]) {
        const client = clientWith(playing(first, no(status, code)), { timeoutMs: 40 });
        const outcome = operation.name === 'cdrs.collect' ? collect : receive;
        expect(await failureOf(operation.call(client))).toMatchObject({
          code,
          outcome,
          attempts: 2,
        });
      }
    }
  });

  it('a 429 and a failure that proves nothing was sent stay in doubt, too', async () => {
    for (const operation of bothBillable) {
      for (const last of [no(429, 'RATE_LIMITED'), page(429), refusedConnection]) {
        const client = clientWith(playing(brokenConnection, last), { maxRetries: 1 });
        expect(await failureOf(operation.call(client))).toMatchObject({ outcome: 'unknown' });
      }
    }
  });

  it('for reads an answered error is a refusal all the same', async () => {
    for (const operation of operations.filter(({ kind }) => kind === 'read')) {
      const client = clientWith(playing(brokenConnection, no(404, 'NOT_FOUND')));
      expect(await failureOf(operation.call(client))).toMatchObject({ outcome: 'refused' });
    }
  });

  it('is "refused" where one attempt was answered and the last one was not sent', async () => {
    for (const operation of operations) {
      const client = clientWith(playing(no(429, 'RATE_LIMITED'), refusedConnection));
      expect(await failureOf(operation.call(client))).toMatchObject({
        name: 'ConnectionError',
        outcome: 'refused',
      });
    }
  });
});

describe('a reply that says ok: true and cannot be used', () => {
  const broken = reply(200, { ok: true, data: [], requestId: 'req_1' });

  it('is "done" for every operation, is not repeated, and keeps the data out of sight', async () => {
    for (const operation of operations.filter(({ name }) => name !== 'shares.dashboardUrl')) {
      const fetch = playing(broken);
      const error = await failureOf(operation.call(clientWith(fetch)));
      expect(error).toMatchObject({
        name: 'UnexpectedReplyError',
        outcome: 'done',
        requestId: 'req_1',
      });
      expect(fetch.seen).toHaveLength(1);
      expect((error as { data: unknown }).data).toEqual([]);
      expect(Object.keys(error as object)).not.toContain('data');
    }
  });

  it('is not repeated, even with a status that would be', async () => {
    for (const status of [429, 503]) {
      const fetch = playing(reply(status, { ok: true, data: [], requestId: 'req_1' }));
      const error = await failureOf(clientWith(fetch).cdrs.collect('cdr_1'));
      expect(error).toMatchObject({ outcome: 'done', attempts: 1 });
    }
  });
});

describe('a read', () => {
  it('that was answered with a 5xx and then not sent is refused, not unknown', async () => {
    for (const operation of operations.filter(({ kind }) => kind === 'read')) {
      const client = clientWith(playing(page(503), refusedConnection), { maxRetries: 1 });
      expect(await failureOf(operation.call(client))).toMatchObject({
        name: 'ConnectionError',
        outcome: 'refused',
      });
    }
  });

  it('that got no answer and then was not sent is unknown', async () => {
    const client = clientWith(playing(brokenConnection, refusedConnection), { maxRetries: 1 });
    expect(await failureOf(client.domains.list())).toMatchObject({ outcome: 'unknown' });
  });
});
