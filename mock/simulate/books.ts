import type { Engine } from '../engine/engine.ts';
import type { SimulatedDecision, SimulatedLead } from './program.ts';
import { Receives } from './receives.ts';
import type { Story } from './story.ts';

/** A record of a world, as the world itself knows it. */
export interface WorldRecord {
  readonly cdrId: string;
  /** The content of the phone field of its form. */
  readonly phone: string;
  /** Whether it was captured on the program's own page. */
  readonly own: boolean;
  readonly tokens: readonly string[];
  readonly shareUrls: readonly string[];
}

/** A lead, and what became of it so far. */
export interface LeadState {
  readonly lead: SimulatedLead;
  readonly cdrId: string;
  readonly token: string;
  readonly stranger: boolean;
  /** How often it was posted. */
  posts: number;
  /** Posts that have no answer yet, of processes that live. */
  waiting: number;
  /** Whether the program has it: it answered without a decision, or it asked for it and failed. */
  isOwed: boolean;
  /** Whether only another post in the quiet days made the program decide it. */
  neededPost: boolean;
  last: GivenAnswer | undefined;
  /** Which of all answers was the first final one; `Infinity` if there is none. */
  finalAt: number;
}

/** By whom a decision was made, and how many answers there were when that call began. */
interface DecidedIn {
  readonly process: object;
  readonly since: number;
}

/** A decision of the program on a lead. */
export interface GivenAnswer extends SimulatedDecision {
  /** The lead's identifier. */
  readonly leadId: string;
  /** When, in Unix milliseconds of the world's clock. */
  readonly at: number;
}

const FINAL: readonly string[] = ['accept', 'refuse', 'duplicate'];

export function isFinal(decision: SimulatedDecision | undefined): boolean {
  return decision !== undefined && FINAL.includes(decision.decision);
}

/** The world's own records, by which the program is judged. */
export class Books {
  readonly records = new Map<number, WorldRecord>();
  readonly leads = new Map<number, LeadState>();
  readonly answers: GivenAnswer[] = [];
  /** Tokens for which an answer, or a call that may have asked, was lost. */
  readonly doubtful = new Set<string>();
  readonly receives = new Receives();
  /** Records that only forged deliveries name. */
  readonly forged = new Set<string>();
  /** How a final decision was changed, in a sentence. */
  changed: string | undefined;
  /** The ids of requests that the buyer's own people made outside the program. */
  readonly elsewhere = new Set<string>();
  readonly invalid = new Set<string>();
  /** Whether a call waits for something that the world does not know, and waited in vain. */
  waitsOutside = false;
  /** Why the program could not list its orphans. */
  orphansError: string | undefined;
  requests = 0;
  /** Until when the service cannot be reached. */
  awayUntil = 0;
  /** Counts what can break an invariant. */
  news = 0;
  crashes = 0;
  readonly #engine: Engine;
  readonly #story: Story;

  constructor(engine: Engine, story: Story) {
    this.#engine = engine;
    this.#story = story;
  }

  leadById(leadId: unknown): LeadState | undefined {
    for (const state of this.leads.values()) if (state.lead.leadId === leadId) return state;
    return undefined;
  }

  /** Records a crash: undecided leads that were posted are in doubt for good. */
  crashed(): void {
    this.crashes += 1;
    for (const { token, last, posts } of this.leads.values()) {
      if (posts > 0 && !isFinal(last)) this.lost(token);
    }
  }

  /** Records that no one can tell what a receive through the token has done. */
  lost(token: string | undefined): void {
    if (token !== undefined) this.doubtful.add(token);
  }

  /** Records the program's decision on a lead, and tells it in the story if it is new. */
  decided(
    state: LeadState,
    decision: SimulatedDecision,
    said: string,
    { process, since }: DecidedIn,
  ): void {
    this.news += 1;
    const { leadId } = state.lead;
    const before = state.last;
    this.#compare(leadId, before, decision, state.finalAt < since);
    if (isFinal(decision)) this.receives.decide(process, state.token, leadId);
    const answer = { ...decision, leadId, at: this.#engine.world.now };
    state.last = isFinal(before) && !isFinal(decision) ? before : answer;
    if (isFinal(decision)) state.finalAt = Math.min(state.finalAt, this.answers.length);
    this.answers.push(answer);
    const { decision: word, cdrId, code } = decision;
    const isNews = before?.decision !== word || before.code !== code || before.cdrId !== cdrId;
    const details = [
      ...(cdrId === undefined ? [] : [this.#story.nameOf(cdrId)]),
      ...(code === undefined ? [] : [code]),
    ];
    const text = `${said}: ${[word, ...details].join(', ')}`;
    if (isNews) this.#story.tell(text);
    else this.#story.trace(text);
  }

  /** A call that began before the final decision may have learned less. */
  #compare(
    leadId: string,
    before: SimulatedDecision | undefined,
    after: SimulatedDecision,
    wasFinal: boolean,
  ): void {
    if (before === undefined || !isFinal(before) || (!isFinal(after) && !wasFinal)) return;
    const isSame = before.decision === after.decision;
    if (isSame && (after.decision !== 'accept' || before.cdrId === after.cdrId)) return;
    const [one, other] = [before, after].map(({ decision, cdrId }) =>
      decision === 'accept' ? `accept with ${this.#story.nameOf(cdrId)}` : decision,
    );
    this.changed ??= `${leadId} was decided, ${one}, and is now answered ${other}`;
  }

  chargeCount(): number {
    return this.#engine.world.charges.size;
  }

  /** Tells the charges made since there were `before` of them, and returns their records. */
  tellCharges(before: number): string[] {
    const { charges, organizations } = this.#engine.world;
    if (charges.size === before) return [];
    this.news += 1;
    const newest = charges
      .rows()
      .sort(([, a], [, b]) => a.sequence - b.sequence)
      .slice(before);
    for (const [[cdrId, organizationId]] of newest) {
      const name = organizations.get(organizationId)?.name ?? organizationId;
      this.#story.tell(`    the service charges ${name} for ${this.#story.nameOf(cdrId)}`);
    }
    return newest.map(([[cdrId]]) => cdrId);
  }
}
