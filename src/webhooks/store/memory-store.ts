import { checkedOptions } from '../../errors/checked-options.ts';
import { callback, wholeNumber } from '../../options/kinds.ts';
import type { OptionTable } from '../../options/option-table.ts';
import { RETENTION_SECONDS, retention } from './retention.ts';
import { WebhookClaimLostError } from './webhook-claim-lost-error.ts';
import type { WebhookStore } from './webhook-store.ts';
import { WebhookStoreFullError } from './webhook-store-full-error.ts';

/** The limits of a {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** The most ids held at once, leased and completed. Default: 100,000; at most 10 million. */
  maxIds?: number | undefined;
  /** How long a completed id is remembered: whole seconds, at least 3,600. Default: 86,400 (a day). */
  retentionSeconds?: number | undefined;
  /** Returns the current time in Unix milliseconds. Default: `Date.now`. */
  now?: (() => number) | undefined;
}

const MAX_IDS_DEFAULT = 100_000;

const OPTIONS = (): OptionTable<MemoryStoreOptions> => ({
  maxIds: wholeNumber(1, 10_000_000),
  retentionSeconds: retention(),
  now: callback,
});

interface Entry {
  /** Unix milliseconds. */
  readonly endsAt: number;
  /** The claim that leased or completed it. */
  readonly claimId?: string | undefined;
}

/** Ids and when each one ends, earliest first. */
type Entries = Map<string, Entry>;

/** Deletes ended entries, up to the first live one. */
function dropEnded(entries: Entries, now: number): void {
  for (const [id, { endsAt }] of entries) {
    if (endsAt > now) return;
    entries.delete(id);
  }
}

function liveEntry(entries: Entries, id: string, now: number): Entry | undefined {
  const entry = entries.get(id);
  return entry !== undefined && entry.endsAt > now ? entry : undefined;
}

function isAnothers(entry: Entry | undefined, claimId: string | undefined): boolean {
  return entry !== undefined && claimId !== undefined && entry.claimId !== claimId;
}

/**
 * Creates a store in the memory of this process, for a single process or for tests. It remembers a
 * completed id for `retentionSeconds` and never forgets a live one early: at `maxIds`, a claim of
 * another id rejects with {@link WebhookStoreFullError}.
 *
 * @throws `InvalidInputError` naming each unknown option and each that is out of its bounds.
 * @example
 * ```ts
 * const handler = createWebhookHandler({ secret, store: memoryStore(), onEvent });
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): WebhookStore {
  const {
    maxIds = MAX_IDS_DEFAULT,
    now = Date.now,
    retentionSeconds = RETENTION_SECONDS,
  } = checkedOptions(OPTIONS, options);
  const retentionMs = retentionSeconds * 1000;
  const leased: Entries = new Map();
  const completed: Entries = new Map();
  return {
    async claim(id, { leaseSeconds, claimId }) {
      const at = now();
      if (liveEntry(completed, id, at)) return 'duplicate';
      if (liveEntry(leased, id, at)) return 'busy';
      dropEnded(completed, at);
      dropEnded(leased, at);
      leased.delete(id);
      if (leased.size + completed.size >= maxIds) throw new WebhookStoreFullError(maxIds);
      leased.set(id, { endsAt: at + leaseSeconds * 1000, claimId });
      return 'new';
    },
    async complete(id, { claimId } = {}) {
      const at = now();
      const done = liveEntry(completed, id, at);
      if (isAnothers(done, claimId)) throw new WebhookClaimLostError(id, { completed: true });
      if (isAnothers(liveEntry(leased, id, at), claimId)) throw new WebhookClaimLostError(id);
      leased.delete(id);
      // Delete first: a map keeps the position of an existing key, but the order must follow `endsAt`.
      completed.delete(id);
      completed.set(id, { endsAt: at + retentionMs, claimId });
    },
    async release(id, { claimId } = {}) {
      if (!isAnothers(leased.get(id), claimId)) leased.delete(id);
    },
  };
}
