import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import type { Invariant, SimulationFacts } from '../../mock/simulate/facts.ts';
import { Judge, ownBreaches } from '../../mock/simulate/judge.ts';
import { AT, LATER, worldOf } from './support/judged-worlds.ts';

describe('the judge', () => {
  it('keeps the first breach of each invariant, in the order of the invariants', () => {
    const judge = new Judge();
    const doneTwice = (at: number) =>
      worldOf({
        effects: [
          ['cdr_1', AT],
          ['cdr_1', at],
        ],
      });
    judge.look(doneTwice(LATER));
    judge.look(doneTwice(LATER + 1));
    judge.look(
      worldOf({
        answers: [
          ['L-1', 'accept', 'cdr_1'],
          ['L-2', 'accept', 'cdr_1'],
        ],
        records: [{}],
        leads: [{}, {}],
      }),
    );
    const sold = 'record 1 is accepted for L-1 and for L-2: whoever sold them is paid twice for it';
    const twice = 'the work for record 1 is done at 12:00:05.000 and again at 12:00:09.000';
    expect(judge.breaches()).toEqual([
      { invariant: 'oneChargePerRecord', problem: sold },
      { invariant: 'noEffectTwice', problem: twice },
    ]);
    const names = ['noEffectTwice', 'noStranger', undefined];
    expect(names.map((name) => judge.hasFound(name))).toEqual([true, false, false]);
  });
});

describe('an invariant of the caller', () => {
  const judged = (invariant: unknown) =>
    ownBreaches({} as SimulationFacts, { own: invariant as Invariant });
  const throwing = (error: unknown) => () => {
    throw error;
  };
  const broken = [{ invariant: 'own', problem: 'is wrong' }];

  it.each([
    ['node:assert', () => assert.fail('is wrong')],
    ['vitest', throwing(Object.assign(new Error('is wrong'), { name: 'AssertionError [X]' }))],
    [
      'another node:assert',
      throwing(Object.assign(new Error('is wrong'), { code: 'ERR_ASSERTION' })),
    ],
    ['jest', throwing(Object.assign(new Error('is wrong'), { matcherResult: { pass: false } }))],
  ])('is broken by a failed expectation of %s', (_library, invariant) => {
    expect(judged(invariant)).toEqual(broken);
  });

  it('holds where it returns', () => {
    expect(judged(() => undefined)).toEqual([]);
    expect(judged(() => false)).toEqual([]);
  });

  it.each([
    [
      'another error',
      throwing(new TypeError('x of undefined')),
      'it threw TypeError: x of undefined',
    ],
    ['what is no error', throwing({ name: 'AssertionError' }), 'it threw [object Object]'],
    ['a rejected promise', () => Promise.reject(new Error('late')), 'it returned a promise'],
  ])('is refused by its name for %s', (_title, invariant, problem) => {
    const issue = {
      path: 'invariants.own',
      message: `expected an assertion's error, or nothing: ${problem}`,
    };
    expect(() => judged(invariant)).toThrow(
      expect.objectContaining({ name: 'InvalidInputError', issues: [issue] }),
    );
  });

  it('is refused with the error that it threw as the cause', () => {
    const cause = new TypeError('x');
    expect(() => judged(throwing(cause))).toThrow(expect.objectContaining({ cause }));
  });
});
