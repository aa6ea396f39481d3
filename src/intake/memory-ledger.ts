import { checkedOptions } from '../errors/checked-options.ts';
import { wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import { keyOf, type LeadName, nameOf } from './lead.ts';
import type {
  AddResult,
  LeaseQuery,
  Ledger,
  LedgerFacts,
  LedgerPage,
  ListQuery,
  PruneQuery,
  SaveResult,
} from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { otherAccount } from './ledger-error.ts';
import { duePage, type ListPlace, pageOf, placeAfter, placeOf } from './ledger-page.ts';

/** Options of {@link memoryLedger}. */
export interface MemoryLedgerOptions {
  /** The most leads held at once, 1 to 10,000,000; further leads are refused. Default: 100,000. */
  readonly maxLeads?: number | undefined;
}

const MAX_LEADS_DEFAULT = 100_000;

const OPTIONS = (): OptionTable<MemoryLedgerOptions> => ({ maxLeads: wholeNumber(1, 10_000_000) });

/** Returns the entry as a lease changes it. */
function leased(entry: LedgerEntry, { until, now }: LeaseQuery): LedgerEntry {
  const { state, inHand, inDoubt, handSince, doubtSince } = entry;
  const isOpen = state === 'hold' || state === 'fix';
  return {
    ...entry,
    version: entry.version + 1,
    state: isOpen ? 'asking' : state,
    inDoubt: inDoubt || inHand,
    inHand: true,
    askedAt: inHand ? entry.dueAt : entry.askedAt,
    handSince: now,
    doubtSince: inHand ? (doubtSince ?? handSince) : doubtSince,
    dueAt: until,
  };
}

/** Returns what pruning leaves of an entry. */
function slim(entry: LedgerEntry): LedgerEntry {
  const nothing = { message: null, shareEventId: null, settledBy: null, note: null, shadow: null };
  return { ...entry, ...nothing, reasons: [], requestIds: [] };
}

function isBefore(a: ListPlace, b: ListPlace): boolean {
  if (a.at !== b.at) return a.at < b.at;
  return a.source === b.source ? a.leadId < b.leadId : a.source < b.source;
}

const duePlaceOf = (entry: LedgerEntry): ListPlace => ({ at: entry.dueAt ?? 0, ...nameOf(entry) });

/** Returns the entries in the order of their places, each of which is read once. */
function inOrder(
  entries: readonly LedgerEntry[],
  place: (entry: LedgerEntry) => ListPlace,
): LedgerEntry[] {
  return entries
    .map((entry) => ({ entry, at: place(entry) }))
    .sort((a, b) => (isBefore(a.at, b.at) ? -1 : 1))
    .map(({ entry }) => entry);
}

let ledgers = 0;

class MemoryLedger implements Ledger<undefined> {
  readonly transactional = false;
  readonly #maxLeads: number;
  readonly #id = `memory-${(ledgers += 1)}`;
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #pruned = new Set<string>();
  /** The lead that owns each share. */
  readonly #owners = new Map<string, LeadName>();
  /** The lead that each record was accepted for. */
  readonly #accepted = new Map<string, LeadName>();
  #account: string | undefined;
  #prunedBefore: number | null = null;

  constructor(maxLeads: number) {
    this.#maxLeads = maxLeads;
    bindMethods(this);
  }

  async open(account: string): Promise<LedgerFacts> {
    this.#account ??= account;
    if (this.#account !== account) throw otherAccount(this.#account, account);
    return { prunedBefore: this.#prunedBefore };
  }

  async add(entry: LedgerEntry): Promise<AddResult> {
    const key = keyOf(entry);
    const known = this.#entries.get(key);
    if (known !== undefined) return { kind: 'lead_known', entry: known };
    const firstLead = entry.ownsShare ? this.#owners.get(entry.shareSha256) : undefined;
    if (firstLead !== undefined) return { kind: 'share_taken', firstLead };
    if (this.#entries.size >= this.#maxLeads) {
      throw new Error(`the memory ledger is full: it holds ${this.#maxLeads} leads`);
    }
    this.#entries.set(key, entry);
    if (entry.ownsShare) this.#owners.set(entry.shareSha256, nameOf(entry));
    return { kind: 'added' };
  }

  async lease(query: LeaseQuery): Promise<LedgerPage> {
    const { dueBy, lead, limit } = query;
    const page = duePage(query);
    const after = placeAfter(this.#id, page);
    const isDue = (entry: LedgerEntry): boolean =>
      entry.dueAt !== null && entry.dueAt <= dueBy && isBefore(after, duePlaceOf(entry));
    const named = lead === undefined ? undefined : this.#entries.get(keyOf(lead));
    const all = lead === undefined ? [...this.#entries.values()] : named ? [named] : [];
    const due = inOrder(all.filter(isDue), duePlaceOf).slice(0, limit);
    const last = due.at(-1);
    const entries = due.map((entry) => leased(entry, query));
    for (const entry of entries) this.#entries.set(keyOf(entry), entry);
    return pageOf(this.#id, page, {
      entries,
      count: entries.length,
      last: last && duePlaceOf(last),
    });
  }

  async nextDue(): Promise<number | null> {
    let next: number | null = null;
    for (const { dueAt } of this.#entries.values()) {
      if (dueAt !== null && dueAt < (next ?? Infinity)) next = dueAt;
    }
    return next;
  }

  async save(entry: LedgerEntry): Promise<SaveResult> {
    const key = keyOf(entry);
    const stands = this.#entries.get(key);
    if (stands?.version !== entry.version - 1) return { kind: 'stale' };
    if (entry.state === 'accept' && entry.cdrId !== null) {
      const firstLead = this.#accepted.get(entry.cdrId);
      if (firstLead !== undefined && keyOf(firstLead) !== key) {
        return { kind: 'record_taken', firstLead };
      }
      this.#accepted.set(entry.cdrId, nameOf(entry));
    }
    if (stands.ownsShare && !entry.ownsShare) this.#owners.delete(entry.shareSha256);
    this.#entries.set(key, entry);
    return { kind: 'saved' };
  }

  async get(lead: LeadName): Promise<LedgerEntry | undefined> {
    return this.#entries.get(keyOf(lead));
  }

  async acceptedRecords(cdrIds: readonly string[]): Promise<string[]> {
    return cdrIds.filter((cdrId) => this.#accepted.has(cdrId));
  }

  async list(query: ListQuery): Promise<LedgerPage> {
    const { decided, from = -Infinity, to = Infinity, source, limit } = query;
    const after = placeAfter(this.#id, query);
    const isListed = (entry: LedgerEntry): boolean => {
      if ((entry.decidedAt !== null) !== decided || this.#pruned.has(keyOf(entry))) return false;
      const place = placeOf(entry);
      const isWithin = place.at >= from && place.at < to && isBefore(after, place);
      return isWithin && (source === undefined || source === entry.source);
    };
    const entries = inOrder([...this.#entries.values()].filter(isListed), placeOf).slice(0, limit);
    const last = entries.at(-1);
    return pageOf(this.#id, query, {
      entries,
      count: entries.length,
      last: last && placeOf(last),
    });
  }

  async prune(query: PruneQuery): Promise<number> {
    const { decidedBefore, shareGoneBefore, recordGoneBefore, limit } = query;
    this.#prunedBefore = Math.max(this.#prunedBefore ?? decidedBefore, decidedBefore);
    let count = 0;
    for (const [key, entry] of this.#entries) {
      const { decidedAt, dueAt, state } = entry;
      if (count >= limit) break;
      if (decidedAt === null || dueAt !== null || decidedAt >= decidedBefore) continue;
      const isGone = decidedAt < (state === 'accept' ? recordGoneBefore : shareGoneBefore);
      if (!isGone && this.#pruned.has(key)) continue;
      count += 1;
      if (isGone) this.#forget(key, entry);
      else this.#entries.set(key, slim(entry));
      if (!isGone) this.#pruned.add(key);
    }
    return count;
  }

  #forget(key: string, { ownsShare, shareSha256, state, cdrId }: LedgerEntry): void {
    this.#entries.delete(key);
    this.#pruned.delete(key);
    if (ownsShare) this.#owners.delete(shareSha256);
    if (state === 'accept' && cdrId !== null) this.#accepted.delete(cdrId);
  }
}

/**
 * Creates a ledger in this process's memory, for tests. Its leads are lost with the process, and so
 * is the knowledge of what was paid for.
 *
 * @throws `InvalidInputError` for a `maxLeads` that is not a whole number from 1 to 10,000,000.
 * @example
 * ```ts
 * const intake = createLeadIntake({ client, ledger: memoryLedger(), criteria });
 * ```
 */
export function memoryLedger(options: MemoryLedgerOptions = {}): Ledger<undefined> {
  const { maxLeads = MAX_LEADS_DEFAULT } = checkedOptions(OPTIONS, options);
  return new MemoryLedger(maxLeads);
}
