import { type AskOptions, ask } from './ask.ts';
import type { LeadDecision } from './decision.ts';
import { decisionOf, heldAs } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import type { Keeper } from './keeper.ts';
import { nameOf } from './lead.ts';
import { isFinal } from './lead-states.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { criteriaText } from './new-entry.ts';
import { unkeptEntry } from './settled-entry.ts';

/** Asks the service for leased leads, and saves the results. */
export class Decider<Tx> {
  readonly #settings: IntakeSettings<Tx>;
  readonly #keeper: Keeper<Tx>;

  constructor(settings: IntakeSettings<Tx>, keeper: Keeper<Tx>) {
    this.#settings = settings;
    this.#keeper = keeper;
  }

  /** Never rejects: whatever fails, the intent is durable, and the next worker continues. */
  async decide(entry: LedgerEntry, options: AskOptions): Promise<LeadDecision> {
    try {
      const ready = await this.#withCriteriaOfNow(entry);
      if (ready === undefined) return await this.asItStands(entry);
      const settled = await ask(this.#settings, ready, options);
      const kept = await this.#keep(settled, ready);
      return kept === undefined ? await this.asItStands(entry) : decisionOf(kept, false);
    } catch (error) {
      this.#settings.onError(error, nameOf(entry));
      return heldAs(entry, 'LEDGER_FAILED');
    }
  }

  /** Returns what the ledger says now, after another worker has taken the lead over. */
  async asItStands(entry: LedgerEntry): Promise<LeadDecision> {
    return decisionOf((await this.#settings.ledger.get(nameOf(entry))) ?? entry, true);
  }

  /**
   * Saves the result. If the transaction with `onDecision` fails, the lead is saved as held: it
   * waits longer each time, and the service's proof that nothing was paid is not lost.
   */
  async #keep(settled: LedgerEntry, ready: LedgerEntry): Promise<LedgerEntry | undefined> {
    const { onDecision, ledger, onError, clock } = this.#settings;
    try {
      return await this.#keeper.save(settled, ready);
    } catch (error) {
      const isTold = onDecision !== undefined && isFinal(settled.state);
      if (!isTold || !ledger.transactional) throw error;
      onError(error, nameOf(ready));
      return this.#keeper.save(unkeptEntry(settled, ready, clock.now()), ready);
    }
  }

  /** Saves the current criteria first: after a `fix` they may have been corrected. */
  async #withCriteriaOfNow(entry: LedgerEntry): Promise<LedgerEntry | undefined> {
    const { material, scope, inDoubt } = entry;
    if (material === null || scope === null || inDoubt) return entry;
    const criteria = this.#criteriaOfNow(entry) ?? material.criteria;
    if (criteria === material.criteria) return entry;
    const ready = { ...entry, version: entry.version + 1, material: { ...material, criteria } };
    return (await this.#settings.ledger.save(ready)).kind === 'saved' ? ready : undefined;
  }

  /** If a `criteria` function fails, the lead keeps its saved criteria. */
  #criteriaOfNow(entry: LedgerEntry): string | undefined {
    if (entry.material === null) return undefined;
    const { shareUrl, phone, data: dataText } = entry.material;
    const name = nameOf(entry);
    try {
      return criteriaText(this.#settings, { ...name, shareUrl, phone, dataText });
    } catch (error) {
      this.#settings.onError(error, name);
      return undefined;
    }
  }
}
