import { interleave } from '../harness/interleave.ts';
import type { Suite } from '../harness/suite.ts';
import { withReplies } from '../servers/with-replies.ts';
import { measureOf } from './get-calls.ts';

const DELAY_MS = 20;

export const DISTANT = `from a server ${DELAY_MS} ms away`;

const measures = {
  distant: measureOf(1, {
    title: DISTANT,
    base: 'fetch + json',
    ratio: 'time',
    operations: 5,
    rounds: 75,
    limits: {},
  }),
};

export const suite: Suite = {
  title: 'One GET over a network',
  about:
    `The same call from a server that answers after ${DELAY_MS} ms, as over a network. All the other ` +
    'suites are on the loopback, where a client is most of what a call takes.',
  measures,
  run: (plan) =>
    withReplies(
      (server) => interleave(import.meta.url, 'distant', measures.distant, plan, server),
      { BENCH_DELAY_MS: String(DELAY_MS) },
    ),
};
