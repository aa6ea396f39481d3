import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../src/transport/next-wait.ts';
import { dateOf, retryAfterMsOf } from '../../src/transport/retry-after.ts';
import { brokenConnection, no, ok, page, playing } from './support/answers.ts';
import { clientWith, manualClock } from './support/client-of.ts';
import { failureOf } from './support/failure-of.ts';
import { received } from './support/operations.ts';

const pending = (seconds?: string) =>
  no(202, 'CDR_PENDING', seconds === undefined ? {} : { headers: { 'retry-after': seconds } });

describe('back-off', () => {
  it('doubles from half a second to eight, jittered over its upper half', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((retry) => backoffMs(retry, () => 0))).toEqual([
      250, 500, 1000, 2000, 4000, 4000, 4000,
    ]);
    expect([1, 2, 3, 4, 5, 6, 50].map((retry) => backoffMs(retry, () => 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ]);
  });

  it('is what the call sleeps', async () => {
    const clock = manualClock();
    await failureOf(clientWith(playing(page(503)), { clock, maxRetries: 3 }).domains.list());
    expect(clock.sleeps).toHaveLength(3);
    for (const [index, ms] of clock.sleeps.entries()) {
      expect(ms).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });
});

describe('the time that a call took', () => {
  it('is reported on its error, including the waits', async () => {
    const fetch = playing(page(503, { 'retry-after': '7' }), no(404, 'NOT_FOUND'));
    expect(await failureOf(clientWith(fetch).cdrs.get('c'))).toMatchObject({ elapsedMs: 7000 });
  });
});

