import type { AcceptanceVerdict } from '../../../src/index.ts';
import { act, type Work } from '../../output/act.ts';
import type { Finding } from '../../output/print-finding.ts';
import { count, table } from '../../output/report-text.ts';
import type { JudgeFlags } from './criteria-flags.ts';
import { judgeRecords, type Unreadable } from './judge-records.ts';
import { readCriteria } from './read-criteria.ts';

/** The maximum number of records listed; the rest are only counted. */
const NAMED_MAX = 1000;

interface Change {
  readonly record: string;
  readonly before: AcceptanceVerdict['outcome'];
  readonly after: AcceptanceVerdict['outcome'];
  /** The reasons that only `after` has or, if there are none, those that only `before` has. */
  readonly because: string[];
}

interface Differences {
  judged: number;
  changedCount: number;
  unreadableCount: number;
  readonly counts: Record<string, number>;
  readonly changed: Change[];
  readonly unreadable: Unreadable[];
}

function rulesOf({ failures, undecidable }: AcceptanceVerdict): string[] {
  return [
    ...failures.map(({ ruleId, code }) => `${ruleId} ${code}`),
    ...undecidable.map(({ ruleId }) => `${ruleId} undecidable`),
  ];
}

function changeOf(
  record: string,
  before: AcceptanceVerdict,
  after: AcceptanceVerdict,
): Change | undefined {
  if (before.outcome === after.outcome) return undefined;
  const [was, is] = [rulesOf(before), rulesOf(after)];
  const added = is.filter((rule) => !was.includes(rule));
  const gone = was.filter((rule) => !is.includes(rule));
  const because = added.length > 0 ? added : gone.map((rule) => `no longer ${rule}`);
  return { record, before: before.outcome, after: after.outcome, because };
}

function add(found: Differences, name: string, verdicts: readonly AcceptanceVerdict[]): void {
  const [before, after] = verdicts;
  if (before === undefined || after === undefined) return;
  found.judged += 1;
  const change = changeOf(name, before, after);
  if (change === undefined) return;
  found.changedCount += 1;
  const kind = `${change.before} to ${change.after}`;
  found.counts[kind] = (found.counts[kind] ?? 0) + 1;
  if (found.changed.length < NAMED_MAX) found.changed.push(change);
}

function textOf(found: Differences): string {
  const { judged, changedCount, counts, changed, unreadable, unreadableCount } = found;
  const rows = changed.map(({ record, before, after, because }) => [
    ...[record, before, after, because.join('; ')],
  ]);
  return [
    ...(rows.length > 0 ? [table(['RECORD', 'BEFORE', 'AFTER', 'BECAUSE'], rows), ''] : []),
    `${count(judged, 'record')}, ${changedCount} with a different result`,
    ...Object.entries(counts).map(([kind, count]) => `${count} from ${kind}`),
    ...(changedCount > changed.length ? [`the first ${changed.length} are listed`] : []),
    ...unreadable.map(({ place, why }) => `unreadable: ${place}: ${why}`),
    ...(unreadableCount > unreadable.length ? [`${unreadableCount} unreadable in all`] : []),
  ].join('\n');
}

async function diff(a: string, b: string, flags: JudgeFlags, work: Work): Promise<Finding> {
  const { records, now = work.now() } = flags;
  const both = [await readCriteria('a', a), await readCriteria('b', b)];
  const found: Differences = {
    judged: 0,
    changedCount: 0,
    unreadableCount: 0,
    counts: {},
    changed: [],
    unreadable: [],
  };
  for await (const each of judgeRecords(records, both, now)) {
    if (work.signal.aborted) break;
    if ('why' in each) {
      found.unreadableCount += 1;
      if (found.unreadable.length < NAMED_MAX) found.unreadable.push(each);
    } else add(found, each.name, each.verdicts);
    work.progress.show(
      `${count(found.judged, 'record')} evaluated, ${found.changedCount} with a different result`,
    );
  }
  const interrupted = work.signal.aborted;
  const ok = !interrupted && found.changedCount === 0 && found.unreadableCount === 0;
  const at = new Date(now).toISOString();
  const data = { a, b, records, now: at, interrupted, ...found };
  return { ok, data, text: interrupted ? 'interrupted' : textOf(found) };
}

/** Judges every record by both criteria, and lists those with a different outcome. */
export async function runDiff(a: string, b: string, flags: JudgeFlags): Promise<void> {
  await act('criteria diff', flags.json, (work) => diff(a, b, flags, work));
}
