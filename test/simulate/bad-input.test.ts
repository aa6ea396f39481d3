import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import {
  assertHolds,
  type SimulateOptions,
  type SimulationFacts,
  type SimulationReport,
  type StartContext,
  type StartProgram,
  simulate,
  type ToHoldOptions,
  toHold,
} from '../../mock/simulate.ts';
import { naive } from './support/programs.ts';
import { onSqliteStore } from './support/receivers.ts';

const refusing: StartProgram = () => ({ take: () => ({ decision: 'refuse' }) });

/** Sends a request for each lead, and refuses it. */
const asking: StartProgram = ({ clientOptions: { baseUrl, fetch } }) => ({
  async take() {
    await fetch(`${baseUrl}/v1/domains`).catch(() => undefined);
    return { decision: 'refuse' };
  },
});

const deaf: StartProgram = () => ({ webhook: () => new Response(null, { status: 500 }) });

function refusal(options: unknown): Promise<string> {
  return simulate(options as SimulateOptions).then(
    () => 'nothing was refused',
    (error: unknown) => String(error),
  );
}

describe('what cannot be simulated is named', () => {
  it.each<[string, unknown]>([
    ['options: expected an object', null],
    ['start: expected a function', {}],
    ['start: expected a program with take, webhook or tick', { start: () => ({}) }],
    ['start: expected a program with take', { start: () => undefined }],
    ['start: expected a program with take', { start: () => ({ orphans: () => [] }) }],
    ['start.take: expected a function', { start: () => ({ take: 1, tick: () => 1 }) }],
    [
      'trouble.crashes: expected a probability from 0 to 1',
      { start: refusing, trouble: { crashes: 1.5 } },
    ],
    [
      'trouble.crashes: expected a probability',
      { start: refusing, trouble: { crashes: Number.NaN } },
    ],
    ['trouble.lostAnswers: expected a prob', { start: refusing, trouble: { lostAnswers: -0.1 } }],
    ['trouble.strangers: expected a prob', { start: refusing, trouble: { strangers: '0.5' } }],
    ['trouble: expected an object with crashes', { start: refusing, trouble: null }],
    ['trouble.crash: is not a known option', { start: refusing, trouble: { crash: 1 } }],
    ['worlds: expected a whole number', { start: refusing, worlds: 0 }],
    ['worlds: expected no value: "world"', { start: refusing, worlds: 3, world: 1 }],
    ['machines: expected a whole number from 1 to 4', { start: refusing, machines: 5 }],
    ['seed: expected a string', { start: refusing, seed: '' }],
    ['readings: expected "pairs"', { start: refusing, readings: 'all' }],
    ['readings.shareUrls', { start: refusing, readings: { shareUrls: 'path' } }],
    ['invariants.mine: expected a function', { start: refusing, invariants: { mine: 1 } }],
    [
      'invariants.noStranger: expected another name',
      { start: refusing, invariants: { noStranger: () => undefined } },
    ],
    ['start.take: expected { decision', { start: () => ({ take: () => 'accept' }) }],
    ['start.tick: expected decisions', { start: () => ({ tick: () => [{ decision: 'accept' }] }) }],
    ...[[{}], [null], [1]].map((given): [string, unknown] => [
      'start.orphans: expected cdrIds (seed "a", world 0)',
      { start: () => ({ tick: () => undefined, orphans: () => given }) },
    ]),
    ...[undefined, null, 7, {}, 'cdr_1'].map((given): [string, unknown] => [
      'start.orphans: expected a list (seed "a", world 0)',
      { start: () => ({ tick: () => undefined, orphans: () => given }) },
    ]),
    ['start: expected a program; it has not', { start: () => new Promise(() => undefined) }],
    ['start.webhook: expected a Response', { start: () => ({ webhook: () => 200 }) }],
    ['world: is not an option', { start: refusing, wurld: 1 }],
  ])('%s', async (message, options) => {
    const said = await refusal(options);
    expect(said).toContain('InvalidInputError');
    if (message.startsWith('world:')) expect(said).toContain('wurld');
    else expect(said).toContain(message);
  });

  it('is a program that never rests, with the last lines of its story', async () => {
    const start: StartProgram = ({ clientOptions: { fetch, baseUrl } }) => ({
      async take() {
        for (;;) await fetch(`${baseUrl}/v1/domains`).catch(() => undefined);
      },
    });
    const said = await refusal({ start, seed: 'busy', worlds: 1 });
    expect(said).toContain('expected a program that becomes idle');
    expect(said).toMatch(/Acme Solar lists its domains \(seed "busy", world 0\)$/);
  });

  it('is an invariant that throws something else than an assertion', async () => {
    const broken = (invariant: (facts: SimulationFacts) => unknown) =>
      refusal({ start: refusing, worlds: 1, invariants: { mine: invariant } });
    const typo = () => {
      throw new TypeError('facts.charge is not a function');
    };
    expect(await broken(typo)).toMatch(/invariants\.mine: .*TypeError: facts\.charge/);
    expect(await broken(async () => undefined)).toMatch(
      /invariants\.mine: .*it returned a promise/,
    );
    const words = () => {
      throw 'two charges'; // eslint-disable-line @typescript-eslint/only-throw-error -- somebody does
    };
    expect(await broken(words)).toMatch(/invariants\.mine: .*it threw two charges/);
    const wrongCall = ({ mock }: SimulationFacts) => mock.charges({ organization: 'nobody' });
    expect(await broken(wrongCall)).toMatch(/invariants\.mine: .*it threw InvalidInputError/);
  });

  it.each<[string, (context: StartContext) => unknown]>([
    ['effect.cdrId: expected a string', ({ effect }) => effect(undefined as unknown as string)],
    [
      'storage.work: expected a value that can be cloned',
      ({ storage }) => storage.set('work', () => 1),
    ],
    ['storage.key: expected a string', ({ storage }) => storage.set(1 as unknown as string, 1)],
  ])(
    'is what a program hands to the simulation, also where it catches it: %s',
    async (message, hand) => {
      const start: StartProgram = (context) => ({
        take() {
          try {
            hand(context);
          } catch {
            return { decision: 'refuse' };
          }
          return { decision: 'refuse' };
        },
      });
      expect(await refusal({ start })).toContain(message);
    },
  );

  it('is a store that cannot be held back from a dead process', async () => {
    const on = (make: () => unknown) => {
      const start: StartProgram = (context) => {
        context.durable('store', make as () => object);
        return refusing(context);
      };
      return refusal({ start });
    };
    expect(await on(() => undefined)).toContain('durable.store: expected a function that creates');
    const database = new DatabaseSync(':memory:');
    expect(await on(() => database)).toContain(
      'durable.store: expected a store whose methods return',
    );
    database.close();
  });

  it('is a runtime that cannot tell which call a request belongs to', async () => {
    vi.resetModules();
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    const fresh = await import('../../mock/simulate.ts');
    await expect(fresh.simulate({ start: refusing })).rejects.toThrow('runtime: expected Async');
  });

  it('closes the stores of the world that it ends', async () => {
    const closed: string[] = [];
    const start: StartProgram = ({ durable }) => {
      durable('store', () => ({ close: () => closed.push('closed') }));
      return { take: () => ({ decision: 'maybe' as 'hold' }) };
    };
    expect(await refusal({ start, worlds: 1 })).toContain('start.take: expected { decision');
    // One for each check of the program's functions, and one for the world.
    expect(closed).toHaveLength(3);
  });

  it('is what start throws, as it is', async () => {
    const start = (): never => {
      throw new RangeError('no config');
    };
    await expect(simulate({ start })).rejects.toThrow(new RangeError('no config'));
  });

  it('ends with the reason of the signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(simulate({ start: refusing, signal })).rejects.toThrow('enough');
  });
});

