import { Child } from './child.ts';
import type { Measure, Round } from './measure.ts';
import type { Row } from './row.ts';
import { ratioOf, spreadOf } from './statistics.ts';
import type { Plan } from './suite.ts';

const WORKER = new URL('./worker.ts', import.meta.url).href;

/** Uncounted first rounds, in which the compiler is at work. */
const WARM_UP_ROUNDS = 6;

/** Returns the subjects of this run: those without a peer, or whose peer is installed. */
function subjectsOf(measure: Measure, plan: Plan): string[] {
  return Object.entries(measure.subjects).flatMap(([name, { peer }]) => {
    if (peer === undefined) return [name];
    if (plan.smoke) return [];
    if (plan.peers.has(peer)) return [name];
    plan.skipped(`${measure.title}: ${name}`, `${peer} is not installed`);
    return [];
  });
}

type Workers = Map<string, Child>;

async function startWorkers(
  names: readonly string[],
  start: (name: string) => Promise<Child>,
  failed: (name: string, error: unknown) => void,
): Promise<Workers> {
  const workers: Workers = new Map();
  for (const name of names) {
    try {
      workers.set(name, await start(name));
    } catch (error) {
      failed(name, error);
    }
  }
  return workers;
}

/** On a busy machine, a measure makes fewer turns, so that a suite stays below two minutes. */
const BUDGET_MS = 30_000;
const TURNS_MIN = 5;

/** Runs one round of each subject in every turn. Each turn starts with the next subject. */
async function takeTurns(
  workers: Workers,
  { rounds, operations }: Pick<Measure, 'rounds' | 'operations'>,
): Promise<Map<string, Round[]>> {
  const results = new Map<string, Round[]>([...workers.keys()].map((name) => [name, []]));
  const names = [...workers.keys()];
  const until = performance.now() + BUDGET_MS;
  for (let turn = -WARM_UP_ROUNDS; turn < rounds; turn += 1) {
    if (turn >= TURNS_MIN && performance.now() > until) break;
    for (const index of names.keys()) {
      const name = names[(index + turn + WARM_UP_ROUNDS) % names.length] as string;
      const result = await (workers.get(name) as Child).ask<Round>({ operations });
      if (turn >= 0) results.get(name)?.push(result);
    }
  }
  return results;
}

function toRows(measure: Measure, results: ReadonlyMap<string, readonly Round[]>): Row[] {
  const base = results.get(measure.base) ?? [];
  const isSpeed = measure.ratio === 'speed';
  const ratio = (rounds: readonly Round[], time: keyof Round) => {
    const own = rounds.map((round) => round[time]);
    const ones = base.map((round) => round[time]);
    return isSpeed ? ratioOf(ones, own) : ratioOf(own, ones);
  };
  return [...results].map(([subject, rounds]): Row => {
    const limit = measure.limits[subject];
    return {
      measure: measure.title,
      subject,
      value: spreadOf(rounds.map(({ wallMs }) => (wallMs * 1000) / measure.operations)),
      unit: 'µs',
      ratio: ratio(rounds, 'wallMs'),
      cpuRatio: ratio(rounds, 'cpuMs'),
      higherIsBetter: isSpeed,
      ...(limit !== undefined && { limit }),
    };
  });
}

/** Measures the subjects of one measure in turns. */
export async function interleave(
  suiteUrl: string,
  name: string,
  measure: Measure,
  plan: Plan,
  server = '',
): Promise<Row[]> {
  const { rounds, operations } = plan.smoke
    ? { rounds: 1, operations: Math.max(1, Math.ceil(measure.operations / 50)) }
    : measure;
  const workers = await startWorkers(
    subjectsOf(measure, plan),
    async (subject) => (await Child.start(WORKER, [suiteUrl, name, subject, server])).child,
    (subject, error) => {
      if (measure.subjects[subject]?.peer === undefined) throw error;
      plan.skipped(`${measure.title}: ${subject}`, String(error));
    },
  );
  try {
    return toRows({ ...measure, operations }, await takeTurns(workers, { rounds, operations }));
  } finally {
    for (const worker of workers.values()) await worker.stop();
  }
}
