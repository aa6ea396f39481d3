import {
  type ArchiveHit,
  type ArchiveProblem,
  findInArchive,
  folderVault,
} from '../../../src/archive/index.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { inFlags } from '../../flags/in-flags.ts';
import { act, type Work } from '../../output/act.ts';
import { type Finding, RunFailure } from '../../output/print-finding.ts';
import { printable } from '../../output/printable.ts';
import { count } from '../../output/report-text.ts';
import { readPhone } from '../read-phone.ts';
import type { FindFlags } from './archive-flags.ts';
import { problemLines } from './problem-lines.ts';
import { refuseNoFolder } from './refuse-no-folder.ts';

/** More are left out; the text and the data say so. */
const HITS_MAX = 10_000;
const SHOWN_MAX = 200;

function metadataOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1) throw invalidInput('--metadata', 'expected key=value');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );
}

function lineOf({ cdrId, domainId, createdAt, record, image, key }: ArchiveHit): string {
  const by = key === undefined ? '' : `, by ${key}`;
  const at = new Date(createdAt);
  const day = Number.isNaN(at.getTime()) ? 'undated' : at.toISOString();
  return printable(`${cdrId}  ${domainId}  ${day}${by}  ${(image ?? record).path}`);
}

async function find(dir: string, flags: FindFlags, work: Work): Promise<Finding> {
  const { key, cdr, domain, month, metadata, index } = flags;
  const phone = flags.phone === undefined ? undefined : (await readPhone(flags.phone)).text;
  const values = metadata && metadataOf(metadata);
  await refuseNoFolder(dir);
  const { signal, progress } = work;
  const hits: ArchiveHit[] = [];
  const problems: ArchiveProblem[] = [];
  let truncated = false;
  const search = findInArchive(folderVault(dir), {
    phone,
    keys: key,
    cdrId: cdr,
    domainId: domain,
    month,
    metadata: values,
    index,
    signal,
    onProblem: (problem) => void problems.push(problem),
    onProgress: ({ read, toRead }) =>
      progress.show(`reading records into the index: ${read} of ${toRead}`),
  });
  try {
    for await (const hit of search) {
      truncated = hits.length === HITS_MAX;
      if (truncated) break;
      hits.push(hit);
      progress.show(`${hits.length} found`);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new RunFailure('interrupted: the list is incomplete');
  }
  const lines = [
    ...hits.slice(0, SHOWN_MAX).map(lineOf),
    ...(hits.length > SHOWN_MAX ? [`${hits.length - SHOWN_MAX} more: --json lists them`] : []),
    ...problemLines(problems),
    truncated
      ? `more than ${HITS_MAX} records: add a criterion`
      : `${count(hits.length, 'record')} found`,
  ];
  const ok = problems.length === 0 && !truncated;
  return { ok, data: { dir, truncated, hits, problems }, text: lines.join('\n') };
}

/** Lists the records of an archive that meet the criteria. */
export async function runFind(dir: string, flags: FindFlags): Promise<void> {
  const names = {
    phone: '--phone',
    keys: '--key',
    cdrId: '--cdr',
    domainId: '--domain',
    month: '--month',
    metadata: '--metadata',
    index: '--index',
    folder: 'dir',
    vault: 'dir',
  };
  await inFlags(names, () => act('archive find', flags.json, (work) => find(dir, flags, work)));
}
