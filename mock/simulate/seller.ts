import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { isFinal, type LeadState } from './books.ts';
import type { Host } from './host.ts';
import { CALM, type CallPlan } from './plan.ts';
import { DECISIONS, type SimulatedDecision } from './program.ts';
import type { Stage } from './stage.ts';

/** A seller without an answer posts the lead again after a minute, until it was posted 6 times. */
const AGAIN_MS = 60_000;
const POSTS_MAX = 6;

function isDecision(value: unknown): value is SimulatedDecision {
  const { decision } = (value ?? {}) as Partial<SimulatedDecision>;
  return DECISIONS.includes(decision as never);
}

/** Posts leads to the program, and records the decisions. */
export class Seller {
  readonly #stage: Stage;
  readonly #host: Host;

  constructor(stage: Stage, host: Host) {
    this.#stage = stage;
    this.#host = host;
  }

  async post(state: LeadState, plan: CallPlan, again = ''): Promise<void> {
    const { story, books, timeline } = this.#stage;
    const { leadId, phone } = state.lead;
    const whose = state.stranger ? 'someone else’s phone' : 'the phone';
    const link = story.nameOf(state.token);
    const text = `${leadId} is posted${again}: ${link}, ${whose} ${phone}`;
    if (again === ', to ask for a decision') story.head(text);
    else story.tell(text);
    state.posts += 1;
    const outcome = await this.#host.call(plan, (program) => program.take?.({ ...state.lead }));
    if (outcome.kind === 'answered') {
      if (!isDecision(outcome.value)) {
        throw invalidInput('start.take', `expected { decision: ${DECISIONS.join(' | ')} }`);
      }
      books.decided(state, outcome.value, `  Acme Solar answers ${leadId}`);
      return;
    }
    if (outcome.kind === 'threw') story.tell(`  Acme Solar fails: ${String(outcome.error)}`);
    else
      story.tell(outcome.kind === 'down' ? '  the process is down' : `  ${leadId} gets no answer`);
    if (state.posts >= POSTS_MAX) return;
    timeline.after(AGAIN_MS, () => {
      if (!isFinal(state.last)) this.postSoon(state, CALM, ' again');
    });
  }

  /** Posts without waiting for the result, which may depend on the world's time. */
  postSoon(state: LeadState, plan: CallPlan, again = ''): void {
    this.post(state, plan, again).catch((error: unknown) => this.#stage.timeline.fail(error));
  }

  /** Reads the decisions that a `tick` may return. */
  heard(given: unknown): void {
    if (!Array.isArray(given)) return;
    const { books } = this.#stage;
    for (const each of given as unknown[]) {
      const state = books.leadById((each as Partial<SimulatedDecision> | null)?.leadId);
      if (state === undefined || !isDecision(each)) {
        throw invalidInput(
          'start.tick',
          'expected decisions with the leadId of a lead, or no list',
        );
      }
      books.decided(state, each, `  ${state.lead.leadId} is decided`);
    }
  }
}