describe('the caller’s own invariants', () => {
  it('judge the facts by assertions of any library, and have stories of their own', async () => {
    const { broken } = await simulate({
      start: naive,
      worlds: 30,
      invariants: {
        byNode: ({ mock, buyer }) =>
          assert.ok(mock.charges({ organization: buyer }).length < 2, 'two charges'),
        byVitest: ({ decisions }) => expect(decisions.length).toBeLessThan(3),
        kept: ({ storage, effects, leads }) => {
          assert.deepEqual([storage.entries(), effects], [[], []]);
          assert.ok(leads.every(({ leadId }) => leadId.startsWith('L-')));
        },
      },
    });
    const mine = broken.filter(({ invariant }) => invariant.startsWith('by'));
    expect(mine.map(({ invariant }) => invariant).sort()).toEqual(['byNode', 'byVitest']);
    const two = mine.find(({ invariant }) => invariant === 'byNode');
    expect(two?.story).toContain('byNode: two charges.');
    expect(two?.steps.filter((line) => line.includes('charges Acme Solar'))).toHaveLength(2);
  });
});

describe('the matchers', () => {
  it('pass a report that holds, and tell the stories of one that does not', async () => {
    const calm = await simulate({ start: onSqliteStore, worlds: 5 });
    expect(() => assertHolds(calm)).not.toThrow();
    expect(toHold(calm).pass).toBe(true);
    expect(toHold(calm).message()).toBe('every invariant holds in 5 worlds of the seed "a"');
    const bad = await simulate({ start: naive, worlds: 30 });
    const { story = '' } = bad.broken[0] ?? {};
    expect(toHold(bad).pass).toBe(false);
    expect(toHold(bad).message()).toContain(story);
    const thrown = (() => {
      try {
        return assertHolds(bad);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toMatchObject({ name: 'AssertionError', code: 'ERR_ASSERTION' });
    expect((thrown as Error).message).toContain(story);
  });

  it.each<[string, string, StartProgram]>([
    ['sends no request', 'accepted 0, requests 0', refusing],
    ['accepts no lead', 'no lead was accepted: look at the criteria', asking],
    ['does nothing for an event', 'no event was handled: call "effect"', deaf],
    ['is never called', 'nothing was posted, delivered or sent', () => ({ tick: () => undefined })],
  ])('fail where nothing was tried, and say what: a program that %s', async (_, said, start) => {
    const empty = { ...(await simulate({ start, worlds: 5 })), broken: [] };
    expect(toHold(empty)).toMatchObject({ pass: false });
    expect(toHold(empty).message()).toMatch(/^nothing is proved by 5 worlds of the seed "a": /);
    expect(toHold(empty).message()).toContain(said);
    expect(() => assertHolds(empty)).toThrow(said);
    expect(toHold(empty, { allowEmpty: true }).pass).toBe(true);
    expect(() => assertHolds(empty, { allowEmpty: true })).not.toThrow();
  });

  it('refuse what is no report, and an option that they do not have', async () => {
    expect(() => assertHolds(undefined as unknown as SimulationReport)).toThrow('report: expected');
    const report = await simulate({ start: refusing, worlds: 1 });
    const options = { allowempty: true } as ToHoldOptions;
    expect(() => toHold(report, options)).toThrow('allowempty: is not a known option');
  });
});
