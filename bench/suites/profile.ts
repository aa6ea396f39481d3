import { Child } from '../harness/child.ts';
import type { Row } from '../harness/row.ts';
import { spreadOf } from '../harness/statistics.ts';
import type { Plan, Suite } from '../harness/suite.ts';
import type { Parts } from '../profile/sampler.ts';
import type { Order } from '../profile/worker.ts';
import { load } from '../servers/load.ts';
import type { Target } from '../servers/server.ts';
import { withReplies } from '../servers/with-replies.ts';

const WORKER = new URL('../profile/worker.ts', import.meta.url).href;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 3;
const CALLS = 4000;
const CONNECTIONS = 16;
const LOAD_MS = 1000;

/** Makes operations for the profiled process, and resolves to how many it made. */
type Work = (child: Child, hello: unknown) => Promise<number>;

function tell<T>(child: Child, order: Order): Promise<T> {
  return child.ask<T>({ order });
}

/** Returns each part's time per operation, largest first. */
function rowsOf(measure: string, rounds: readonly Parts[]): Row[] {
  const names = [...new Set(rounds.flatMap((parts) => Object.keys(parts)))];
  const total = rounds.map((parts) => Object.values(parts).reduce((sum, each) => sum + each, 0));
  const rows = names
    .map((subject): Row => {
      const times = rounds.map((parts) => parts[subject] ?? 0);
      return { measure, subject, value: spreadOf(times), unit: 'µs' };
    })
    .sort((a, b) => b.value.median - a.value.median);
  return [{ measure, subject: 'all of it', value: spreadOf(total), unit: 'µs' }, ...rows];
}

async function profile(
  measure: string,
  args: readonly string[],
  work: Work,
  { smoke }: Plan,
): Promise<Row[]> {
  const { child, hello } = await Child.start(WORKER, args);
  const [first, last] = smoke ? [0, 1] : [-WARM_UP_ROUNDS, ROUNDS];
  const rounds: Parts[] = [];
  try {
    for (let turn = first; turn < last; turn += 1) {
      if (turn < 0) {
        await work(child, hello);
        continue;
      }
      await tell(child, 'start');
      const operations = await work(child, hello);
      const parts = await tell<Parts>(child, 'stop');
      const each = Object.entries(parts).map(([part, time]) => [part, time / operations] as const);
      rounds.push(Object.fromEntries(each));
    }
  } finally {
    await child.stop();
  }
  return rowsOf(measure, rounds);
}

export const suite: Suite = {
  title: 'Where the time goes',
  about:
    'A sampling profile of one process, its waiting left out: the time in the part itself, without ' +
    'what it calls. `JSON.parse` and other functions of the engine count for the part that calls them.',
  run: async (plan) => {
    const calls = plan.smoke ? 20 : CALLS;
    const makeCalls: Work = async (child) => {
      await tell(child, { calls });
      return calls;
    };
    const makeRequests: Work = async (_child, hello) =>
      (await load(hello as Target, CONNECTIONS, plan.smoke ? 50 : LOAD_MS)).answers;
    return [
      ...(await withReplies((server) =>
        profile('one `client.cdrs.get` of a record', ['call', server], makeCalls, plan),
      )),
      ...(await profile(
        'one GET of a record from the served fake',
        ['request'],
        makeRequests,
        plan,
      )),
    ];
  },
};
