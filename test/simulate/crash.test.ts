import { describe, expect, it } from 'vitest';
import { type StartContext, type StartProgram, simulate } from '../../mock/simulate.ts';

const crashing = { crashes: 1 };

/** Simulates a program in worlds with many crashes. */
async function run(start: StartProgram, worlds = 20) {
  return simulate({ start, worlds, seed: 'crash', trouble: crashing, readings: 'defaults' });
}

describe('a crash', () => {
  it('never lets what was awaited settle, and takes the timers with it', async () => {
    const wrong: string[] = [];
    let lives = 0;
    const start: StartProgram = (context) => {
      const life = { isOver: false };
      lives += 1;
      const before = context.storage.get('life') as number | undefined;
      context.storage.set('life', (before ?? 0) + 1);
      const own = before ?? 0;
      const here = (what: string): void => {
        if (life.isOver || context.storage.get('life') !== own + 1) wrong.push(what);
      };
      setInterval(() => here('interval'), 10_000);
      AbortSignal.timeout(30_000).addEventListener('abort', () => here('signal'));
      return {
        take: async () => {
          await context.clock.sleep(100);
          here('sleep');
          await new Promise((resolve) => setTimeout(resolve, 100));
          here('timer');
          await context.clientOptions.fetch(`${context.clientOptions.baseUrl}/v1/domains`);
          here('fetch');
          return { decision: 'refuse' };
        },
      };
    };
    const { tried, broken } = await run(start);
    expect(broken).toEqual([]);
    expect(wrong).toEqual([]);
    expect(tried.crashes).toBeGreaterThan(20);
    expect(lives).toBeGreaterThan(tried.crashes);
  });

  it('comes at an await: what stands between two of them is done, or is not', async () => {
    const halves: string[] = [];
    const start: StartProgram = ({ storage, clock }) => {
      if (storage.get('a') !== storage.get('b')) halves.push('half');
      return {
        take: async () => {
          const next = Number(storage.get('a') ?? 0) + 1;
          await clock.sleep(10);
          storage.set('a', next);
          storage.set('b', next);
          await Promise.resolve();
          storage.set('c', next);
          return { decision: 'refuse' };
        },
      };
    };
    const between: unknown[] = [];
    const { tried } = await simulate({
      start,
      worlds: 30,
      trouble: crashing,
      invariants: {
        seen: ({ storage }) => void between.push([storage.get('b'), storage.get('c')]),
      },
    });
    expect(tried.crashes).toBeGreaterThan(30);
    expect(halves).toEqual([]);
    expect(between).toHaveLength(30);
  });

  it('leaves a dead process without hands', async () => {
    const contexts: StartContext[] = [];
    const start: StartProgram = (context) => {
      contexts.push(context);
      return { take: async () => (await context.clock.sleep(5), { decision: 'refuse' }) };
    };
    await run(start, 3);
    const [dead] = contexts;
    dead?.storage.set('key', 'written by the dead');
    dead?.effect('cdr_1');
    expect(dead?.storage.get('key')).toBeUndefined();
    expect(dead?.storage.delete('key')).toBe(false);
    const answer = await Promise.race([dead?.clock.sleep(0), Promise.resolve('never')]);
    expect(answer).toBe('never');
  });

  it('keeps what is durable, and the store that was made once', async () => {
    let made = 0;
    let closed = 0;
    const calls: number[] = [];
    const start: StartProgram = ({ durable }) => {
      const store = durable('store', () => {
        made += 1;
        let count = 0;
        return { add: async () => (count += 1), close: () => (closed += 1) };
      });
      return {
        take: async () => {
          calls.push(await store.add());
          return { decision: 'refuse' };
        },
      };
    };
    const { tried, worlds } = await run(start);
    expect(tried.crashes).toBeGreaterThan(5);
    // One for the check of the program's functions, and one for each run.
    expect(made).toBeGreaterThan(worlds);
    expect(closed).toBe(made);
    expect(Math.max(...calls)).toBeGreaterThan(1);
  });

  it('also ends a process whose timer throws', async () => {
    const start: StartProgram = ({ storage }) => ({
      take: () => {
        if (storage.get('thrown') === undefined) {
          setTimeout(() => {
            storage.set('thrown', true);
            throw new Error('nobody catches this');
          }, 50);
        }
        return { decision: 'hold' };
      },
    });
    const { broken } = await simulate({ start, worlds: 1, trouble: { crashes: 0 } });
    expect(broken[0]?.story).toContain('The process dies: Error: nobody catches this');
  });
});

