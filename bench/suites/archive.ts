import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
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
import { spreadOf } from '../harness/statistics.ts';
import type { Plan, Suite } from '../harness/suite.ts';

const CONCURRENCY = 4;
const OURS = 'archiveEvidence into a folder';

/** A folder for each round, gone with the process: removing is no part of what is measured. */
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

/** What one would write by hand: the pages, and four at once of the records and their images. */
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

async function ours(server: string): Promise<Run> {
  const { ConsentEvidence } = await load<typeof Sdk>('consent-evidence');
  const { archiveEvidence, folderVault } = await load<typeof Archive>('consent-evidence/archive');
  const client = new ConsentEvidence({ apiKey: API_KEY, baseUrl: server });
  const next = folders();
  return async (operations) => {
    const { ok, counts } = await archiveEvidence(client, {
      vault: folderVault(next()),
      domains: [`n${operations}.example`],
      concurrency: CONCURRENCY,
    });
    if (!ok || counts.archived !== operations) throw new Error(JSON.stringify(counts));
  };
}

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

const records: Measure = {
  title: `new records with images of 90 KB, ${CONCURRENCY} at once`,
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

/** Peak memory of a process that archives so many records and no more; the fewest count as 1. */
async function memoryRows(server: string, { smoke }: Plan): Promise<Row[]> {
  const rows: Row[] = [];
  let base = Number.NaN;
  for (const operations of smoke ? [100] : [1000, 100_000]) {
    const peak = await peakMemoryMb([import.meta.url, 'records', OURS, server], operations);
    if (Number.isNaN(base)) base = peak;
    rows.push({
      measure: `peak memory, ${operations.toLocaleString('en-US')} new records`,
      subject: OURS,
      value: spreadOf([peak]),
      unit: 'MB',
      ratio: spreadOf([peak / base]),
      limit: 1.2,
    });
  }
  return rows;
}

async function withEvidence<T>(work: (server: string) => Promise<T>): Promise<T> {
  const url = new URL('../servers/evidence.ts', import.meta.url).href;
  const { child, hello } = await Child.start(url, []);
  try {
    return await work(String(hello));
  } finally {
    await child.stop();
  }
}

export const suite: Suite = {
  title: 'An archive of evidence',
  about:
    'Records that are not in the vault yet: two requests each, and one for each 100. Ours checks ' +
    'replies and lengths, makes both files and the manifest durable, and chains a line for each ' +
    'record; the base line only fetches. Memory is that of a process that archives once.',
  measures: { records },
  run: (plan) =>
    withEvidence(async (server) => [
      ...(await interleave(import.meta.url, 'records', records, plan, server)),
      ...(await memoryRows(server, plan)),
    ]),
};
