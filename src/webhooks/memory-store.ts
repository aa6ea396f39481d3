import { invalidInput } from '../errors/invalid-input-error.ts';
import type { WebhookStore } from './webhook-store.ts';
import { WebhookStoreFullError } from './webhook-store-full-error.ts';

/** How {@link memoryStore} is bounded. */
export interface MemoryStoreOptions {
  /** The most ids held at once, leased and completed; 100,000 when left out, 10 million at most. */
  maxIds?: number | undefined;
  /** The present in Unix milliseconds; `Date.now` when left out. */
  now?: (() => number) | undefined;
}

const MAX_IDS_DEFAULT = 100_000;
const MAX_IDS_MOST = 10_000_000;

/** The service gives up after an hour (spec §6.3); the rest is for whoever sends by hand. */
const KEEP_MS = 24 * 3600 * 1000;

/** Ids and the instant each one ends, the earliest first. */
type Endings = Map<string, number>;

/** Looks no further than the first that is still live, so that each id is dropped once. */
function dropEnded(endings: Endings, now: number): void {
  for (const [id, end] of endings) {
    if (end > now) return;
    endings.delete(id);
  }
}

function isLive(endings: Endings, id: string, now: number): boolean {
  const end = endings.get(id);
  return end !== undefined && end > now;
}

/**
 * A store in this process's memory: right for one process, and for tests. It remembers a completed
 * id for 24 hours and never forgets a live one early: at `maxIds` a claim of another id rejects
 * with {@link WebhookStoreFullError}.
 *
 * @throws `InvalidInputError` for a `maxIds` that is not whole or outside 1 to 10,000,000.
 * @example
 * ```ts
 * const handler = createWebhookHandler({ secret, store: memoryStore(), onEvent });
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): WebhookStore {
  const { maxIds = MAX_IDS_DEFAULT, now = Date.now } = options;
  if (!Number.isInteger(maxIds) || maxIds < 1 || maxIds > MAX_IDS_MOST) {
    throw invalidInput('maxIds', `expected a whole number from 1 to ${MAX_IDS_MOST}`);
  }
  const leased: Endings = new Map();
  const completed: Endings = new Map();
  return {
    async claim(id, { leaseSeconds }) {
      const at = now();
      if (isLive(completed, id, at)) return 'duplicate';
      if (isLive(leased, id, at)) return 'busy';
      dropEnded(completed, at);
      dropEnded(leased, at);
      leased.delete(id);
      if (leased.size + completed.size >= maxIds) throw new WebhookStoreFullError(maxIds);
      leased.set(id, at + leaseSeconds * 1000);
      return 'new';
    },
    async complete(id) {
      leased.delete(id);
      // Deleted first: a map keeps an old key's place, and the places are in the order of ending.
      completed.delete(id);
      completed.set(id, now() + KEEP_MS);
    },
    async release(id) {
      leased.delete(id);
    },
  };
}
