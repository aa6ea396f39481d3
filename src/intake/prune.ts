import { UNIT_MS } from '../contract/limits.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import { instant, required, signalKind } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { WebAbortSignal } from '../platform/platform.ts';
import type { IntakeSettings } from './intake-options.ts';

/** Options of `prune`. */
export interface PruneOptions {
  /** Leads that were decided before this instant are pruned: Unix milliseconds or a `Date`, past. */
  readonly decidedBefore: number | Date;
  /** Ends the work between two batches; the next call goes on. */
  readonly signal?: WebAbortSignal | undefined;
}

const OPTIONS = (): OptionTable<PruneOptions> => ({
  decidedBefore: required(instant),
  signal: signalKind,
});

/** What `prune` did. */
export interface Pruned {
  /** How many leads were made smaller or deleted. */
  readonly pruned: number;
}

/** The longest life of a share (spec §4.5). */
const SHARE_LIFE_MS = 2 * 366 * UNIT_MS.days;
/** How long a record stays at the service (spec §8). */
const RECORD_LIFE_MS = 5 * 366 * UNIT_MS.days;
/** Changed in one step, so that no other step waits for long. */
const BATCH = 1_000;

/** Prunes in batches until nothing is left, and returns how many leads were changed or deleted. */
export async function pruned<Tx>(
  { ledger, clock, opened }: IntakeSettings<Tx>,
  given: PruneOptions,
): Promise<Pruned> {
  const options = checkedOptions(OPTIONS, given);
  const decidedBefore = Number(options.decidedBefore);
  const now = clock.now();
  if (decidedBefore > now) throw invalidInput('decidedBefore', 'expected an instant of the past');
  await opened();
  const gone = { shareGoneBefore: now - SHARE_LIFE_MS, recordGoneBefore: now - RECORD_LIFE_MS };
  const query = { decidedBefore, ...gone, limit: BATCH };
  for (let pruned = 0; ; ) {
    const some = options.signal?.aborted === true ? 0 : await ledger.prune(query);
    pruned += some;
    if (some < BATCH) return { pruned };
  }
}
