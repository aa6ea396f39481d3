import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { Chance } from './chance.ts';
import { drawSteps } from './draw-plan.ts';
import { withWorldTimers } from './host-timers.ts';
import { SHIPPED } from './invariants.ts';
import { type Breach, ownBreaches } from './judge.ts';
import { type SimulateOptions, type SimulateSettings, simulateSettings } from './options.ts';
import type { Plan } from './plan.ts';
import { type BrokenInvariant, type SimulationReport, storyOf, type Tried } from './report.ts';
import { type EndedWorld, runWorld, tryProgram, type WorldSettings } from './run-world.ts';
import { shrink } from './shrink.ts';

/** Run twice: the first 5 worlds, every 100th, and each that is the first to break an invariant. */
const TWICE_FIRST = 5;
const TWICE_EACH = 100;
const SHRINK_RUNS_MAX = 600;

const SAME_STORY_TWICE = 'sameStoryTwice';

function readingTexts(readings: Partial<Readings>): string[] {
  return Object.entries(readings).map(([name, value]) => `${name}: ${String(value)}`);
}

/** What the world, not the program itself, refuses. */
const OF_PROGRAM = /^(?:start|storage|effect|durable)\b/;

/** Adds to what is wrong with the program in which world it was found. */
function inWorld(error: unknown, where: string): unknown {
  const isOurs =
    error instanceof InvalidInputError && error.issues.every(({ path }) => OF_PROGRAM.test(path));
  if (!isOurs) return error;
  const issues = error.issues.map(({ path, message }) => ({
    path,
    message: `${message} (${where})`,
  }));
  return new InvalidInputError(issues);
}

