import { type AskOptions, ask } from './ask.ts';
import type { LeadDecision } from './decision.ts';
import { decisionOf } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import type { Keeper } from './keep.ts';
import { isFinal } from './lead-states.ts';
import type { LedgerEntry } from './ledger.ts';
import { criteriaText } from './new-entry.ts';
import { unkeptEntry } from './settled-entry.ts';

/** Asks for leads that are in our hand, and keeps what came of it. */
export class Decider<Tx> {
  readonly #settings: IntakeSettings<Tx>;
  readonly #keeper: Keeper<Tx>;

  constructor(settings: IntakeSettings<Tx>, keeper: Keeper<Tx>) {
    this.#settings = settings;
    this.#keeper = keeper;
  }

  /** Never rejects: whatever fails, the intent is durable, and the next hand finds the truth. */
  async decide(entry: LedgerEntry, options: AskOptions): Promise<LeadDecision> {
    try {
      const ready = await this.#withCriteriaOfNow(entry);
      if (ready === undefined) return await this.asItStands(entry);
      const settled = await ask(this.#settings, ready, options);
      const kept = await this.#keep(settled, ready);
      return kept === undefined ? await this.asItStands(entry) : decisionOf(kept);
    } catch (error) {
      this.#settings.onError(error, entry.leadId);
      const { leadId, heldSince, dueAt } = entry;
      const nextAttemptAt = dueAt ?? heldSince;
      return { leadId, decision: 'hold', code: 'LEDGER_FAILED', nextAttemptAt, heldSince };
    }
  }

  /** Another hand has taken the lead over: what the ledger says now. */
  async asItStands(entry: LedgerEntry): Promise<LeadDecision> {
    return decisionOf((await this.#settings.ledger.get(entry.leadId)) ?? entry);
  }

  /**
   * Where `onDecision` took the decision back, the lead is put back as held: it waits longer each
   * time, and what the service has proved (nothing was paid) is not forgotten.
   */
  async #keep(settled: LedgerEntry, ready: LedgerEntry): Promise<LedgerEntry | undefined> {
    const { onDecision, ledger, onError, clock } = this.#settings;
    try {
      return await this.#keeper.save(settled, ready);
    } catch (error) {
      const isTold = onDecision !== undefined && isFinal(settled.state);
      if (!isTold || !ledger.transactional) throw error;
      onError(error, ready.leadId);
      return this.#keeper.save(unkeptEntry(settled, ready, clock.now()), ready);
    }
  }

  /** After a `fix` the criteria may have been corrected: those of now are made durable first. */
  async #withCriteriaOfNow(entry: LedgerEntry): Promise<LedgerEntry | undefined> {
    const { material, scope, inDoubt } = entry;
    if (material === null || scope === null || inDoubt) return entry;
    const criteria = this.#criteriaOfNow(entry) ?? material.criteria;
    if (criteria === material.criteria) return entry;
    const ready = { ...entry, version: entry.version + 1, material: { ...material, criteria } };
    return (await this.#settings.ledger.save(ready)).kind === 'saved' ? ready : undefined;
  }

  /** A `criteria` function that fails leaves a lead those that it was taken with. */
  #criteriaOfNow({ leadId, material }: LedgerEntry): string | undefined {
    if (material === null) return undefined;
    const { shareUrl, phone } = material;
    try {
      return criteriaText(this.#settings, { leadId, shareUrl, phone });
    } catch (error) {
      this.#settings.onError(error, leadId);
      return undefined;
    }
  }
}
