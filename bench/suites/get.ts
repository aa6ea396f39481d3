import { interleave } from '../harness/interleave.ts';
import type { Suite } from '../harness/suite.ts';
import { withReplies } from '../servers/with-replies.ts';
import { measureOf } from './get-calls.ts';

const ROUNDS = { operations: 200, rounds: 75 };

const BY_HAND = 'ky, with a signal';

const measures = {
  sequential: measureOf(1, {
    ...ROUNDS,
    title: 'one at a time',
    base: 'fetch + json',
    ratio: 'time',
    limits: { 'consent-evidence': 1.5, 'consent-evidence/undici': 0.95 },
  }),
  byHand: measureOf(
    1,
    {
      ...ROUNDS,
      title: 'one at a time, beside ky with a time limit by hand',
      base: BY_HAND,
      ratio: 'time',
      limits: { 'consent-evidence': 1.15 },
    },
    [BY_HAND, 'consent-evidence'],
  ),
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
      ...(await interleave(import.meta.url, 'byHand', measures.byHand, plan, server)),
      ...(await interleave(import.meta.url, 'concurrent', measures.concurrent, plan, server)),
    ]),
};
