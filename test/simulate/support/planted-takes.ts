import type {
  SimulatedDecision,
  SimulatedLead,
  SimulatedProgram,
  StartContext,
  StartProgram,
} from '../../../mock/simulate.ts';
import {
  ConsentEvidence,
  isApiError,
  isConsentEvidenceError,
  type ReceiveReceipt,
} from '../../../src/index.ts';
import { criteria } from './programs.ts';

/** One mistake of a lead buyer. */
export type Mistake =
  | 'refuses what was lost'
  | 'refuses a link that expired meanwhile'
  | 'writes down after asking'
  | 'forgets which records it has'
  | 'looks and then leaps'
  | 'trusts a receipt of before'
  | 'leaves the phone out'
  | 'keeps held leads in memory'
  | 'never asks again'
  | 'sends no criteria';

/** A buyer without the intake, whose only mistake is the planted one, if any. */
class Buyer {
  readonly #mistake: Mistake | undefined;
  readonly #context: StartContext;
  readonly #client: ConsentEvidence;
  readonly #held = new Map<string, SimulatedLead>();

  constructor(mistake: Mistake | undefined, context: StartContext) {
    this.#mistake = mistake;
    this.#context = context;
    this.#client = new ConsentEvidence({ ...context.clientOptions, maxRetries: 0 });
  }

  #has(mistake: Mistake): boolean {
    return this.#mistake === mistake;
  }

  async take(lead: SimulatedLead): Promise<SimulatedDecision> {
    const { storage } = this.#context;
    const known = storage.get(`lead ${lead.leadId}`) as SimulatedDecision | undefined;
    if (known !== undefined && (known.decision !== 'hold' || this.#has('never asks again'))) {
      return known;
    }
    if (known !== undefined && this.#has('keeps held leads in memory')) return known;
    const owner = storage.get(`share ${lead.shareUrl}`);
    const checks = !this.#has('trusts a receipt of before');
    if (checks && owner !== undefined && owner !== lead.leadId) {
      return this.#keep(lead, { decision: 'duplicate' });
    }
    if (!this.#has('writes down after asking')) this.#own(lead);
    return this.#ask(lead);
  }

  async tick(): Promise<SimulatedDecision[]> {
    const held = this.#has('keeps held leads in memory') ? [...this.#held.values()] : this.#kept();
    const decisions: SimulatedDecision[] = [];
    for (const lead of held) decisions.push({ ...(await this.#ask(lead)), leadId: lead.leadId });
    return decisions;
  }

  #kept(): SimulatedLead[] {
    if (this.#has('never asks again')) return [];
    const held = this.#context.storage.entries().filter(([key]) => key.startsWith('held '));
    return held.map(([, lead]) => lead as SimulatedLead);
  }

  #own({ leadId, shareUrl }: SimulatedLead): void {
    const { storage } = this.#context;
    if (storage.get(`share ${shareUrl}`) === undefined) storage.set(`share ${shareUrl}`, leadId);
  }

  async #ask(lead: SimulatedLead): Promise<SimulatedDecision> {
    const leadMatch = this.#has('leaves the phone out') ? {} : { leadMatch: { phone: lead.phone } };
    const isDoubtful = this.#context.storage.get(`asked ${lead.leadId}`) === true;
    if (!this.#has('writes down after asking')) {
      this.#context.storage.set(`asked ${lead.leadId}`, true);
      this.#context.storage.set(`held ${lead.leadId}`, lead);
    }
    try {
      const { cdrId, alreadyClaimed } = await this.#receive(lead.shareUrl, leadMatch);
      this.#own(lead);
      const isOurs = isDoubtful || !alreadyClaimed || this.#has('trusts a receipt of before');
      if (!isOurs) return this.#keep(lead, { decision: 'duplicate' });
      return await this.#accept(lead, cdrId);
    } catch (error) {
      return this.#failed(lead, error, isDoubtful);
    }
  }

  async #receive(shareUrl: string, leadMatch: object): Promise<ReceiveReceipt> {
    const { shares } = this.#client;
    if (this.#has('sends no criteria')) return shares.receive(shareUrl);
    return shares.receive(shareUrl, { acceptance: { ...criteria, ...leadMatch } });
  }

  async #accept(lead: SimulatedLead, cdrId: string): Promise<SimulatedDecision> {
    const { storage, clock } = this.#context;
    const first = storage.get(`record ${cdrId}`);
    if (this.#has('looks and then leaps')) await clock.sleep(5);
    const isTaken = first !== undefined && first !== lead.leadId;
    if (isTaken && !this.#has('forgets which records it has')) {
      return this.#keep(lead, { decision: 'duplicate' });
    }
    storage.set(`record ${cdrId}`, lead.leadId);
    return this.#keep(lead, { decision: 'accept', cdrId });
  }

  #failed(lead: SimulatedLead, error: unknown, isDoubtful: boolean): SimulatedDecision {
    const isRefusal = isApiError(error) && error.status >= 400 && error.status < 429;
    if (isRefusal && ['GONE', 'CDR_INVALID'].includes(error.code) && isDoubtful) {
      if (error.code === 'GONE' && this.#has('refuses a link that expired meanwhile')) {
        return this.#keep(lead, { decision: 'refuse' });
      }
      return this.#keep(lead, { decision: 'hold', code: 'PAID_UNKNOWN' });
    }
    if (isRefusal || (this.#has('refuses what was lost') && isConsentEvidenceError(error))) {
      return this.#keep(lead, { decision: 'refuse' });
    }
    return this.#keep(lead, { decision: 'hold', code: 'NO_ANSWER' });
  }

  #keep(lead: SimulatedLead, decision: SimulatedDecision): SimulatedDecision {
    const { storage } = this.#context;
    storage.set(`lead ${lead.leadId}`, decision);
    const isHeld = decision.decision === 'hold' && decision.code !== 'PAID_UNKNOWN';
    if (isHeld) {
      this.#held.set(lead.leadId, lead);
      storage.set(`held ${lead.leadId}`, lead);
    } else {
      this.#held.delete(lead.leadId);
      storage.delete(`held ${lead.leadId}`);
    }
    return decision;
  }
}

/** Makes a buyer with one mistake, or without any. */
export function buyerWith(mistake?: Mistake): StartProgram {
  return (context): SimulatedProgram => {
    const buyer = new Buyer(mistake, context);
    return { take: (lead) => buyer.take(lead), tick: () => buyer.tick() };
  };
}
