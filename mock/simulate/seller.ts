import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { isFinal, type LeadState } from './books.ts';
import type { Host, Outcome } from './host.ts';
import { CALM, type CallPlan } from './plan.ts';
import { DECISIONS, type SimulatedDecision } from './program.ts';
import type { Stage } from './stage.ts';

function isDecision(value: unknown): value is SimulatedDecision {
  const { decision } = (value ?? {}) as Partial<SimulatedDecision>;
  return DECISIONS.includes(decision as never);
}

/** Posts leads to the program, and records the decisions. */
export class Seller {
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Posts a lead without waiting for the result, which may depend on the world's time. */
  post(state: LeadState, plan: CallPlan, host: Host): void {
    const { story, timeline } = this.#stage;
    const { leadId, phone } = state.lead;
    const whose = state.stranger ? 'someone else’s phone' : 'the phone';
    const link = story.nameOf(state.token);
    const again = state.posts > 0 ? ' again' : '';
    story.tell(`${leadId} is posted${again}${host.to}: ${link}, ${whose} ${phone}`);
    state.posts += 1;
    const post = async (): Promise<void> => {
      const outcome = await this.#answered(state, plan, host);
      if (outcome.kind === 'down') return;
      const hasAsked = outcome.call.asked.has(state.token);
      const isOpen = outcome.kind === 'answered' && !isFinal(state.last);
      // In the quiet days nothing went wrong that could excuse an error.
      const isExcused = outcome.kind === 'died' || plan !== CALM;
      if (hasAsked || isOpen || (outcome.kind === 'threw' && !isExcused)) state.isOwed = true;
    };
    post().catch((error: unknown) => timeline.fail(error));
  }

  /**
   * Asks for the decision on a lead in the quiet days. If only that makes the program ask the service
   * and decide, nothing in it works off what is open.
   */
  ask(state: LeadState, host: Host): void {
    const { story, books, timeline } = this.#stage;
    const { leadId } = state.lead;
    story.head(`${leadId} is posted again${host.to}, to ask what was decided`);
    const before = books.receives.of(state.token).length;
    const ask = async (): Promise<void> => {
      await this.#answered(state, CALM, host);
      const hasSent = books.receives.of(state.token).length > before;
      if (!state.isOwed || !isFinal(state.last) || !hasSent) return;
      state.neededPost = true;
      books.news += 1;
    };
    ask().catch((error: unknown) => timeline.fail(error));
  }

  async #answered(
    state: LeadState,
    plan: CallPlan,
    host: Host,
  ): Promise<Outcome<SimulatedDecision | undefined>> {
    const { story, books } = this.#stage;
    const { leadId } = state.lead;
    const since = books.answers.length;
    state.waiting += 1;
    const outcome = await host.call(plan, (program) => program.take?.({ ...state.lead }));
    state.waiting -= 1;
    if (outcome.kind === 'answered') {
      const { value, call } = outcome;
      if (!isDecision(value)) {
        throw invalidInput('start.take', `expected { decision: ${DECISIONS.join(' | ')} }`);
      }
      const { process } = call;
      books.decided(state, value, `  ${host.who} answers ${leadId}`, { process, since });
    } else if (outcome.kind === 'threw')
      story.tell(`  ${host.who} fails: ${String(outcome.error)}`);
    else {
      story.tell(outcome.kind === 'down' ? '  the process is down' : `  ${leadId} gets no answer`);
    }
    return outcome;
  }

  /** Calls the program's timer, and reads the decisions that it may return. */
  async tick(plan: CallPlan, host: Host): Promise<void> {
    const { books, story } = this.#stage;
    const since = books.answers.length;
    const outcome = await host.call(plan, (program) => program.tick?.());
    if (outcome.kind === 'threw') story.tell(`  ${host.who} fails: ${String(outcome.error)}`);
    if (outcome.kind !== 'answered' || !Array.isArray(outcome.value)) return;
    const { process } = outcome.call;
    for (const each of outcome.value as unknown[]) {
      const state = books.leadById((each as Partial<SimulatedDecision> | null)?.leadId);
      if (state === undefined || !isDecision(each)) {
        throw invalidInput(
          'start.tick',
          'expected decisions with the leadId of a lead, or no list',
        );
      }
      books.decided(state, each, `  ${state.lead.leadId} is decided`, { process, since });
    }
  }
}