describe('the timers of the host', () => {
  it('are the world’s in the program alone, and are put back', async () => {
    const before = [globalThis.setTimeout, globalThis.clearInterval, AbortSignal.timeout];
    const outside = new Promise((resolve) => setTimeout(resolve, 5, 'outside'));
    const start: StartProgram = ({ clock }) => ({
      take: async () => {
        const at = clock.now();
        await new Promise((resolve) => setTimeout(resolve, 3_600_000));
        const timer = setTimeout(() => undefined, 1);
        clearTimeout(timer);
        return { decision: clock.now() - at >= 3_600_000 ? 'refuse' : 'hold' };
      },
    });
    const report = await simulate({ start, worlds: 3, trouble: { crashes: 0 } });
    expect(report.broken).toEqual([]);
    expect(await outside).toBe('outside');
    expect([globalThis.setTimeout, globalThis.clearInterval, AbortSignal.timeout]).toEqual(before);
  });

  it('begin again at a refresh, as in Node, and not once they are cleared', async () => {
    const start: StartProgram = ({ clock }) => ({
      take: async () => {
        const at = clock.now();
        const ran: string[] = [];
        const told = (name: string) => () => ran.push(`${name} ${(clock.now() - at) / 1000}`);
        const [late, again, cleared] = [
          setTimeout(told('late'), 60_000),
          setTimeout(told('again'), 10_000),
          setTimeout(told('cleared'), 60_000),
        ];
        const interval = setInterval(told('interval'), 50_000);
        await new Promise((resolve) => setTimeout(resolve, 30_000));
        clearTimeout(cleared);
        for (const timer of [late, again, cleared, interval]) timer.refresh();
        await new Promise((resolve) => setTimeout(resolve, 90_000));
        clearInterval(interval);
        // Thrown, it would only be posted again.
        const expected = ['again 10', 'again 40', 'interval 80', 'late 90'];
        return { decision: ran.join() === expected.join() ? 'refuse' : 'hold', code: ran.join() };
      },
    });
    const report = await simulate({ start, worlds: 1, trouble: { crashes: 0 } });
    expect(report.broken.map(({ problem }) => problem)).toEqual([]);
  });

  it('can be cleared and unreferenced by any other code that sets one meanwhile', async () => {
    let run = (): void => undefined;
    let goOn = (): void => undefined;
    const isRunning = new Promise<void>((resolve) => {
      run = resolve;
    });
    const goesOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const start: StartProgram = () => ({
      take: async () => {
        run();
        await goesOn;
        return { decision: 'refuse' };
      },
    });
    const report = simulate({ start, worlds: 1, trouble: { crashes: 0 } });
    const outside = (async () => {
      await isRunning;
      const ran: string[] = [];
      const timers = [
        setTimeout(() => ran.push('timeout'), 1),
        setInterval(() => ran.push('interval'), 1),
      ];
      for (const timer of timers) expect(timer.unref().hasRef()).toBe(false);
      clearTimeout(timers[0]);
      clearInterval(timers[1]);
      // It is the last of its length: the others would have run before it.
      await new Promise((resolve) => setTimeout(resolve, 1));
      goOn();
      return ran;
    })();
    expect(await outside).toEqual([]);
    expect((await report).broken).toEqual([]);
  });

  it('are not needed: what takes real time is waited for', async () => {
    const key = crypto.subtle.importKey(
      'raw',
      new Uint8Array(32),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    );
    const start: StartProgram = () => ({
      take: async () => {
        await crypto.subtle.sign('HMAC', await key, new Uint8Array(1_000));
        return { decision: 'refuse' };
      },
    });
    expect((await simulate({ start, worlds: 5 })).broken).toEqual([]);
  });

  it('do not hold up a world whose program waits for nothing', async () => {
    const start: StartProgram = () => ({ take: () => new Promise(() => undefined) });
    const { broken } = await simulate({ start, worlds: 1, trouble: { crashes: 0 } });
    expect(broken.map(({ invariant }) => invariant)).toEqual(['everyLeadDecided']);
    expect(broken[0]?.problem).toMatch(/never answered\. It waits for something outside the world/);
  });
});

describe('two simulations side by side', () => {
  it('know nothing of each other', async () => {
    const start: StartProgram = ({ clock }) => ({
      take: async () => {
        await clock.sleep(1_000);
        return { decision: 'refuse' };
      },
    });
    const one = await simulate({ start, worlds: 5 });
    expect(
      await Promise.all([simulate({ start, worlds: 5 }), simulate({ start, worlds: 5 })]),
    ).toMatchObject([
      { tried: one.tried, broken: [] },
      { tried: one.tried, broken: [] },
    ]);
  });
});
