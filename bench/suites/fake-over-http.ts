import type { Row } from '../harness/row.ts';
import { ratioOf, spreadOf } from '../harness/statistics.ts';
import type { Plan, Suite } from '../harness/suite.ts';
import { load } from '../servers/load.ts';
import { programs } from '../servers/programs.ts';
import { Server } from '../servers/server.ts';

const BASE = 'bare node:http';
/** What ours must reach relative to the bare server: requests per second, and time to the first 200. */
const LIMITS: Readonly<Record<string, { readonly rate: number; readonly start: number }>> = {
  'consent-evidence, served': { rate: 0.74, start: 1.4 },
  'consent-evidence, command': { rate: 0.7, start: 1.5 },
};
const P99_LIMIT = 2;
const MEMORY_LIMIT = 1.8;
const CONNECTIONS = 16;
const ROUND_MS = 300;
const ROUNDS = 31;
const WARM_UP_ROUNDS = 6;
const STARTS = 15;

interface Figures {
  readonly rates: number[];
  readonly cpuMsPerAnswer: number[];
  readonly starts: number[];
  readonly p99s: number[];
  memoryMb: number;
}

function namesOf(plan: Plan): string[] {
  return Object.entries(programs).flatMap(([name, { peer }]) => {
    if (peer === undefined) return [name];
    if (plan.smoke) return [];
    if (plan.peers.has(peer)) return [name];
    plan.skipped(name, 'it is not installed');
    return [];
  });
}

async function measureStarts(figures: Map<string, Figures>, plan: Plan): Promise<void> {
  for (let round = 0; round < (plan.smoke ? 1 : STARTS); round += 1) {
    for (const [name, { starts }] of [...figures]) {
      try {
        const server = await Server.start(programs[name] as (typeof programs)[string]);
        starts.push(server.startMs);
        await server.stop();
      } catch (error) {
        if (name === BASE || name in LIMITS) throw error;
        plan.skipped(name, String(error));
        figures.delete(name);
      }
    }
  }
}

async function measureRates(figures: Map<string, Figures>, plan: Plan): Promise<void> {
  const servers = new Map<string, Server>();
  const [first, rounds] = plan.smoke ? [0, 1] : [-WARM_UP_ROUNDS, ROUNDS];
  try {
    for (const name of figures.keys()) {
      const program = programs[name] as (typeof programs)[string];
      if (program.startOnly !== true) servers.set(name, await Server.start(program));
    }
    for (let turn = first; turn < rounds; turn += 1) {
      for (const [name, server] of servers) {
        const cpu = server.cpuMs();
        const { answers, wallMs, p99Ms } = await load(server.target, CONNECTIONS, ROUND_MS);
        if (turn < 0) continue;
        figures.get(name)?.p99s.push(p99Ms);
        figures.get(name)?.rates.push((answers * 1000) / wallMs);
        figures.get(name)?.cpuMsPerAnswer.push((server.cpuMs() - cpu) / answers);
      }
    }
    for (const [name, server] of servers) {
      const figure = figures.get(name);
      if (figure !== undefined) figure.memoryMb = server.peakMemoryMb();
    }
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}

function rowsOf(figures: ReadonlyMap<string, Figures>): Row[] {
  const base = figures.get(BASE);
  if (base === undefined) return [];
  return [...figures].flatMap(([subject, figure]) => rowsOfSubject(subject, figure, base));
}

function rowsOfSubject(subject: string, figure: Figures, base: Figures): Row[] {
  const { rates, cpuMsPerAnswer, starts, p99s, memoryMb } = figure;
  const limits = LIMITS[subject];
  const start: Row = {
    measure: 'from the start of the process to the first 200',
    subject,
    value: spreadOf(starts),
    unit: 'ms',
    ratio: ratioOf(starts, base.starts),
    ...(limits && { limit: limits.start }),
  };
  if (rates.length === 0) return [start];
  return [
    {
      measure: `GET of a record, ${CONNECTIONS} connections`,
      subject,
      value: spreadOf(rates),
      unit: 'requests/s',
      ratio: ratioOf(rates, base.rates),
      cpuRatio: ratioOf(base.cpuMsPerAnswer, cpuMsPerAnswer),
      higherIsBetter: true,
      ...(limits && { limit: limits.rate }),
    },
    {
      measure: 'the slowest hundredth of them',
      subject,
      value: spreadOf(p99s),
      unit: 'ms',
      ratio: ratioOf(p99s, base.p99s),
      ...(limits && { limit: P99_LIMIT }),
    },
    start,
    {
      measure: 'peak memory',
      subject,
      value: spreadOf([memoryMb]),
      unit: 'MB',
      ratio: spreadOf([memoryMb / base.memoryMb]),
      ...(limits && { limit: MEMORY_LIMIT }),
    },
  ];
}

export const suite: Suite = {
  title: 'The fake over HTTP',
  about:
    'One record of 2 KB with a key. Ours has everything on: routing, key, presenting, signing the ' +
    'download URL, journal; by the command line with `--quiet`. The command line finds its compiled ' +
    "code from an earlier start in Node's compile cache, except in the row for the first time. The " +
    'others serve a constant as well as they can.',
  run: async (plan) => {
    const figures = new Map<string, Figures>(
      namesOf(plan).map((name) => [
        name,
        { rates: [], cpuMsPerAnswer: [], starts: [], p99s: [], memoryMb: Number.NaN },
      ]),
    );
    await measureStarts(figures, plan);
    await measureRates(figures, plan);
    return rowsOf(figures);
  },
};
