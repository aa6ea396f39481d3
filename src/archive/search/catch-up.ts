import type { ManifestLog } from '../manifest-log.ts';
import { type ManifestStart, type OpenManifest, openManifest, START } from '../open-manifest.ts';
import type { Vault } from '../vault.ts';
import type { ArchiveIndex } from './archive-index.ts';
import type { PlacedLine } from './index-rows.ts';

/** So many lines are taken in one transaction. */
const LINES_AT_ONCE = 5_000;

/** Called with the number of lines that were read. */
export type OnLines = (lines: number) => void;

interface Read extends OpenManifest {
  /** Whether the index was made from other lines than these. */
  readonly isStale: boolean;
}

async function readOn(
  vault: Vault,
  log: ManifestLog,
  index: ArchiveIndex,
  onLines: OnLines,
): Promise<Read> {
  const start = index.position;
  let from: ManifestStart = start;
  let lines: PlacedLine[] = [];
  let isChained = true;
  const flush = (to: ManifestStart): void => {
    if (isChained && to.lines > from.lines) index.take(lines, from, to);
    from = { ...to };
    lines = [];
    onLines(to.lines);
  };
  const opened = await openManifest(vault, log, start, (read, state) => {
    const { line, part, begin, end, number } = read;
    if (number === start.lines + 1 && start.lines > 0) isChained = line?.previous === start.head;
    if (line !== undefined) lines.push({ line, number, part, begin, end });
    if (lines.length >= LINES_AT_ONCE) flush(state);
  });
  flush(opened.state);
  const isOther = opened.state.lines === start.lines && opened.faults.length > 0;
  return { ...opened, isStale: start.lines > 0 && (!isChained || isOther) };
}

/**
 * Brings an index up to the end of the manifest: it reads what was appended since. If the manifest is not
 * the one that the index was made from, as after a restored backup, the index is made again.
 *
 * @returns the end of the manifest, and what is not as it was left, in the lines that were read.
 */
export async function catchUp(
  vault: Vault,
  log: ManifestLog,
  index: ArchiveIndex,
  onLines: OnLines = () => undefined,
): Promise<OpenManifest> {
  const first = await readOn(vault, log, index, onLines);
  if (!first.isStale) return first;
  index.empty();
  return readOn(vault, log, index, onLines);
}

/** Where the open segment begins. */
async function segmentStart(log: ManifestLog): Promise<ManifestStart> {
  const opening = await log.opening?.();
  if (opening === undefined) return START;
  const { number, lines, previous: head, seals, organizationName: account } = opening;
  return { number, end: 0, lines, head, seals, account, linesBefore: lines };
}

/**
 * As {@link catchUp}, and looks at the whole open segment: what was changed in it is told, and what a
 * changed line spoke for is not known any more.
 */
export async function catchUpWhole(
  vault: Vault,
  log: ManifestLog,
  index: ArchiveIndex,
): Promise<OpenManifest> {
  const caughtUp = await catchUp(vault, log, index);
  if (log.opening === undefined) return caughtUp;
  const start = await segmentStart(log);
  const opened = await openManifest(vault, log, start);
  if (opened.faults.length === 0) return opened;
  index.rewind(start);
  await catchUp(vault, log, index);
  return opened;
}
