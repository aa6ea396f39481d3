import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as Archive from '../../src/archive/index.ts';
import type * as Sdk from '../../src/index.ts';
import { API_KEY } from '../fixtures/key.ts';
import { Child } from '../harness/child.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run } from '../harness/measure.ts';
import { peakMemoryMb } from '../harness/peak-memory.ts';
import { load } from '../harness/peers.ts';
import type { Row } from '../harness/row.ts';
import { type Spread, spreadOf } from '../harness/statistics.ts';
import type { Plan, Suite } from '../harness/suite.ts';

const CONCURRENCY = 4;
const OURS = 'archiveEvidence into a folder';

/** Makes a folder for each round, removed when the process exits, so that removal is not measured. */
function folders(): () => string {
  const place = mkdtempSync(path.join(tmpdir(), 'consent-evidence-bench-'));
  let count = 0;
  process.on('exit', () => rmSync(place, { recursive: true, force: true }));
  process.on('SIGTERM', () => process.exit(0));
  return () => path.join(place, String((count += 1)));
}

async function json<T>(url: string): Promise<T> {
  const response = await fetch(url, { headers: { 'x-api-key': API_KEY } });
  return ((await response.json()) as { data: T }).data;
}

interface Page {
  readonly cdrs: readonly { readonly cdrId: string }[];
  readonly nextPageToken?: string;
}

type Keep = (cdrId: string, cdr: object, image: Uint8Array) => Promise<void>;

