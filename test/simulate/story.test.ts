import { describe, expect, it } from 'vitest';
import { type StartProgram, simulate } from '../../mock/simulate.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { intakeOn, naive } from './support/programs.ts';

describe('a story', () => {
  it('is as short as it can be, and says who did what at what instant', async () => {
    const { broken } = await simulate({ start: naive, seed: 'first', worlds: 60 });
    const stories = broken.map(({ story }) => story).join('\n\n');
    expect(stories).toMatchInlineSnapshot(`
      "12:00:00.000  Sunroof Leads captures record 1: phone (212) 555-0111
      12:00:00.000    and shares it: link 1
      12:00:00.000    and shares it: link 1b
      12:01:00.000  L-1 is posted: link 1, the phone (212) 555-0111
      12:01:00.020    Acme Solar asks to receive link 1
      12:01:00.020      the service charges Acme Solar for record 1
      12:01:00.040    Acme Solar answers L-1: accept, record 1
      12:02:00.000  L-2 is posted: link 1b, the phone (212) 555-0111
      12:02:00.020    Acme Solar asks to receive link 1b
      12:02:00.040    Acme Solar answers L-2: accept, record 1

      oneChargePerRecord: record 1 is accepted for L-1 and for L-2: whoever sold them is paid twice for it.
      To run it again: seed "first", world 0.

      12:00:00.000  Sunroof Leads captures record 1: phone (212) 555-0111
      12:00:00.000    and shares it: link 1
      12:00:00.000    and shares it: link 1b
      12:01:00.000  L-2 is posted: link 1b, the phone (212) 555-0111
      12:01:00.020    Acme Solar asks to receive link 1b
      12:01:00.020      the service charges Acme Solar for record 1
      12:01:00.040  The process dies
      12:01:00.040    L-2 gets no answer
      12:01:01.040  The process starts again
      2026-01-08 00:31:00.000  L-2 is posted again, to ask what was decided
      2026-01-08 00:31:00.020    Acme Solar asks to receive link 1b
      2026-01-08 00:31:00.040    Acme Solar answers L-2: accept, record 1

      everyLeadDecided: L-2 was decided only because it was posted again: nothing in the program works off what it holds.
      To run it again: seed "first", world 0.

      12:00:00.000  Sunroof Leads captures record 2: phone (212) 555-0112
      12:00:00.000    and shares it: link 2
      12:01:00.000  L-2 is posted: link 2, the phone (212) 555-0112
      12:01:00.020    Acme Solar asks to receive link 2
      12:01:00.020      the service charges Acme Solar for record 2
      12:01:00.040    Acme Solar answers L-2: accept, record 2
      12:02:00.000  L-3 is posted: link 2, someone else’s phone (212) 555-0199
      12:02:00.020    Acme Solar asks to receive link 2
      12:02:00.040    Acme Solar answers L-3: accept, record 2

      noStranger: L-3 is accepted at 12:02:00.040 with record 2, whose form has (212) 555-0112, not the lead’s (212) 555-0199.
      To run it again: seed "first", world 6.

      12:00:00.000  Sunroof Leads captures record 2: phone (212) 555-0112
      12:00:00.000    and shares it: link 2
      12:01:00.000  L-2 is posted: link 2, the phone (212) 555-0112
      12:01:00.020    Acme Solar asks to receive link 2
      12:01:00.020      the service charges Acme Solar for record 2
      12:01:00.020      the answer is lost in transit
      12:01:00.367    Acme Solar asks to receive link 2
      12:01:00.367      the service does it, but answers with a failure
      12:01:01.286    Acme Solar asks to receive link 2
      12:01:01.286      the answer takes 35 seconds
      12:01:31.266    Acme Solar answers L-2: refuse

      nothingPaidAndLost: the charge at 12:01:00.020 for record 2 belongs to no accepted lead (L-2: refuse) and is not among the orphans.
      To run it again: seed "first", world 24.

      12:00:00.000  Sunroof Leads captures record 1: phone (212) 555-0111
      12:00:00.000    and shares it: link 1, good for 90 s
      12:01:00.000  L-1 is posted: link 1, the phone (212) 555-0111
      12:01:00.020    Acme Solar asks to receive link 1
      12:01:00.020      the service charges Acme Solar for record 1
      12:01:00.040    Acme Solar answers L-1: accept, record 1
      12:02:00.000  L-1 is posted again: link 1, the phone (212) 555-0111
      12:02:00.020    Acme Solar asks to receive link 1
      12:02:00.040    Acme Solar answers L-1: refuse

      finalStaysFinal: L-1 was decided, accept with record 1, and is now answered refuse.
      To run it again: seed "first", world 34."
    `);
  });

  it('is the same each time, to the byte, and another one for another seed', async () => {
    const run = async (seed: string) => {
      const { broken, tried } = await simulate({ start: naive, seed, worlds: 30 });
      return { tried, stories: broken.map(({ story, worlds }) => [story, worlds]) };
    };
    expect(await run('one')).toEqual(await run('one'));
    expect((await run('two')).tried).not.toEqual((await run('one')).tried);
  });

  it('can be run again by its seed and world alone', async () => {
    const { broken } = await simulate({ start: naive, seed: 'again', worlds: 60 });
    expect(broken.length).toBeGreaterThan(1);
    for (const { invariant, seed, world, story } of broken) {
      const again = await simulate({ start: naive, seed, world });
      expect(again.worlds).toBe(1);
      const found = again.broken.find((each) => each.invariant === invariant);
      expect(found?.story).toBe(story);
    }
  });

  it('has the end of its world to look at', async () => {
    const { broken } = await simulate({ start: naive, seed: 'first', worlds: 60 });
    const lost = broken.find(({ invariant }) => invariant === 'nothingPaidAndLost');
    const { mock, buyer, decisions } = lost?.facts ?? {};
    expect(mock?.charges({ organization: buyer })).toHaveLength(1);
    expect(decisions).toMatchObject([{ decision: 'refuse' }]);
  });

  it('ends with the first world that breaks something, where that is asked for', async () => {
    const { broken, worlds } = await simulate({ start: naive, stopAtFirst: true });
    expect(worlds).toBe((broken[0]?.world ?? -1) + 1);
  });
});

