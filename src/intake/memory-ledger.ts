import { checkedOptions } from '../errors/checked-options.ts';
import { wholeNumber } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import type { AddResult, LeaseQuery, Ledger, LedgerEntry, SaveResult } from './ledger.ts';

/** Options of {@link memoryLedger}. */
export interface MemoryLedgerOptions {
  /** The most leads held at once, 1 to 10,000,000; further leads are refused. Default: 100,000. */
  readonly maxLeads?: number | undefined;
}

const MAX_LEADS_DEFAULT = 100_000;

const OPTIONS = (): OptionTable<MemoryLedgerOptions> => ({ maxLeads: wholeNumber(1, 10_000_000) });

/** Returns the entry as a lease changes it. */
function leased(entry: LedgerEntry, until: number): LedgerEntry {
  const isOpen = entry.state === 'hold' || entry.state === 'fix';
  return {
    ...entry,
    version: entry.version + 1,
    state: isOpen ? 'asking' : entry.state,
    inDoubt: entry.inDoubt || entry.inHand,
    inHand: true,
    askedAt: entry.inHand ? entry.dueAt : entry.askedAt,
    dueAt: until,
  };
}

class MemoryLedger implements Ledger<undefined> {
  readonly transactional = false;
  readonly #maxLeads: number;
  readonly #entries = new Map<string, LedgerEntry>();
  /** The lead that owns each share. */
  readonly #owners = new Map<string, string>();
  /** The lead that each record was accepted for. */
  readonly #accepted = new Map<string, string>();

  constructor(maxLeads: number) {
    this.#maxLeads = maxLeads;
    bindMethods(this);
  }

  async add(entry: LedgerEntry): Promise<AddResult> {
    const known = this.#entries.get(entry.leadId);
    if (known !== undefined) return { kind: 'lead_known', entry: known };
    const firstLeadId = entry.ownsShare ? this.#owners.get(entry.shareSha256) : undefined;
    if (firstLeadId !== undefined) return { kind: 'share_taken', firstLeadId };
    if (this.#entries.size >= this.#maxLeads) {
      throw new Error(`the memory ledger is full: it holds ${this.#maxLeads} leads`);
    }
    this.#entries.set(entry.leadId, entry);
    if (entry.ownsShare) this.#owners.set(entry.shareSha256, entry.leadId);
    return { kind: 'added' };
  }

  async lease({ dueBy, leadId, until, limit }: LeaseQuery): Promise<LedgerEntry[]> {
    const isDue = ({ dueAt }: LedgerEntry): boolean => dueAt !== null && dueAt <= dueBy;
    const named = leadId === undefined ? undefined : this.#entries.get(leadId);
    const all = leadId === undefined ? [...this.#entries.values()] : named ? [named] : [];
    const due = all.filter(isDue).sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
    const taken = due.slice(0, limit).map((entry) => leased(entry, until));
    for (const entry of taken) this.#entries.set(entry.leadId, entry);
    return taken;
  }

  async save(entry: LedgerEntry): Promise<SaveResult> {
    const stands = this.#entries.get(entry.leadId);
    if (stands?.version !== entry.version - 1) return { kind: 'stale' };
    if (entry.state === 'accept' && entry.cdrId !== null) {
      const firstLeadId = this.#accepted.get(entry.cdrId) ?? entry.leadId;
      if (firstLeadId !== entry.leadId) return { kind: 'record_taken', firstLeadId };
      this.#accepted.set(entry.cdrId, entry.leadId);
    }
    if (stands.ownsShare && !entry.ownsShare) this.#owners.delete(entry.shareSha256);
    this.#entries.set(entry.leadId, entry);
    return { kind: 'saved' };
  }

  async get(leadId: string): Promise<LedgerEntry | undefined> {
    return this.#entries.get(leadId);
  }

  async acceptedRecords(cdrIds: readonly string[]): Promise<string[]> {
    return cdrIds.filter((cdrId) => this.#accepted.has(cdrId));
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