/** The hand-written loop: the pages, then records and their images, four at once. */
function loop(server: string, keepIn?: () => Promise<Keep>): Run {
  return async (operations) => {
    const keep = await keepIn?.();
    let token = '';
    do {
      const list = `${server}/v1/domains/n${operations}.example/cdrs?pageSize=100${token}`;
      const { cdrs, nextPageToken } = await json<Page>(list);
      const left = cdrs.map(({ cdrId }) => cdrId);
      const work = async (): Promise<void> => {
        for (let cdrId = left.pop(); cdrId !== undefined; cdrId = left.pop()) {
          const { cdr } = await json<{ cdr: { downloadUrl: string } }>(
            `${server}/v1/cdrs/${cdrId}`,
          );
          const image = new Uint8Array(await (await fetch(cdr.downloadUrl)).arrayBuffer());
          await keep?.(cdrId, cdr, image);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      token = nextPageToken === undefined ? '' : `&pageToken=${nextPageToken}`;
    } while (token !== '');
  };
}

type Wrap = (vault: Archive.FolderVault, folder: string) => Archive.Vault;

async function ours(server: string, wrap: Wrap = (vault) => vault): Promise<Run> {
  const { ConsentEvidence } = await load<typeof Sdk>('consent-evidence');
  const { archiveEvidence, folderVault } = await load<typeof Archive>('consent-evidence/archive');
  const client = new ConsentEvidence({ apiKey: API_KEY, baseUrl: server });
  const next = folders();
  return async (operations) => {
    const folder = next();
    const { ok, counts } = await archiveEvidence(client, {
      vault: wrap(folderVault(folder), folder),
      domains: [`n${operations}.example`],
      concurrency: CONCURRENCY,
    });
    if (!ok || counts.archived !== operations) throw new Error(JSON.stringify(counts));
  };
}

/** Removes each image once it is stored: 100,000 of them would take 9 GB on disk. */
const withoutImages: Wrap = (vault, folder) => ({
  has: (name) => vault.has(name),
  get: (name) => vault.get(name),
  list: (prefix) => vault.list(prefix),
  growing: vault.growing,
  lock: (what) => vault.lock(what),
  put: async (name, bytes, { contentType }) => {
    const put = await vault.put(name, bytes, { contentType });
    if (contentType === 'image/png') await rm(path.join(folder, name));
    return put;
  },
});

function written(server: string): Run {
  const next = folders();
  return loop(server, async () => {
    const folder = next();
    await mkdir(folder);
    return async (cdrId, cdr, image) => {
      await writeFile(path.join(folder, `${cdrId}.json`), JSON.stringify(cdr), { flush: true });
      await writeFile(path.join(folder, `${cdrId}.png`), image, { flush: true });
    };
  });
}

/** The latency of a remote service; each record needs two reads, one after the other. */
const LATENCY_MS = 30;

const records: Measure = {
  title: `new records, ${CONCURRENCY} at once, each answer after ${LATENCY_MS} ms`,
  base: 'fetch loop',
  ratio: 'speed',
  operations: 100,
  rounds: 15,
  limits: { [OURS]: 0.8 },
  subjects: {
    'fetch loop': { prepare: (server) => loop(server) },
    'fetch loop that writes and flushes files': { prepare: written },
    [OURS]: { prepare: ours },
  },
};

/** The cost if nothing else takes time. No service is like this, so nothing is judged. */
const costs: Measure = {
  ...records,
  title: `new records, ${CONCURRENCY} at once, each answer at once`,
  limits: {},
};

/** One process for each figure, which archives that number of records once. */
const memory: Measure = {
  ...{ title: 'peak memory', base: OURS, ratio: 'time', operations: 1000, rounds: 3, limits: {} },
  subjects: { [OURS]: { prepare: (server) => ours(server, withoutImages) } },
};
const MOST_RECORDS = 100_000;
/**
 * Makes the process collect garbage early. By default, the time of collection makes a difference of
 * 100 MB, above all in a short run, and the figure would measure the collector.
 */
const FLAGS = ['--max-semi-space-size=2'];

/** Measures peak memory. The median of some processes with the fewest records counts as 1. */
async function memoryRows(server: string, { smoke }: Plan): Promise<Row[]> {
  const { operations: few, rounds } = smoke ? { operations: 100, rounds: 1 } : memory;
  const peakOf = (records: number) =>
    peakMemoryMb([import.meta.url, 'memory', OURS, server], records, FLAGS);
  const fewPeaks: number[] = [];
  for (let round = 0; round < rounds; round += 1) fewPeaks.push(await peakOf(few));
  const base = spreadOf(fewPeaks);
  const row = (records: number, value: Spread): Row => ({
    measure: `peak memory, ${records.toLocaleString('en-US')} new records`,
    ...{ subject: OURS, value, unit: 'MB', limit: 1.2 },
    ratio: spreadOf([value.median / base.median]),
  });
  if (smoke) return [row(few, base)];
  return [row(few, base), row(MOST_RECORDS, spreadOf([await peakOf(MOST_RECORDS)]))];
}

async function withEvidence<T>(
  latencyMs: number,
  work: (server: string) => Promise<T>,
): Promise<T> {
  const url = new URL('../servers/evidence.ts', import.meta.url).href;
  const { child, hello } = await Child.start(url, [String(latencyMs)]);
  try {
    return await work(String(hello));
  } finally {
    await child.stop();
  }
}

export const suite: Suite = {
  title: 'An archive of evidence',
  about:
    'Records that are not in the vault yet, each with an image of 90 KB: two requests each, and one ' +
    'for each 100. Ours checks replies and lengths, makes both files and the manifest durable, and ' +
    'chains a line for each record; the base line only fetches. What is judged is a service that ' +
    `takes ${LATENCY_MS} ms for an answer; the rows without are what the work itself costs. Memory is ` +
    'that of a process that archives once, collects its garbage early (`--max-semi-space-size=2`), and ' +
    'removes each image once it is kept; of 1,000 records it is the median of three.',
  measures: { records, costs, memory },
  run: async (plan) => [
    ...(await withEvidence(LATENCY_MS, (server) =>
      interleave(import.meta.url, 'records', records, plan, server),
    )),
    ...(await withEvidence(0, async (server) => [
      ...(await interleave(import.meta.url, 'costs', costs, plan, server)),
      ...(await memoryRows(server, plan)),
    ])),
  ],
};