describe('a program that brings a chance of its own', () => {
  const restless = (name: string, value: () => unknown): readonly [string, StartProgram] => [
    name,
    ({ storage }) => ({
      take: () => {
        storage.set('token', value());
        return { decision: 'refuse' };
      },
    }),
  ];

  it.each([
    restless('Math.random', () => Math.random()),
    restless('crypto.randomUUID', () => crypto.randomUUID()),
    restless('performance.now', () => performance.now()),
  ])('is told so, with the first step that differs: %s', async (_name, start) => {
    const { broken, worlds } = await simulate({ start });
    expect(worlds).toBe(1);
    expect(broken.map(({ invariant }) => invariant)).toEqual(['sameStoryTwice']);
    const [first, second] = broken[0]?.steps.slice(-2) ?? [];
    expect(first).toMatch(/^first run: {3}12:.*sets token/);
    expect(second).toMatch(/^second run: {2}12:.*sets token/);
  });

  it('is not found where chance and time are those of the world', async () => {
    const start: StartProgram = ({ storage, random, clock }) => ({
      take: async () => {
        await clock.sleep(Math.floor(random() * 1_000));
        storage.set('token', [random(), clock.now()]);
        return { decision: 'refuse' };
      },
    });
    expect((await simulate({ start, worlds: 10 })).broken).toEqual([]);
  });
});

describe('the readings', () => {
  it('are another set in each world, the defaults alone, or one set', async () => {
    const start = intakeOn(() => memoryLedger());
    for (const readings of ['pairs', 'defaults', { shareUrl: 'path' as const }] as const) {
      expect((await simulate({ start, readings, worlds: 8 })).broken).toEqual([]);
    }
  });
});
