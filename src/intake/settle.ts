import { DECISION_WORDS } from '../decision/seller-words.ts';
import { isApiError } from '../errors/api-error.ts';
import { checkedOptions } from '../errors/checked-options.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import { oneOf, required, text } from '../options/kinds.ts';
import type { OptionTable } from '../options/option-table.ts';
import type { FinalDecision } from './decision.ts';
import { decisionOf } from './decision-of.ts';
import type { IntakeSettings } from './intake-options.ts';
import type { Keeper } from './keeper.ts';
import { inWords, type LeadName } from './lead.ts';
import { isFinal } from './lead-states.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { ledgerStep } from './ledger-error.ts';
import type { LeadTools } from './one-lead.ts';
import { decided } from './settled-entry.ts';

/** Who decided, and why. */
export interface SettledBy {
  /** The person who decides, 1 to 100 characters. Kept with the decision. */
  readonly by: string;
  /** Anything that explains the decision later, at most 2,000 characters. */
  readonly note?: string | undefined;
}

/** A person accepts a lead, with a record that was received for it. */
export interface AcceptLead extends SettledBy {
  /** What is decided. */
  readonly decision: 'accept';
  /** The record: one of the account that no other lead was accepted with. */
  readonly cdrId: string;
}

/** A person refuses a lead. */
export interface RefuseLead extends SettledBy {
  /** What is decided. */
  readonly decision: 'refuse';
  /** Why, in words for your own log, 1 to 500 characters. */
  readonly reason: string;
  /** The same for the seller of the lead, 1 to 500 characters. Default: a general sentence. */
  readonly sellerMessage?: string | undefined;
}

/** What a person decides. */
export type SettleOptions = AcceptLead | RefuseLead;

/** All members of the two, for their table. */
interface AnySettleOptions extends SettledBy {
  readonly decision: 'accept' | 'refuse';
  readonly cdrId?: string | undefined;
  readonly reason?: string | undefined;
  readonly sellerMessage?: string | undefined;
}

const OPTIONS = (): OptionTable<AnySettleOptions> => ({
  decision: required(oneOf('accept', 'refuse')),
  cdrId: text(1, 200),
  reason: text(1, 500),
  sellerMessage: text(1, 500),
  by: required(text(1, 100)),
  note: text(0, 2_000),
});

function betweenIssues({ decision, cdrId, reason, sellerMessage }: AnySettleOptions): Issue[] {
  const wanted = (path: string, value: unknown, is: boolean): Issue[] => {
    if ((value !== undefined) === is) return [];
    const message = is
      ? `expected a value beside "${decision}"`
      : `expected no value beside "${decision}"`;
    return [{ path, message }];
  };
  if (!['accept', 'refuse'].includes(decision)) return [];
  const isAccept = decision === 'accept';
  return [
    ...wanted('cdrId', cdrId, isAccept),
    ...wanted('reason', reason, !isAccept),
    ...(isAccept ? wanted('sellerMessage', sellerMessage, false) : []),
  ];
}

/** Read and saved again this often, where other workers change the lead in between. */
const TRIES = 3;

/** A person's decisions on leads. */
export class Settler<Tx> {
  readonly #settings: IntakeSettings<Tx>;
  readonly #keeper: Keeper<Tx>;

  constructor({ settings, keeper }: Pick<LeadTools<Tx>, 'settings' | 'keeper'>) {
    this.#settings = settings;
    this.#keeper = keeper;
  }

  async settle(lead: LeadName, given: SettleOptions): Promise<FinalDecision> {
    const how = checkedOptions<AnySettleOptions>(OPTIONS, given, { also: betweenIssues });
    const { opened, ledger } = this.#settings;
    await ledgerStep('it could not be opened', opened);
    let isRead = false;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const entry = await ledgerStep('the lead could not be read', () => ledger.get(lead));
      if (entry === undefined)
        throw invalidInput('lead', `the ledger has no lead ${inWords(lead)}`);
      if (isFinal(entry.state)) return decisionOf(entry, true) as FinalDecision;
      this.#refuseInHand(entry);
      if (how.cdrId !== undefined && !isRead) await this.#read(how.cdrId);
      isRead = true;
      const settled = this.#decided(entry, how);
      if (await this.#save(settled)) return decisionOf(settled, false) as FinalDecision;
    }
    throw invalidInput('lead', 'other workers are processing it; settle it again');
  }

  #refuseInHand({ inHand, dueAt }: LedgerEntry): void {
    if (!inHand || dueAt === null || dueAt <= this.#settings.clock.now()) return;
    const free = new Date(dueAt).toISOString();
    throw invalidInput('lead', `it is being processed, and free at ${free} at the latest`);
  }

  /** The record must be readable with our key. */
  async #read(cdrId: string): Promise<void> {
    try {
      await this.#settings.client.cdrs.get(cdrId);
    } catch (error) {
      if (!isApiError(error, 'NOT_FOUND')) throw error;
      throw invalidInput('cdrId', 'expected a record of this account');
    }
  }

  #decided(entry: LedgerEntry, how: AnySettleOptions): LedgerEntry {
    const now = this.#settings.clock.now();
    const { by, note = null, cdrId, reason = '', sellerMessage = DECISION_WORDS.refuse } = how;
    const person = { now, settledBy: by, note };
    // What a dead worker may have sent is a doubt too.
    const mayBeCharged = entry.inDoubt || entry.inHand || entry.cdrId !== null;
    if (cdrId !== undefined)
      return decided(entry, 'accept', { ...person, cdrId, mayBeCharged: true });
    const reasons = [{ code: 'SETTLED', message: reason, sellerMessage }];
    return decided(entry, 'refuse', { ...person, reasons, mayBeCharged });
  }

  /** Tells whether the decision was saved; `false` if another worker has changed the lead. */
  async #save(settled: LedgerEntry): Promise<boolean> {
    const saved = await ledgerStep('the decision was not saved', () =>
      this.#keeper.trySave(settled),
    );
    if (saved.kind !== 'record_taken') return saved.kind === 'saved';
    throw invalidInput('cdrId', `lead ${inWords(saved.firstLead)} was accepted with this record`);
  }
}
