import { setTimeout as sleep } from 'node:timers/promises';
import type { createMockService, Fault, FaultInput } from '../../../mock/index.ts';
import type { ServedMock } from '../../../mock/node.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import type { Lead, LeadDecision } from '../../../src/intake/index.ts';
import { keyOf } from '../../../src/intake/lead.ts';
import type { KilledReceiver } from '../../webhooks/kill/killed-receiver.ts';
import type { TakenLead } from '../support/broken-promises.ts';
import type { LeadGroup } from './lead-plan.ts';
import type { LedgerPlace } from './ledger-place.ts';

interface CourierOptions {
  readonly mock: ReturnType<typeof createMockService>;
  readonly served: ServedMock;
  readonly buyer: Parameters<ServedMock['clientOptions']>[0];
  readonly receivers: readonly KilledReceiver[];
  readonly random: () => number;
  readonly place: LedgerPlace;
  readonly doom: ReadonlyMap<number, 'kill' | 'cut' | 'crash'>;
}

/** Longer than a lead takes, so that some kills come after the answer. */
const KILL_WITHIN_MS = 60;
const MAX_ATTEMPTS = 400;
const PAUSE_MS = 30;

const FAULTS: readonly Partial<FaultInput>[] = [
  { phase: 'before', drop: true },
  { phase: 'after', drop: true },
  { phase: 'after', drop: true },
  { phase: 'before', status: 503 },
  { phase: 'after', status: 503 },
  { phase: 'before', status: 429, retryAfterSeconds: 5 },
];

/** Posts leads to the processes as a web form would, and makes trouble along the way. */
export class KillCourier {
  readonly made = { kills: 0, cuts: 0, crashes: 0 };
  /** By the names of the leads. */
  readonly taken = new Map<string, Lead & TakenLead>();
  /** The first final decision in an answer, for each lead. */
  readonly answers = new Map<string, LeadDecision>();
  readonly elsewhere = new Set<string>();
  readonly invalid = new Set<string>();
  attempts = 0;
  faults = 0;
  readonly #options: CourierOptions;
  readonly #outsider: ConsentEvidence;
  readonly #inForce: Fault[] = [];
  #lastKill: Promise<void> = Promise.resolve();

  constructor(options: CourierOptions) {
    this.#options = options;
    const { served, buyer } = options;
    this.#outsider = new ConsentEvidence({ ...served.clientOptions(buyer), maxRetries: 0 });
  }

  get died(): number {
    return this.#options.receivers.reduce((sum, { died }) => sum + died, 0);
  }

