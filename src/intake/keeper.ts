import type { FinalDecision } from './decision.ts';
import { decisionOf } from './decision-of.ts';
import type { DecidedLead, IntakeSettings } from './intake-options.ts';
import { nameOf } from './lead.ts';
import { isFinal } from './lead-states.ts';
import type { AddResult, SaveResult, WithinSave } from './ledger.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { dataOf } from './new-entry.ts';
import { decided } from './settled-entry.ts';

/** How long `onDecision` may take before another worker may call it again. */
const ANNOUNCE_LEASE_MS = 60_000;

/** What `onDecision` is told of the lead; what came in with it is erased then. */
function toldLead(entry: LedgerEntry): DecidedLead {
  const { phone = '', data = null } = entry.material ?? {};
  return { ...nameOf(entry), phone, ...dataOf(data) };
}

/** Without what came in with the lead. */
const erased = (entry: LedgerEntry): LedgerEntry => ({ ...entry, material: null });

/**
 * Writes entries to the ledger and calls `onDecision` for the final ones: in the ledger's own
 * transaction if it has one. Otherwise it is called after the write: a decided entry that is due and
 * still has its material makes the next pass call it, also after a crash.
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
    const result = await ledger.add(marked, this.#within(entry));
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
    const saved = await this.trySave(entry);
    if (saved.kind === 'saved') return entry;
    if (saved.kind === 'stale' || entry.state !== 'accept') {
      const known = await this.#settings.ledger.get(nameOf(entry));
      if ((known?.version ?? 0) >= entry.version) return undefined;
      throw new Error('the lead was not saved: is its row hidden or gone?');
    }
    const now = this.#settings.clock.now();
    const { cdrId, requestIds } = entry;
    const { firstLead } = saved;
    const facts = { now, cdrId, requestIds, firstLead, mayBeCharged: true };
    return this.save(decided(before, 'duplicate', facts), before);
  }

  /** Saves the entry, and tells what the ledger said. */
  async trySave(entry: LedgerEntry): Promise<SaveResult> {
    const marked = this.#marked(entry);
    const result = await this.#settings.ledger.save(marked, this.#within(entry));
    if (result.kind === 'saved') await this.#announceAfter(marked);
    return result;
  }

  /**
   * Calls `onDecision` with a decision that is durable and was not told yet, and erases what came in
   * with the lead. Where nothing is left to erase, the entry was told: it is only not due any more.
   *
   * @param replayed whether an earlier call made the decision.
   */
  async announce(entry: LedgerEntry, replayed: boolean): Promise<void> {
    const { ledger } = this.#settings;
    const within = entry.material === null ? undefined : this.#teller(entry, replayed);
    if (!ledger.transactional) await within?.(undefined as Tx);
    const told = { ...erased(entry), version: entry.version + 1, inHand: false, dueAt: null };
    await ledger.save(told, ledger.transactional ? within : undefined);
  }

  #teller(entry: LedgerEntry, replayed: boolean): WithinSave<Tx> | undefined {
    const { onDecision } = this.#settings;
    if (onDecision === undefined || !isFinal(entry.state)) return undefined;
    const decision = decisionOf(entry, replayed) as FinalDecision;
    return (tx) => onDecision(decision, { tx, lead: toldLead(entry) });
  }

  #within(entry: LedgerEntry): WithinSave<Tx> | undefined {
    const { ledger, tellsLater } = this.#settings;
    return ledger.transactional && !tellsLater ? this.#teller(entry, false) : undefined;
  }

  /** Whether a decision is told only after it was saved. */
  #isToldAfter({ state }: LedgerEntry): boolean {
    const { ledger, onDecision, tellsLater } = this.#settings;
    return isFinal(state) && (tellsLater || (onDecision !== undefined && !ledger.transactional));
  }

  /** Keeps what `onDecision` is told, and makes the entry due, until it was. */
  #marked(entry: LedgerEntry): LedgerEntry {
    const { clock, tellsLater } = this.#settings;
    if (!isFinal(entry.state)) return entry;
    if (!this.#isToldAfter(entry) || entry.material === null) return erased(entry);
    const dueAt = clock.now() + (tellsLater ? 0 : ANNOUNCE_LEASE_MS);
    const material = { ...entry.material, shareUrl: '', criteria: '' };
    return { ...entry, inHand: !tellsLater, dueAt, material };
  }

  async #announceAfter(entry: LedgerEntry): Promise<void> {
    const { onError, tellsLater } = this.#settings;
    if (tellsLater || !this.#isToldAfter(entry)) return;
    try {
      await this.announce(entry, false);
    } catch (error) {
      onError(error, nameOf(entry)); // the decision is durable; the next pass calls it again
    }
  }
}
