import { csvRow } from '../../../src/texts/csv-row.ts';
import { count, table } from '../../output/report-text.ts';
import type { Candidate, Question, SearchResult } from './search.ts';

/** What `--scan` misses. It stands beside each result, which proves nothing without it. */
const NOT_FOUND =
  'a number in words or base64, within more than two encodings, with letters between its digits, or split over several objects or the parameters of one address';

/** The question, reported with the result. */
interface Asked extends Question {
  readonly profile?: string;
  readonly baseUrl: string;
  readonly askedAt: string;
  readonly requests: number;
}

interface Facts {
  readonly asked: Asked;
  readonly result: SearchResult;
  readonly interrupted: boolean;
}

/** The columns of `find --csv` and the members of `candidates`; scripts rely on them. */
const FIND_COLUMNS = ['domainId', 'cdrId', 'createdAt', 'key', 'collected', 'devMode'] as const;

type Row = Readonly<Record<(typeof FIND_COLUMNS)[number], string | boolean>>;

function rowOf({ domainId, entry, key }: Candidate): Row {
  const { cdrId, createdAt, collected, devMode } = entry;
  const at = new Date(createdAt);
  return {
    domainId,
    cdrId,
    key,
    collected,
    devMode: devMode === true,
    createdAt: Number.isNaN(at.getTime()) ? '' : at.toISOString(),
  };
}

/** Returns where `--after` continues: the last domain before the first unfinished one. */
function resumeAfter({ searched, failed, left }: SearchResult): string | undefined {
  const open = [...left, ...failed.map(({ domainId }) => domainId)].sort()[0];
  if (open === undefined) return undefined;
  return searched.filter((each) => each < open).at(-1);
}

/** Returns the result for scripts. */
export function findReport({ asked, result, interrupted }: Facts): object {
  const { candidates, searched, failed, left, truncated } = result;
  const after = resumeAfter(result);
  return {
    ...asked,
    interrupted,
    truncated,
    searched,
    failed,
    left,
    ...(after !== undefined && { resumeAfter: after }),
    ...(asked.scan && { notFound: NOT_FOUND }),
    candidates: candidates.map(rowOf),
  };
}

/** Returns one row per candidate. Cells that a spreadsheet would run as a formula are escaped. */
export function findCsv({ candidates }: SearchResult): string {
  const rows = candidates.map(rowOf).map((row) => FIND_COLUMNS.map((name) => row[name]));
  return [FIND_COLUMNS, ...rows].map(csvRow).join('\n');
}

function notDone(result: SearchResult, interrupted: boolean): string[] {
  const { failed, left, truncated } = result;
  const after = resumeAfter(result);
  const again = after === undefined ? 'run it again' : `continue with --after ${after}`;
  return [
    ...failed.map(({ domainId, message }) => `not searched: ${domainId}: ${message}`),
    ...(truncated ? ['stopped at --limit: there may be more candidates'] : []),
    ...(interrupted ? ['interrupted'] : []),
    ...(left.length > 0 ? [`${count(left.length, 'domain')} left; ${again}`] : []),
  ];
}

/** Describes how the search went. */
export function summaryOf({ asked, result, interrupted }: Facts): string {
  const { candidates, searched } = result;
  const by = asked.scan
    ? 'every list entry, any key and spelling'
    : ['phones', ...asked.keys].join(', ');
  return [
    `${count(candidates.length, 'candidate')} for ${asked.tenDigits} on ${count(searched.length, 'domain')}`,
    `searched at ${asked.askedAt} on ${asked.baseUrl}, ${count(asked.requests, 'request')}`,
    `searched by ${by}`,
    ...(asked.scan ? [`not found by --scan: ${NOT_FOUND}`] : []),
    ...notDone(result, interrupted),
  ].join('\n');
}

/** Returns the result for people. */
export function findText(facts: Facts): string {
  const rows = facts.result.candidates.map((candidate) => {
    const { domainId, cdrId, createdAt, key, collected, devMode } = rowOf(candidate);
    const image =
      devMode === true ? 'Dev Mode' : collected === true ? 'collected' : 'not collected';
    return [domainId, cdrId, createdAt, key, image].map(String);
  });
  const head = ['DOMAIN', 'RECORD', 'CREATED', 'FOUND IN', 'IMAGE'];
  return [...(rows.length > 0 ? [table(head, rows), ''] : []), summaryOf(facts)].join('\n');
}
