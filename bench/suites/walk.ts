import { setTimeout } from 'node:timers/promises';
import type * as Sdk from '../../src/index.ts';
import { API_KEY } from '../fixtures/key.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run, Subject } from '../harness/measure.ts';
import { peakMemoryMb } from '../harness/peak-memory.ts';
import { load } from '../harness/peers.ts';
import type { Row } from '../harness/row.ts';
import { spreadOf } from '../harness/statistics.ts';
import type { Plan, Suite } from '../harness/suite.ts';
import { withReplies } from '../servers/with-replies.ts';
import { overUndici } from './over-undici.ts';

/** A walk that looks at every entry. */
type Walk = () => AsyncIterable<{ readonly createdAt?: number }>;

/** How long the work on each page takes in measures with work, as if it were written to a store. */
const PAGE_WORK_MS = 5;

const rest = (): Promise<void> => setTimeout(PAGE_WORK_MS);

/** Walks until `operations` entries were seen, restarting if a walk is shorter. */
function runOf(walk: Walk): Run {
  return async (operations) => {
    let walked = 0;
    while (walked < operations) {
      const before = walked;
      for await (const { createdAt = 0 } of walk()) {
        if (createdAt > 0) walked += 1;
        if (walked === operations) break;
      }
      if (walked === before) throw new Error('the walk was empty');
    }
  };
}

interface Page {
  readonly cdrs: readonly { readonly createdAt: number }[];
  readonly nextPageToken?: string;
}

async function fetchPage(server: string, token: string | undefined): Promise<Page> {
  const cursor = token === undefined ? '' : `&pageToken=${token}`;
  const url = `${server}/v1/domains/sunroof.example/cdrs?pageSize=100${cursor}`;
  const response = await fetch(url, { headers: { 'x-api-key': API_KEY } });
  return ((await response.json()) as { data: Page }).data;
}

/** The hand-written loop. */
function loop(server: string, work?: () => Promise<void>): Run {
  return async (operations) => {
    let walked = 0;
    let token: string | undefined;
    while (walked < operations) {
      const { cdrs, nextPageToken } = await fetchPage(server, token);
      for (const { createdAt } of cdrs) if (createdAt > 0) walked += 1;
      token = nextPageToken;
      await work?.();
    }
  };
}

async function clientOf(
  server: string,
  options: Sdk.ConsentEvidenceOptions = {},
): Promise<Sdk.ConsentEvidence> {
  const { ConsentEvidence } = await load<typeof Sdk>('consent-evidence');
  const strict = { validateReplies: 'throw' } as const;
  return new ConsentEvidence({ apiKey: API_KEY, baseUrl: server, ...strict, ...options });
}

async function ours(
  server: string,
  prefetch: 0 | 1,
  options?: Sdk.ConsentEvidenceOptions,
): Promise<Run> {
  const client = await clientOf(server, options);
  return runOf(() => client.cdrs.list('sunroof.example', { pageSize: 100, prefetch }));
}

async function oursWithWork(server: string, prefetch: 0 | 1): Promise<Run> {
  const client = await clientOf(server);
  return async (operations) => {
    let walked = 0;
    const list = client.cdrs.list('sunroof.example', { pageSize: 100, prefetch });
    for await (const { cdrs } of list.pages()) {
      for (const { createdAt } of cdrs) if (createdAt > 0) walked += 1;
      if (walked >= operations) return;
      await rest();
    }
  };
}

type Lister = { list(options: object): AsyncIterable<object> };

async function stripe(server: string): Promise<Run> {
  const { default: Stripe } = await load<{
    default: new (key: string, options: object) => { customers: Lister };
  }>('stripe');
  const { hostname: host, port } = new URL(server);
  const client = new Stripe(API_KEY, { host, port, protocol: 'http' });
  return runOf(() => client.customers.list({ limit: 100 }));
}

