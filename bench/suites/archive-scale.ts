import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { packTerms, termsOf } from '../../src/archive/search/index-terms.ts';
import { phoneOf, recordAt, writeArchive } from '../fixtures/archive-at-scale.ts';
import { Child } from '../harness/child.ts';
import type { Row } from '../harness/row.ts';
import { spreadOf } from '../harness/statistics.ts';
import type { Suite } from '../harness/suite.ts';
import type { Took } from '../servers/archive-scale.ts';

const URL_OF_WORKER = new URL('../servers/archive-scale.ts', import.meta.url).href;

async function took(task: string, folder: string, phone = ''): Promise<Took> {
  const { child, hello } = await Child.start(URL_OF_WORKER, [task, folder, phone]);
  await child.stop();
  return hello as Took;
}

/** Describes all records in the index, as reading each of them would: most of them have no file here. */
function describeAll(file: string, lines: number): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN');
  const terms = database.prepare('INSERT OR IGNORE INTO terms (term, record) VALUES (?, ?)');
  const row = database.prepare('UPDATE records SET terms = ? WHERE id = ?');
  for (let at = 0; at < lines; at += 1) {
    const own = termsOf(JSON.parse(recordAt(at)) as Record<string, unknown>);
    for (const term of own) terms.run(term, at + 1);
    row.run(packTerms(own), at + 1);
  }
  database.exec('COMMIT');
  database.close();
}

const count = (lines: number): string => `${lines.toLocaleString('en-US')} lines`;

function rowsOf(what: string, lines: number, { ms, peakMb, reads }: Took, limits: Limits): Row[] {
  const row = (unit: Row['unit'], value: number, limit?: number): Row => ({
    measure: `${what}, ${count(lines)}: ${unit}`,
    subject: 'the archive',
    ...{ value: spreadOf([value]), unit },
    ...(limit !== undefined && { limit }),
  });
  return [
    row('ms', ms, limits.ms),
    row('MB', peakMb, limits.mb),
    row('reads', reads, limits.reads),
  ];
}

interface Limits {
  readonly ms?: number;
  readonly mb?: number;
  readonly reads?: number;
}

async function scaleRows(lines: number, found: number, files: number): Promise<Row[]> {
  const place = mkdtempSync(path.join(tmpdir(), 'consent-evidence-scale-'));
  try {
    const [large, searched] = ['large', 'searched'].map((name) => path.join(place, name));
    writeArchive(large ?? '', lines, 0);
    const made = await took('index', large ?? '');
    const start = await took('start', large ?? '');
    rmSync(large ?? '', { recursive: true });
    writeArchive(searched ?? '', found, files);
    await took('index', searched ?? '');
    describeAll(`${searched}.index`, found);
    const find = await took('find', searched ?? '', phoneOf(17));
    if (find.found === 0) throw new Error('the search found nothing');
    return [
      ...rowsOf('making the index', lines, made, {}),
      ...rowsOf('start of a run, index at hand', lines, start, { ms: 60_000, mb: 500, reads: 200 }),
      ...rowsOf('findInArchive by phone', found, find, { ms: 2000, reads: 20 }),
    ];
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

export const suite: Suite = {
  title: 'An archive of many years',
  about:
    'An archive of synthetic lines, in segments of 10,000, and in a folder. Each row is one process, done ' +
    'once: the making of an index that is gone, the start of a run that finds nothing new, and a search. ' +
    'Reads are calls of the vault. Of the searched archive, the first records are real files.',
  run: async ({ smoke, rows }) =>
    smoke ? scaleRows(25_000, 12_000, 100) : scaleRows(20 * rows, 10 * rows, rows / 10),
};
