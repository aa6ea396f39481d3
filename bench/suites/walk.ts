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

/** A walk over all entries; each is looked at. */
type Walk = () => AsyncIterable<{ readonly createdAt?: number }>;

function runOf(walk: Walk): Run {
  return async (operations) => {
    let seen = 0;
    for (let walked = 0; walked < operations; ) {
      const before = walked;
      for await (const { createdAt = 0 } of walk()) {
        seen += createdAt > 0 ? 1 : 0;
        walked += 1;
        if (walked === operations) break;
      }
      if (walked === before) throw new Error('the walk was empty');
    }
    if (seen !== operations) throw new Error(`${seen} of ${operations} entries were as expected`);
  };
}

interface Page {
  readonly data: { readonly cdrs: { createdAt: number }[]; readonly nextPageToken?: string };
}

async function* loop(server: string) {
  let token: string | undefined;
  do {
    const cursor = token === undefined ? '' : `&pageToken=${token}`;
    const url = `${server}/v1/domains/sunroof.example/cdrs?pageSize=100${cursor}`;
    const response = await fetch(url, { headers: { 'x-api-key': API_KEY } });
    const { data } = (await response.json()) as Page;
    yield* data.cdrs;
    token = data.nextPageToken;
  } while (token !== undefined);
}

async function ours(server: string, prefetch: 0 | 1): Promise<Run> {
  const { ConsentEvidence } = await load<typeof Sdk>('consent-evidence');
  const client = new ConsentEvidence({
    apiKey: API_KEY,
    baseUrl: server,
    validateReplies: 'throw',
  });
  return runOf(() => client.cdrs.list('sunroof.example', { pageSize: 100, prefetch }));
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

const subjects: Readonly<Record<string, Subject>> = {
  'fetch loop': { prepare: (server) => runOf(() => loop(server)) },
  'consent-evidence': { prepare: (server) => ours(server, 0) },
  'consent-evidence, prefetch': { prepare: (server) => ours(server, 1) },
  stripe: { peer: 'stripe', prepare: stripe },
  '@notionhq/client': { peer: '@notionhq/client', prepare: notion },
  openai: { peer: 'openai', prepare: openai },
};

function measureOf(title: string, operations: number, names: readonly string[]): Measure {
  return {
    title,
    base: 'fetch loop',
    ratio: 'speed',
    operations,
    rounds: 15,
    limits: { 'consent-evidence': 0.9, 'consent-evidence, prefetch': 1.2 },
    subjects: Object.fromEntries(names.map((name) => [name, subjects[name] as Subject])),
  };
}

const OURS = Object.keys(subjects).filter((name) => subjects[name]?.peer === undefined);

const measures = {
  memory: measureOf('a server that answers from memory', 10_000, Object.keys(subjects)),
  distant: measureOf('a server that takes 5 ms a page', 10_000, OURS),
};

/** Peak memory of a process that walks so far and no further. */
async function memoryRows(server: string, { smoke }: Plan): Promise<Row[]> {
  const rows: Row[] = [];
  const lengths = smoke ? [200] : [10_000, 100_000];
  for (const operations of lengths) {
    const peaks = new Map<string, number[]>(OURS.map((subject) => [subject, []]));
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
        ...(subject !== 'fetch loop' && { limit: 1.2 }),
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
      { BENCH_PAGE_DELAY_MS: '5' },
    )),
  ],
};