class Simulation {
  readonly #settings: SimulateSettings;
  readonly #worlds: WorldSettings;
  readonly #broken = new Map<string, BrokenInvariant>();
  readonly #counts = new Map<string, number>();
  readonly #tried: Record<keyof Tried, number> = {
    leads: 0,
    accepted: 0,
    requests: 0,
    deliveries: 0,
    effects: 0,
    charges: 0,
    crashes: 0,
  };

  constructor(settings: SimulateSettings, worlds: WorldSettings) {
    this.#settings = settings;
    this.#worlds = worlds;
  }

  async run(): Promise<SimulationReport> {
    const { seed, from, count, stopAtFirst, signal } = this.#settings;
    let worlds = 0;
    for (let world = from; world < from + count; world += 1) {
      if (signal?.aborted) throw signal.reason;
      worlds += 1;
      await this.#runOne(world);
      if (this.#broken.has(SAME_STORY_TWICE) || (stopAtFirst && this.#broken.size > 0)) break;
    }
    const broken = [...this.#broken.values()].map((each) => {
      return { ...each, worlds: this.#counts.get(each.invariant) ?? 1 };
    });
    return { seed, worlds, broken, tried: { ...this.#tried } };
  }

  #planOf(world: number): Plan {
    const { seed, readings, machines } = this.#settings;
    const steps = drawSteps(new Chance(`${seed} ${world}`), this.#settings, this.#worlds.doors);
    return { readings: readings[world % readings.length] ?? {}, machines, steps };
  }

  async #run(world: number, plan: Plan, until?: string): Promise<EndedWorld> {
    const { seed } = this.#settings;
    try {
      return await runWorld(plan, `${seed} ${world}`, this.#worlds, { until });
    } catch (error) {
      throw inWorld(error, `seed ${JSON.stringify(seed)}, world ${world}`);
    }
  }

  async #runOne(world: number): Promise<void> {
    const plan = this.#planOf(world);
    const ended = await this.#run(world, plan);
    this.#count(ended);
    const breaches = this.#breachesOf(ended);
    const isNews = breaches.some(({ invariant }) => !this.#broken.has(invariant));
    const isSampled = world < TWICE_FIRST || world % TWICE_EACH === 0;
    if ((isNews || isSampled) && !(await this.#isSameTwice(world, plan, ended))) return;
    for (const breach of breaches) {
      const { invariant } = breach;
      this.#counts.set(invariant, (this.#counts.get(invariant) ?? 0) + 1);
      if (this.#broken.has(invariant)) continue;
      this.#broken.set(invariant, await this.#shortest(world, plan, breach, ended));
    }
  }

  #breachesOf({ breaches, facts }: EndedWorld): Breach[] {
    return [...breaches, ...ownBreaches(facts, this.#settings.invariants)];
  }

  /** Runs the world again. If the two runs differ, the program uses its own time or randomness. */
  async #isSameTwice(world: number, plan: Plan, first: EndedWorld): Promise<boolean> {
    const second = await this.#run(world, plan);
    const [before, after] = [first.story.all, second.story.all];
    const longest = Math.max(before.length, after.length);
    const index = Array.from({ length: longest }, (_, each) => each).find(
      (each) => before[each] !== after[each],
    );
    if (index === undefined) return true;
    const [one, other] = [before[index], after[index]].map((line) => line ?? 'the end');
    const { seed } = this.#settings;
    const told = {
      invariant: SAME_STORY_TWICE,
      problem:
        `two runs of this world differ from step ${index + 1} on: the program uses its own time or randomness. ` +
        `Use the "clock" and "random" that its start receives`,
      steps: [
        ...before.slice(Math.max(0, index - 5), index),
        `first run:   ${one}`,
        `second run:  ${other}`,
      ],
      seed,
      world,
      worlds: 1,
      facts: first.facts,
    };
    this.#broken.set(SAME_STORY_TWICE, { ...told, story: storyOf(told) });
    return false;
  }

  async #shortest(
    world: number,
    plan: Plan,
    found: Breach,
    ended: EndedWorld,
  ): Promise<BrokenInvariant> {
    const { seed } = this.#settings;
    const { invariant } = found;
    // The story ends where it breaks; one of the caller's own is judged at the end.
    const until = Object.hasOwn(SHIPPED, invariant) ? invariant : undefined;
    let best = { plan, ended, problem: found.problem };
    const stillBroken = async (smaller: Plan): Promise<boolean> => {
      const run = await this.#run(world, smaller, until);
      const broken = until === undefined ? this.#breachesOf(run) : run.breaches;
      const breach = broken.find((each) => each.invariant === invariant);
      if (breach === undefined) return false;
      best = { plan: smaller, ended: run, problem: breach.problem };
      return true;
    };
    await stillBroken(plan);
    await shrink(plan, stillBroken, SHRINK_RUNS_MAX);
    const { story, facts } = best.ended;
    const told = { invariant, problem: best.problem, steps: story.lines, seed, world };
    const text = storyOf(told, readingTexts(best.plan.readings));
    return { ...told, worlds: 1, story: text, facts };
  }

  #count({ facts, books }: EndedWorld): void {
    const { mock, buyer, decisions, effects } = facts;
    const tried = this.#tried;
    tried.leads += facts.leads.length;
    tried.accepted += decisions.filter(({ decision }) => decision === 'accept').length;
    tried.requests += books.requests;
    for (const { attempts } of mock.webhookDeliveries({ organization: buyer })) {
      tried.deliveries += attempts.length;
    }
    tried.effects += effects.length;
    tried.charges += mock.charges({ organization: buyer }).length;
    tried.crashes += books.crashes;
  }
}

/**
 * Runs a program through thousands of small simulated worlds. Responses are lost before and after the
 * charge, links are sold twice, records are pending, and the program crashes at any `await` and
 * restarts with its durable data. Checks invariants after each event, and reduces a world that breaks
 * one to a short story.
 *
 * The invariants: `oneChargePerRecord` (no record is accepted for two leads), `noStranger`,
 * `criteriaMet`, `finalStaysFinal`, `nothingPaidAndLost`, `orphansAreOrphans`, `everyLeadDecided`,
 * `noEventLost`, `noEffectTwice` and `noForgedEffect`. The same seed gives the same stories on every
 * machine. `sameStoryTwice` reports a program that uses other time or randomness than it is given.
 *
 * Meanwhile `setTimeout`, `setInterval` and `AbortSignal.timeout` follow the world's clock in the
 * program's code, and only there.
 *
 * @throws `InvalidInputError` for an invalid option, a program without `take`, `webhook` and `tick`,
 * an invalid result of one of its functions, an invariant that throws anything but an
 * `AssertionError`, or a runtime without `AsyncLocalStorage`. Errors of `start` are passed on.
 * @example
 * ```ts
 * const report = await simulate({
 *   seed: 'a',
 *   worlds: 2_000,
 *   start: ({ clientOptions, clock, durable }) => {
 *     const ledger = durable('ledger', () => memoryLedger());
 *     const client = new ConsentEvidence(clientOptions);
 *     const intake = createLeadIntake({ client, ledger, criteria, clock });
 *     return {
 *       take: (lead) => intake.take(lead),
 *       tick: () => intake.resume(),
 *       orphans: () => intake.orphans(),
 *     };
 *   },
 * });
 * for (const { story } of report.broken) console.log(story);
 * ```
 */
export async function simulate(options: SimulateOptions): Promise<SimulationReport> {
  const settings = simulateSettings(options);
  return withWorldTimers(async () => {
    const worlds = await tryProgram(settings);
    return new Simulation(settings, worlds).run();
  });
}