describe('a wait that would end with the deadline', () => {
  it('is not taken, because nothing could be sent after it', async () => {
    const fetch = playing(page(503, { 'retry-after': '10' }));
    const clock = manualClock();
    const client = clientWith(fetch, { clock, deadlineMs: 10_000 });
    expect(await failureOf(client.domains.list())).toMatchObject({ attempts: 1 });
    expect(clock.sleeps).toEqual([]);
    const longer = clientWith(fetch, { deadlineMs: 10_001, maxRetries: 1 });
    expect(await failureOf(longer.domains.list())).toMatchObject({ attempts: 2 });
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 5, 12);
  const of = (value: string, date?: string) =>
    retryAfterMsOf(new Headers({ 'retry-after': value, ...(date !== undefined && { date }) }), now);

  it('is read as digits or an HTTP date, and nothing else', () => {
    expect(of('120')).toBe(120_000);
    expect(of('0')).toBe(0);
    expect(of(' 7 ')).toBe(7000);
    expect(of('Mon, 05 Jan 2026 12:00:30 GMT')).toBe(30_000);
    expect(of('Monday, 05-Jan-26 12:00:30 GMT')).toBe(30_000);
    expect(of('Mon, 05 Jan 2026 11:00:00 GMT')).toBe(0);
    for (const text of [
      '',
      '-5',
      '1.5',
      '5s',
      '1e3',
      '2026',
      'soon',
      '2026-01-05',
      'Mon, 99 Jan 2026 12:00:00 GMT',
    ]) {
      expect(of(text)).toBe(text === '2026' ? 2_026_000 : undefined);
    }
    expect(retryAfterMsOf(new Headers(), now)).toBeUndefined();
  });

  it.each([
    ['Mon, 05 Jan 2026 12:00:30 GMT', 30],
    ['Monday, 05-Jan-26 12:00:30 GMT', 30],
    ['Mon Jan  5 12:00:30 2026', 30],
    ['Thu Jan 15 12:00:00 2026', 864_000],
    ['Mon, 05 Jan 2026 23:59:60 GMT', 43_200], // a leap second
    ['Monday, 05-Jan-26 23:59:60 GMT', 43_200],
    ['Mon Jan  5 23:59:60 2026', 43_200],
    ['Saturday, 05-Jan-75 12:00:00 GMT', (Date.UTC(2075, 0, 5) - Date.UTC(2026, 0, 5)) / 1000],
    ['Wednesday, 05-Jan-77 12:00:00 GMT', 0], // 1977: 2077 is more than 50 years ahead
  ])('%s is a date of RFC 9110', (text, seconds) => {
    expect(of(text)).toBe(seconds * 1000);
  });

  it.each([
    'Mon, 05 Jan 2026 12:00:61 GMT',
    'Mon, 05 Jan 2026 12:60:00 GMT',
    'Mon, 05 Jan 2026 24:00:00 GMT',
    'Mon, 31 Feb 2026 12:00:00 GMT',
    'Mon, 00 Jan 2026 12:00:00 GMT',
    'Mon, 5 Jan 2026 12:00:00 GMT',
    'Mon, 05 Jan 26 12:00:00 GMT',
    'Mon, 05 Jan 2026 12:00:00 UTC',
    'Mon, 05 Jan 2026 12:00:00 +0000',
    'mon, 05 jan 2026 12:00:00 gmt',
    'Xyz, 05 Jan 2026 12:00:00 GMT',
    'Mon, 05 Abc 2026 12:00:00 GMT',
    'Mon, 05-Jan-26 12:00:00 GMT',
    'Monday, 05-Jan-2026 12:00:00 GMT',
    'Mon Jan 5 12:00:00 2026',
    'Mon Jan  5 12:00:00 2026 GMT',
    'Mon Jan  5 12:00:00 26',
    '05 Jan 2026 12:00:00 GMT',
    'Mon, 05 Jan 2026 12:00 GMT',
  ])('%s is no date of RFC 9110', (text) => {
    expect(of(text)).toBeUndefined();
  });

  it('reads any instant in each of the three forms', () => {
    const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * 365 * 86_400 }), (seconds) => {
        const imf = new Date(now + seconds * 1000).toUTCString();
        const [, day = '', month = '', year = '', time = ''] = imf.split(' ');
        const weekday = days.find((each) => each.startsWith(imf.slice(0, 3))) ?? '';
        for (const form of [
          imf,
          `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
          `${imf.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`,
        ]) {
          expect(of(form)).toBe(seconds * 1000);
        }
      }),
    );
  });

  it('measures a date from the reply’s own Date, not from a clock that may be wrong', () => {
    expect(of('Mon, 05 Jan 2026 12:00:30 GMT', 'Mon, 05 Jan 2026 11:59:30 GMT')).toBe(60_000);
    expect(of('Mon, 05 Jan 2026 12:00:30 GMT', 'yesterday')).toBe(30_000);
  });

  it('stays finite however many digits there are', () => {
    expect(of('9'.repeat(400))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('is read however many there are', () => {
    expect(of('1,'.repeat(200_000))).toBe(1000);
  });

  it('is the longest of several, which arrive as one header', () => {
    const dates = ['Mon, 05 Jan 2026 12:00:30 GMT', 'Monday, 05-Jan-26 12:00:20 GMT'];
    const asctime = 'Mon Jan  5 12:00:25 2026';
    const waits = fc.oneof(
      fc.nat(60).map((seconds): [string, number] => [String(seconds), seconds]),
      fc.constantFrom<[string, number]>([dates[0] ?? '', 30], [dates[1] ?? '', 20], [asctime, 25]),
      fc.constantFrom('soon', '', '-5').map((text): [string, number] => [text, -1]),
    );
    fc.assert(
      fc.property(fc.array(waits, { minLength: 1 }), (values) => {
        const headers = new Headers();
        for (const [text] of values) headers.append('retry-after', text);
        const longest = Math.max(...values.map(([, seconds]) => seconds));
        expect(retryAfterMsOf(headers, now)).toBe(longest < 0 ? undefined : longest * 1000);
      }),
    );
  });

  it('reads the Date header to the second, or not at all', () => {
    expect(dateOf(new Headers({ date: 'Mon, 05 Jan 2026 12:00:30 GMT' }), now)).toBe(now + 30_000);
    expect(dateOf(new Headers({ date: '1767614400' }), now)).toBeUndefined();
  });

  it('is never undercut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 300 }),
        fc.constantFrom(429, 503),
        async (seconds, status) => {
          const clock = manualClock();
          const fetch = playing(
            page(status, { 'retry-after': String(seconds) }),
            ok({ domains: [] }),
          );
          await clientWith(fetch, { clock }).domains.list();
          expect(clock.sleeps).toHaveLength(1);
          expect(clock.sleeps[0]).toBeGreaterThanOrEqual(seconds * 1000);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('a record that is not rendered yet (spec §4.6 rule 7)', () => {
  it('is waited for by Retry-After, and the polls count as attempts', async () => {
    const clock = manualClock();
    const fetch = playing(pending('2'), pending('3'), pending(), ok(received));
    const { data, attempts } = await clientWith(fetch, { clock, maxRetries: 0 })
      .shares.receive('tok_1')
      .withResponse();
    expect(data).toMatchObject({ cdrId: 'cdr_1', replayPossible: false });
    expect(attempts).toBe(4);
    expect(clock.sleeps).toEqual([2000, 3000, 2000]);
  });

  it('ends with the refusal when its own budget is used up', async () => {
    const clock = manualClock();
    const fetch = playing(pending('2'));
    const error = await failureOf(
      clientWith(fetch, { clock, pendingTimeoutMs: 6_000 }).shares.receive('tok_1'),
    );
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 'CDR_PENDING',
      status: 202,
      outcome: 'refused',
      retryAfterMs: 2000,
      attempts: 4,
    });
    expect(clock.sleeps).toEqual([2000, 2000, 2000]);
  });

  it('is waited for a minute by default, and not at all with 0', async () => {
    const fetch = playing(pending('2'));
    expect(await failureOf(clientWith(fetch).shares.receive('tok_1'))).toMatchObject({
      attempts: 31,
    });
    const client = clientWith(fetch, { pendingTimeoutMs: 60_000 });
    expect(await failureOf(client.shares.receive('tok_1', { pendingTimeoutMs: 0 }))).toMatchObject({
      attempts: 1,
    });
  });

  it('is waited for no longer than the deadline', async () => {
    const clock = manualClock();
    const error = await failureOf(
      clientWith(playing(pending('2')), { clock, deadlineMs: 5_000 }).shares.receive('tok_1'),
    );
    expect(error).toMatchObject({ code: 'CDR_PENDING', outcome: 'refused', attempts: 3 });
  });

  it('ends on a clock that stands still, even when no wait is asked for', async () => {
    const clock = { now: () => 0, sleep: async () => undefined };
    const fetch = playing(pending('0'));
    const error = await failureOf(
      clientWith(fetch, { clock, pendingTimeoutMs: 1_000 }).shares.receive('tok_1'),
    );
    expect(error).toMatchObject({ code: 'CDR_PENDING', attempts: 11 });
  });

  it('does not spend retries, nor do retries spend it', async () => {
    const fetch = playing(
      pending('2'),
      page(503),
      pending('2'),
      brokenConnection,
      pending('2'),
      ok(received),
    );
    const result = await clientWith(fetch, { maxRetries: 2 })
      .shares.receive('tok_1')
      .withResponse();
    expect(result).toMatchObject({ attempts: 6, data: { replayPossible: true } });
  });

  it('proves that nothing was done, whatever came before it', async () => {
    const fetch = playing(brokenConnection, pending('2'));
    expect(
      await failureOf(clientWith(fetch, { pendingTimeoutMs: 0 }).shares.receive('tok_1')),
    ).toMatchObject({
      code: 'CDR_PENDING',
      outcome: 'refused',
    });
  });

  it('goes by its status where that says "later"', async () => {
    const fetch = playing(no(503, 'CDR_PENDING'));
    const error = await failureOf(clientWith(fetch, { maxRetries: 1 }).shares.receive('tok_1'));
    expect(error).toMatchObject({ attempts: 2, outcome: 'unknown' });
  });

  it('is an error like any other elsewhere', async () => {
    const fetch = playing(pending('2'));
    expect(await failureOf(clientWith(fetch).cdrs.collect('cdr_1'))).toMatchObject({
      code: 'CDR_PENDING',
      attempts: 1,
    });
  });

  it('can be aborted while it is waited for', async () => {
    const controller = new AbortController();
    const clock = manualClock();
    clock.sleep = async () => {
      controller.abort();
      await new Promise(() => undefined);
    };
    const work = clientWith(playing(pending('2')), { clock }).shares.receive('tok_1', {
      signal: controller.signal,
    });
    expect(await failureOf(work)).toMatchObject({
      name: 'AbortError',
      outcome: 'refused',
      attempts: 1,
    });
  });
});

describe('what a receipt says of the criteria', () => {
  const acceptance = { schemaVersion: 1 } as const;
  const again = { ...received, alreadyClaimed: true, shareEventId: '' };
  it.each([
    ['criteria, received', [ok(received)], true, false, true],
    [
      'criteria, received on the second attempt',
      [brokenConnection, ok(received)],
      true,
      true,
      true,
    ],
    ['criteria, received long ago', [ok(again)], true, false, false],
    [
      'criteria, perhaps received by the first attempt',
      [brokenConnection, ok(again)],
      true,
      true,
      'unknown',
    ],
    ['no criteria', [ok(received)], false, false, false],
    [
      'no criteria, perhaps received by the first attempt',
      [brokenConnection, ok(again)],
      false,
      true,
      false,
    ],
  ] as const)('%s', async (_, plays, sent, replayPossible, acceptanceEvaluated) => {
    const options = sent ? { acceptance } : {};
    const receipt = await clientWith(playing(...plays)).shares.receive('tok_1', options);
    expect(receipt).toMatchObject({ replayPossible, acceptanceEvaluated });
  });
});
