import { setInterval as every, setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type StartContext, type StartProgram, simulate } from '../../mock/simulate.ts';

const nameOf = (error: unknown): string => (error as Error).name;

type Work = (context: StartContext) => Promise<void>;

/** Each way in which a program does its work beside the call that asks for it. */
const WAYS: readonly (readonly [string, (work: Work) => StartProgram])[] = [
  [
    'a worker that its start began',
    (work) => (context) => {
      const jobs: (() => void)[] = [];
      let wake = (): void => undefined;
      const begin = async (): Promise<void> => {
        for (;;) {
          const done = jobs.shift();
          if (done !== undefined) await work(context).then(done, done);
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      };
      void begin();
      return {
        async take() {
          await new Promise<void>((resolve) => {
            jobs.push(resolve);
            wake();
          });
          return { decision: 'refuse' };
        },
      };
    },
  ],
  [
    'an interval',
    (work) => (context) => {
      setInterval(() => void work(context).catch(() => undefined), 60_000);
      return { take: () => ({ decision: 'refuse' }) };
    },
  ],
  [
    'a loop that sleeps',
    (work) => (context) => {
      void (async () => {
        for (;;) {
          await work(context).catch(() => undefined);
          await context.clock.sleep(60_000);
        }
      })();
      return { take: () => ({ decision: 'refuse' }) };
    },
  ],
  [
    'what goes on after the answer, again and again',
    (work) => (context) => {
      let last = Promise.resolve();
      return {
        take() {
          last = last.then(() => work(context)).catch(() => undefined);
          return { decision: 'refuse' };
        },
      };
    },
  ],
];

describe('work beside the calls of a program', () => {
  it.each(WAYS)('meets what goes wrong with requests: %s', async (_, programOf) => {
    const met = new Set<string>();
    const start = programOf(async ({ clientOptions: { fetch, baseUrl } }) => {
      const answer = await fetch(`${baseUrl}/v1/domains`).catch((error: unknown) => error);
      met.add(answer instanceof Response ? String(answer.status) : String(answer));
    });
    await simulate({ start, worlds: 60, trouble: { crashes: 0 } });
    expect([...met]).toEqual(
      expect.arrayContaining(['TypeError: fetch failed', '429', '502', '503']),
    );
  });

  it('meets nothing any more in the quiet days', async () => {
    const late: unknown[] = [];
    const start: StartProgram = ({ clock, clientOptions: { fetch, baseUrl } }) => {
      const begunAt = clock.now();
      setInterval(async () => {
        const answer = await fetch(`${baseUrl}/v1/domains`).catch((error: unknown) => error);
        const isQuiet = clock.now() - begunAt > 3 * 3_600_000;
        if (isQuiet && (answer as Response).status !== 401) late.push(answer);
      }, 3_600_000);
      return { take: () => ({ decision: 'refuse' }) };
    };
    await simulate({ start, worlds: 20, trouble: { lostAnswers: 1 } });
    expect(late).toEqual([]);
  });
});

describe('a loop that sleeps', () => {
  it.each<[string, (loop: { once: () => void; context: StartContext }) => Promise<void>]>([
    [
      'on the clock',
      async ({ once, context }) => {
        for (;;) {
          once();
          await context.clock.sleep(1_000);
        }
      },
    ],
    [
      'on the timers of Node',
      async ({ once }) => {
        for (;;) {
          once();
          await sleep(1_000);
        }
      },
    ],
    [
      'on a timer that it sets anew',
      async ({ once }) => {
        const again = (): void => {
          once();
          setTimeout(again, 1_000);
        };
        again();
      },
    ],
    [
      'on an interval of Node',
      async ({ once }) => {
        for await (const _ of every(1_000)) once();
      },
    ],
  ])('lasts to the end of the world: %s', async (_, loop) => {
    const seen: number[] = [];
    const start: StartProgram = (context) => {
      const begunAt = context.clock.now();
      void loop({ once: () => seen.push(context.clock.now() - begunAt), context });
      return { take: () => ({ decision: 'refuse' }) };
    };
    const { broken } = await simulate({ start, worlds: 1, trouble: { crashes: 0 } });
    expect(broken).toEqual([]);
    expect(seen.filter((at) => at <= 10_000).length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...seen)).toBeGreaterThan(90 * 3_600_000);
  });
});

describe('the timers of Node’s modules', () => {
  const DAY = 86_400_000;
  const late = (ms: number) => promisify(setTimeout)(ms, 'late');

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['setTimeout', () => sleep(DAY, 'slept'), 'slept'],
    ['promisify(setTimeout)', () => late(DAY), 'late'],
    [
      'setInterval',
      async () => {
        for await (const tick of every(DAY, 'tick')) return tick;
        return undefined;
      },
      'tick',
    ],
    [
      'a signal',
      () => sleep(2 * DAY, 1, { signal: AbortSignal.timeout(DAY) }).catch(nameOf),
      'AbortError',
    ],
  ])('follow the world’s time, and are put back: %s', async (_, wait, expected) => {
    const before = [sleep, every];
    const returned: unknown[] = [];
    const start: StartProgram = ({ clock }) => ({
      take: async () => {
        const begunAt = clock.now();
        returned.push(await wait(), clock.now() - begunAt);
        return { decision: 'refuse' };
      },
    });
    const { broken } = await simulate({ start, worlds: 1, trouble: { crashes: 0 } });
    expect(broken).toEqual([]);
    expect(returned.slice(0, 2)).toEqual([expected, DAY]);
    expect([sleep, every]).toEqual(before);
    expect(await sleep(1, 'real')).toBe('real');
  });

  it.each<[string, () => unknown, number]>([
    ['a timer that overflows fires at once', () => new Promise((go) => setTimeout(go, 2 ** 31)), 1],
    ['a timeout below zero is refused', () => AbortSignal.timeout(-1), 0],
    ['a timeout that is no number is refused', () => AbortSignal.timeout(Number.NaN), 0],
  ])('are as strict as the real ones: %s', async (_, set, ms) => {
    const ended: unknown[] = [];
    const start: StartProgram = ({ clock }) => ({
      take: async () => {
        const begunAt = clock.now();
        const outcome = await (async () => set())().catch(nameOf);
        ended.push(outcome, clock.now() - begunAt);
        return { decision: 'refuse' };
      },
    });
    await simulate({ start, worlds: 1, trouble: { crashes: 0 } });
    expect(ended.slice(0, 2)).toEqual([ms === 1 ? undefined : 'RangeError', ms]);
  });
});
