import { Call, callOf } from './call.ts';
import type { Chance } from './chance.ts';
import { startContext } from './context.ts';
import { onBehalfOf, presentOwner } from './host-timers.ts';
import { fetchOf } from './network.ts';
import type { Waiting } from './patience.ts';
import type { CallPlan, Crash } from './plan.ts';
import { NEVER, SimulatedProcess } from './process.ts';
import { doorsOf, type SimulatedProgram, type StartProgram } from './program.ts';
import type { Stage } from './stage.ts';
import type { Watch } from './timeline.ts';

/** A `setInterval` of a second would fire up to 350,000 times in a world's quiet days. */
const CALM_INTERVAL_MS = 30 * 60_000;

/** How a call of the program ended. */
export type Outcome<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly call: Call }
  | { readonly kind: 'threw'; readonly error: unknown; readonly call: Call }
  | { readonly kind: 'died'; readonly call: Call }
  /** The program was not running. */
  | { readonly kind: 'down' };

/** What is waited for, that with the most patience last. */
const LONGEST: readonly Waiting[] = ['world', 'timers', 'others', 'unknown', 'job'];

/** The calls of one world that may be busy: a call that is over, only while it has a job. */
export class OpenCalls implements Watch {
  readonly #calls = new Set<Call>();
  readonly #gaveUp: (on: Waiting) => void;

  constructor(gaveUp: (on: Waiting) => void) {
    this.#gaveUp = gaveUp;
  }

  add(call: Call): void {
    call.onJob = () => void this.#calls.add(call);
    this.#calls.add(call);
  }

  waiting(): Waiting {
    let waiting: Waiting = 'world';
    for (const call of this.#calls) {
      if (call.isIdle) {
        this.#calls.delete(call);
        continue;
      }
      const own = call.waiting;
      if (LONGEST.indexOf(own) > LONGEST.indexOf(waiting)) waiting = own;
    }
    return waiting;
  }

  giveUp(): void {
    for (const call of this.#calls) {
      const { waiting } = call;
      this.#gaveUp(waiting);
      if (waiting !== 'world') call.isGivenUp = true;
    }
  }
}

/** One of the machines that run the program. */
interface MachineSettings {
  readonly index: number;
  /** Draws in which order the machines go on; `undefined` if there is only one. */
  readonly pace: Chance | undefined;
  readonly isAnyHeld: () => boolean;
}

interface HostParts {
  readonly start: StartProgram;
  readonly chance: Chance;
  readonly open: OpenCalls;
  readonly machine: MachineSettings;
}

/**
 * The machine that the program runs on. It starts and calls the program, and restarts it after a
 * crash.
 */
export class Host {
  readonly #stage: Stage;
  readonly #start: StartProgram;
  readonly #chance: Chance;
  readonly #open: OpenCalls;
  readonly #machine: MachineSettings;
  #process: SimulatedProcess | undefined;
  #program: SimulatedProgram | undefined;
  #leastIntervalMs = 0;
  /** The crash that is armed. */
  #crash: Crash | null = null;

  constructor(stage: Stage, parts: HostParts) {
    this.#stage = stage;
    this.#machine = parts.machine;
    this.#start = parts.start;
    this.#chance = parts.chance;
    this.#open = parts.open;
  }

  get index(): number {
    return this.#machine.index;
  }

  /** How it is called in a story. */
  get who(): string {
    return `Acme Solar${this.#on}`;
  }

  /** Follows what is sent to it in a story. */
  get to(): string {
    return this.#machine.pace === undefined ? '' : ` to machine ${this.#machine.index + 1}`;
  }

  /** Follows what arrives at it in a story. */
  get at(): string {
    return this.#machine.pace === undefined ? '' : ` at machine ${this.#machine.index + 1}`;
  }

  get #on(): string {
    return this.#machine.pace === undefined ? '' : ` on machine ${this.#machine.index + 1}`;
  }

  /** Whether the world is to settle something for it. */
  get isHeld(): boolean {
    return this.#process !== undefined && this.#process.isAlive && this.#process.held > 0;
  }

  /** Starts the program. `again`: after a crash, the next crash or `null`. */
  async start(again: Crash | null | 'first' = 'first'): Promise<SimulatedProgram | undefined> {
    const { timeline, story, durable, webhookSecret, mock, buyer } = this.#stage;
    const process = new SimulatedProcess(timeline, (error) => this.#died(error));
    process.leastIntervalMs = this.#leastIntervalMs;
    process.who = this.who;
    process.pace = this.#machine.pace;
    process.isAnyHeld = this.#machine.isAnyHeld;
    this.#process = process;
    if (again !== 'first') story.tell(`The process${this.#on} starts again`);
    this.#arm(again === 'first' ? null : again);
    const call = new Call(process);
    const { apiKey, baseUrl, validateReplies } = mock.clientOptions(buyer);
    const fetch = fetchOf(this.#stage, () => callOf(process, presentOwner()));
    const context = startContext({
      process,
      durable,
      story,
      webhookSecret,
      clientOptions: { apiKey, baseUrl, validateReplies, fetch },
      random: () => this.#chance.next(),
      machine: this.#machine.index,
    });
    const outcome = await this.#run(call, () => this.#start(context));
    if (outcome.kind === 'threw') throw outcome.error;
    if (outcome.kind !== 'answered') return undefined;
    doorsOf(outcome.value);
    this.#program = outcome.value;
    return outcome.value;
  }

  /** Calls the program, which may die during the call. */
  async call<T>(
    plan: CallPlan,
    work: (program: SimulatedProgram) => T | Promise<T>,
  ): Promise<Outcome<T>> {
    const [process, program] = [this.#process, this.#program];
    if (process === undefined || program === undefined) return { kind: 'down' };
    if (plan.crash !== null) this.#arm(plan.crash);
    return this.#run(new Call(process, plan), () => work(program));
  }

  /** Disarms the crash, and slows repeated timers down. */
  calmDown(): void {
    this.#arm(null);
    this.#leastIntervalMs = CALM_INTERVAL_MS;
    if (this.#process === undefined) return;
    this.#process.leastIntervalMs = CALM_INTERVAL_MS;
    this.#process.troubles.forget();
  }

  /** Ends the process with the world. */
  end(): void {
    this.#process?.end();
  }

  #arm(crash: Crash | null): void {
    this.#crash = crash;
    this.#process?.arm(crash?.at ?? null);
  }

  async #run<T>(call: Call, work: () => T | Promise<T>): Promise<Outcome<T>> {
    const { process } = call;
    this.#open.add(call);
    const ended = onBehalfOf(call, async () => work()).then(
      (value): Outcome<T> | Promise<never> => {
        return process.resumes() ? { kind: 'answered', value, call } : NEVER;
      },
      (error: unknown): Outcome<T> | Promise<never> => {
        return process.resumes() ? { kind: 'threw', error, call } : NEVER;
      },
    );
    const outcome = await Promise.race([ended, process.death]);
    call.isOver = true;
    return outcome === 'died' ? { kind: outcome, call } : outcome;
  }

  #died(error: unknown): void {
    const { timeline, story, books } = this.#stage;
    const crash = this.#crash;
    this.#crash = null;
    this.#program = undefined;
    const cause = error instanceof Error ? `: ${error.name}: ${error.message}` : '';
    story.tell(`The process${this.#on} dies${cause}`);
    books.crashed();
    timeline.after(crash?.downMs ?? 0, () => {
      // Not awaited: the start may wait for the world.
      this.start(crash?.next ?? null).catch((error: unknown) => timeline.fail(error));
    });
  }
}