  /**
   * Posts all leads of one record at once, some as a batch; `first` is the index of the first one. A
   * person has a word on some that are held then.
   */
  async deliver({ leads, links, ...group }: LeadGroup, first: number): Promise<void> {
    if (group.isReceivedElsewhere) await this.#receiveElsewhere(group.cdrId, links[0] ?? '');
    const isBatch = this.#options.random() < 0.2;
    if (isBatch) await this.#bringAll(leads, first);
    else await Promise.all(leads.map((lead, index) => this.#bring(lead, first + index)));
    for (const lead of leads) if (this.#options.random() < 0.1) await this.#settle(lead);
    if (!group.isInvalidated) return;
    this.#options.mock.invalidate(group.cdrId);
    this.invalid.add(group.cdrId);
  }

  /** Removes faults that have not struck yet, and ends the processes. */
  async endTrouble(): Promise<void> {
    for (const fault of this.#inForce) fault.remove();
    await this.#lastKill;
    await Promise.all(this.#options.receivers.map((receiver) => receiver.kill()));
  }

  async #receiveElsewhere(cdrId: string, link: string): Promise<void> {
    const { mock, buyer } = this.#options;
    await this.#outsider.shares.receive(link).catch(() => undefined);
    const charges = mock.charges({ organization: buyer });
    if (charges.some((charge) => charge.cdrId === cdrId)) this.elsewhere.add(cdrId);
  }

  async #bring(taken: Lead & TakenLead, at: number): Promise<void> {
    const { random, doom } = this.#options;
    const lead = this.#begun(taken);
    if (random() < 0.4) this.#addFault();
    const receiver = this.#any();
    const trouble = doom.get(at);
    // Some forms are posted twice and reach two processes at once.
    const twice = random() < 0.2 ? this.#post('', lead, () => this.#any()) : undefined;
    const answered = this.#post('', lead, (attempt) => (attempt === 0 ? receiver : this.#any()));
    if (trouble !== undefined) await this.#trouble(trouble, receiver);
    await Promise.all([answered, twice]);
    if (random() < 0.1) await this.#post('', lead, () => this.#any());
  }

  #begun(taken: Lead & TakenLead): Lead {
    const { source, leadId, shareUrl, phone, data } = taken;
    const lead = { source: source ?? '', leadId, shareUrl, phone, data };
    this.taken.set(keyOf(lead), taken);
    return lead;
  }

  /** Sends leads as one batch until it was answered: a killed one is sent again. */
  async #bringAll(taken: readonly (Lead & TakenLead)[], first: number): Promise<void> {
    const { random, doom } = this.#options;
    const batch = taken.map((each) => this.#begun(each));
    if (random() < 0.4) this.#addFault();
    const receiver = this.#any();
    const answered = this.#post('batch', batch, (attempt) =>
      attempt === 0 ? receiver : this.#any(),
    );
    for (const index of batch.keys()) {
      const trouble = doom.get(first + index);
      if (trouble !== undefined) await this.#trouble(trouble, receiver);
    }
    await answered;
  }

  /** A person refuses a lead, or accepts it with its record: whatever the intake lets them. */
  async #settle({ source = '', leadId, cdrId }: Lead & TakenLead): Promise<void> {
    const isAccept = this.#options.random() < 0.5;
    const how = isAccept
      ? { decision: 'accept', cdrId, by: 'ann' }
      : { decision: 'refuse', reason: 'reported', by: 'ann' };
    await this.#post('settle', { lead: { source, leadId }, how }, () => this.#any());
  }

  #addFault(): void {
    const { mock, random } = this.#options;
    const fault = FAULTS[Math.floor(random() * FAULTS.length)];
    this.#inForce.push(mock.addFault({ operation: 'shares.receive', ...fault }));
    this.faults += 1;
  }

  #any(): KilledReceiver {
    const { receivers, random } = this.#options;
    return receivers[Math.floor(random() * receivers.length)] as KilledReceiver;
  }

  async #trouble(kind: 'kill' | 'cut' | 'crash', receiver: KilledReceiver): Promise<void> {
    if (kind !== 'kill') {
      await this.#options.place.trouble?.(kind);
      this.made[kind === 'cut' ? 'cuts' : 'crashes'] += 1;
      return;
    }
    await (this.#lastKill = this.#lastKill.then(async () => {
      await receiver.url();
      await sleep(this.#options.random() * KILL_WITHIN_MS);
      await receiver.kill();
      this.made.kills += 1;
    }));
  }

  /** Posts until an answer comes back. From then on, the intake has to decide its leads. */
  async #post(
    path: '' | 'batch' | 'settle',
    body: unknown,
    to: (attempt: number) => KilledReceiver,
  ): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const answer = await this.#attempt(path, JSON.stringify(body), to(attempt));
      if (answer !== undefined) {
        for (const decision of answer) this.#note(decision);
        return;
      }
      await sleep(PAUSE_MS);
    }
    throw new Error(`${JSON.stringify(body)} was never answered`);
  }

  #note(decision: LeadDecision): void {
    const isFinal = !['hold', 'fix'].includes(decision.decision);
    const key = keyOf(decision);
    if (isFinal && !this.answers.has(key)) this.answers.set(key, decision);
  }

  async #attempt(
    path: string,
    body: string,
    receiver: KilledReceiver,
  ): Promise<LeadDecision[] | undefined> {
    this.attempts += 1;
    let response: Response;
    try {
      const signal = AbortSignal.timeout(20_000);
      response = await fetch((await receiver.url()) + path, { method: 'POST', body, signal });
      if (response.ok) return [(await response.json()) as LeadDecision | LeadDecision[]].flat();
    } catch {
      return undefined; // killed
    }
    if (response.status === 422) return []; // a person was told why not
    if (response.status !== 503) throw new Error(await response.text());
    return undefined;
  }
}
