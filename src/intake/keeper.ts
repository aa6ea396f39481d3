import type { FinalDecision } from './decision.ts';
import { decisionOf } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import { isFinal } from './lead-states.ts';
import type { AddResult, LedgerEntry, SaveResult } from './ledger.ts';
import { decided } from './settled-entry.ts';

/** How long `onDecision` may take before another worker may call it again. */
const ANNOUNCE_LEASE_MS = 60_000;

/**
 * Writes entries to the ledger and calls `onDecision` for the final ones: in the ledger's own
 * transaction if it has one. Otherwise it is called after the write, and a mark in the entry makes
 * `resume` call it again after a crash.
 */
export class Keeper<Tx> {
  readonly #settings: IntakeSettings<Tx>;

  constructor(settings: IntakeSettings<Tx>) {
    this.#settings = settings;
  }

  /** `isAdded` is called when the entry is in the ledger, before `onDecision` after the write. */
  async add(entry: LedgerEntry, isAdded: () => unknown): Promise<AddResult> {
    const { ledger } = this.#settings;
    const marked = this.#marked(entry);
    const result = await ledger.add(marked, this.#within(marked));
    if (result.kind !== 'added') return result;
    isAdded();
    await this.#announceAfter(marked);
    return result;
  }

  /**
   * Saves the entry; if another lead has its record already, as a duplicate of that lead. Returns
   * `undefined` if another worker has changed the lead.
   *
   * @throws `Error` if the ledger changed nothing, and no one else did: otherwise every lead would
   * be paid for, and stay undecided without a word.
   */
  async save(entry: LedgerEntry, before: LedgerEntry): Promise<LedgerEntry | undefined> {
    const saved = await this.#save(entry);
    if (saved.kind === 'saved') return entry;
    if (saved.kind === 'stale' || entry.state !== 'accept') {
      const known = await this.#settings.ledger.get(entry.leadId);
      if ((known?.version ?? 0) >= entry.version) return undefined;
      throw new Error('the lead was not saved: is its row hidden or gone?');
    }
    const now = this.#settings.clock.now();
    const { cdrId, requestIds } = entry;
    const facts = { now, cdrId, requestIds, firstLeadId: saved.firstLeadId };
    return this.save(decided(before, 'duplicate', facts), before);
  }

  /**
   * Calls `onDecision` with a decision that is already durable, and removes the mark. In a ledger with
   * transactions it was called with the decision: such a mark was made by hand, and is only removed.
   */
  async announce(entry: LedgerEntry): Promise<void> {
    const { ledger, onDecision } = this.#settings;
    if (!ledger.transactional) {
      await onDecision?.(decisionOf(entry) as FinalDecision, { tx: undefined as Tx });
    }
    await ledger.save({ ...entry, version: entry.version + 1, inHand: false, dueAt: null });
  }

  async #save(entry: LedgerEntry): Promise<SaveResult> {
    const marked = this.#marked(entry);
    const result = await this.#settings.ledger.save(marked, this.#within(marked));
    if (result.kind === 'saved') await this.#announceAfter(marked);
    return result;
  }

  #isTold({ state }: LedgerEntry): boolean {
    return this.#settings.onDecision !== undefined && isFinal(state);
  }

  #within(entry: LedgerEntry): ((tx: Tx) => void | Promise<void>) | undefined {
    const { ledger, onDecision } = this.#settings;
    if (!ledger.transactional || !this.#isTold(entry)) return undefined;
    return (tx) => onDecision?.(decisionOf(entry) as FinalDecision, { tx });
  }

  /** Without a transaction, makes a final entry due again until `onDecision` has been called. */
  #marked(entry: LedgerEntry): LedgerEntry {
    const { ledger, clock } = this.#settings;
    if (ledger.transactional || !this.#isTold(entry)) return entry;
    return { ...entry, inHand: true, dueAt: clock.now() + ANNOUNCE_LEASE_MS };
  }

  async #announceAfter(entry: LedgerEntry): Promise<void> {
    const { ledger, onError } = this.#settings;
    if (ledger.transactional || !this.#isTold(entry)) return;
    try {
      await this.announce(entry);
    } catch (error) {
      onError(error, entry.leadId); // the decision is durable; `resume` calls it again
    }
  }
}