async function notion(server: string): Promise<Run> {
  const { Client, iteratePaginatedAPI } = await load<{
    Client: new (options: object) => { users: { list: unknown } };
    iteratePaginatedAPI(list: unknown, options: object): AsyncIterable<object>;
  }>('@notionhq/client');
  const client = new Client({ auth: API_KEY, baseUrl: server });
  return runOf(() => iteratePaginatedAPI(client.users.list, { page_size: 100 }));
}

async function openai(server: string): Promise<Run> {
  const { default: OpenAI } = await load<{ default: new (options: object) => { files: Lister } }>(
    'openai',
  );
  const client = new OpenAI({ apiKey: API_KEY, baseURL: server });
  return runOf(() => client.files.list({ limit: 100 }));
}

const OURS = {
  'fetch loop': { prepare: (server) => loop(server) },
  'consent-evidence': { prepare: (server) => ours(server, 0) },
  'consent-evidence, prefetch': { prepare: (server) => ours(server, 1) },
  'consent-evidence/undici': {
    peer: 'undici',
    prepare: async (server) => ours(server, 0, { fetch: await overUndici() }),
  },
} satisfies Record<string, Subject>;

const memory: Measure = {
  title: 'a server that answers from memory, entries that are only looked at',
  base: 'fetch loop',
  ratio: 'speed',
  operations: 10_000,
  rounds: 31,
  limits: { 'consent-evidence': 0.78, 'consent-evidence/undici': 1 },
  subjects: {
    ...OURS,
    stripe: { peer: 'stripe', prepare: stripe },
    '@notionhq/client': { peer: '@notionhq/client', prepare: notion },
    openai: { peer: 'openai', prepare: openai },
  },
};

const distant: Measure = {
  title: `a server ${PAGE_WORK_MS} ms away, ${PAGE_WORK_MS} ms of waiting work with each page`,
  base: 'fetch loop',
  ratio: 'speed',
  operations: 5000,
  rounds: 15,
  limits: { 'consent-evidence': 0.9, 'consent-evidence, prefetch': 1.2 },
  subjects: {
    'fetch loop': { prepare: (server) => loop(server, rest) },
    'consent-evidence': { prepare: (server) => oursWithWork(server, 0) },
    'consent-evidence, prefetch': { prepare: (server) => oursWithWork(server, 1) },
  },
};

const measures = { memory, distant };

/** Measures the peak memory of a process that only walks that many entries. */
async function memoryRows(server: string, { smoke }: Plan): Promise<Row[]> {
  const rows: Row[] = [];
  const lengths = smoke ? [200] : [10_000, 100_000];
  for (const operations of lengths) {
    const peaks = new Map<string, number[]>(Object.keys(OURS).map((name) => [name, []]));
    for (let round = 0; round < (smoke ? 1 : 3); round += 1) {
      for (const [subject, list] of peaks) {
        list.push(await peakMemoryMb([import.meta.url, 'memory', subject, server], operations));
      }
    }
    const base = spreadOf(peaks.get('fetch loop') ?? []).median;
    for (const [subject, list] of peaks) {
      rows.push({
        measure: `peak memory after ${operations.toLocaleString('en-US')} entries`,
        subject,
        value: spreadOf(list),
        unit: 'MB',
        ratio: spreadOf(list.map((each) => each / base)),
        ...(subject !== 'fetch loop' && { limit: 1.15 }),
      });
    }
  }
  return rows;
}

export const suite: Suite = {
  title: 'A walk over 100,000 records in pages of 100',
  about:
    'Every entry of every page, 80 KB of JSON each. Ours checks every entry against its schema. ' +
    'A round is 10,000 entries; memory is that of a process that walks once.',
  measures,
  run: async (plan) => [
    ...(await withReplies(async (server) => [
      ...(await interleave(import.meta.url, 'memory', measures.memory, plan, server)),
      ...(await memoryRows(server, plan)),
    ])),
    ...(await withReplies(
      (server) => interleave(import.meta.url, 'distant', measures.distant, plan, server),
      { BENCH_DELAY_MS: String(PAGE_WORK_MS) },
    )),
  ],
};
