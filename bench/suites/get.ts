import { interleave } from '../harness/interleave.ts';
import type { Measure } from '../harness/measure.ts';
import type { Suite } from '../harness/suite.ts';
import { withReplies } from '../servers/with-replies.ts';
import { measureOf } from './get-calls.ts';

const ROUNDS = { operations: 200, rounds: 75 };

/** Beside a plain call of the package that makes our requests, which checks nothing. */
const besideKy = <Name extends string>(name: Name, together: number, title: string) =>
  ({
    [name]: measureOf(
      together,
      { ...ROUNDS, title, base: 'ky', ratio: 'time', limits: { 'consent-evidence': 1.25 } },
      ['ky', 'consent-evidence'],
    ),
  }) as Record<Name, Measure>;

const measures = {
  sequential: measureOf(1, {
    ...ROUNDS,
    title: 'one at a time',
    base: 'fetch + json',
    ratio: 'time',
    limits: { 'consent-evidence': 1.5, 'consent-evidence/undici': 0.95 },
  }),
  ...besideKy('besideKy', 1, 'one at a time, beside ky'),
  ...besideKy('besideKy64', 64, '64 at once, beside ky'),
  concurrent: measureOf(64, {
    ...ROUNDS,
    title: '64 at once',
    base: 'fetch + json',
    ratio: 'speed',
    limits: { 'consent-evidence': 0.6, 'consent-evidence/undici': 1.05 },
  }),
};

export const suite: Suite = {
  title: 'One GET of a 2 KB record',
  about:
    'A call and its parsed reply, from a server in a process of its own. Ours checks every reply ' +
    'against its schema.',
  measures,
  run: (plan) =>
    withReplies(async (server) => [
      ...(await interleave(import.meta.url, 'sequential', measures.sequential, plan, server)),
      ...(await interleave(import.meta.url, 'besideKy', measures.besideKy, plan, server)),
      ...(await interleave(import.meta.url, 'besideKy64', measures.besideKy64, plan, server)),
      ...(await interleave(import.meta.url, 'concurrent', measures.concurrent, plan, server)),
    ]),
};
