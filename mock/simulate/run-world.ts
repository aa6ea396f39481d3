import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { createMockService, engineOf } from '../fake/mock-service.ts';
import { addCheckedOrganization } from '../service/controls/organizations.ts';
import { Books, type GivenAnswer } from './books.ts';
import { Chance } from './chance.ts';
import { Durable, storageOf } from './context.ts';
import { Courier } from './courier.ts';
import { Director } from './director.ts';
import { drawSteps } from './draw-plan.ts';
import type { SimulationFacts } from './facts.ts';
import { type Host, OpenCalls } from './host.ts';
import { hostsOf } from './hosts.ts';
import { type Breach, Judge } from './judge.ts';
import type { SimulateSettings } from './options.ts';
import { Patience } from './patience.ts';
import type { Doors, Plan, Step } from './plan.ts';
import { doorsOf, type SimulatedProgram, type StartProgram } from './program.ts';
import { Seller } from './seller.ts';
import type { Stage } from './stage.ts';
import { BEGINNING, Story } from './story.ts';
import { Timeline } from './timeline.ts';
import { completeTrouble, TROUBLE } from './trouble.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Enough to see what a program that never rests does. */
const LAST_LINES = 4;
/** Long enough for the five attempts of a delivery, and for leads that were just held. */
const HALF_HOUR = 30 * MINUTE;
const CALM_AFTER_MS = HALF_HOUR;
const WEBHOOK_SECRET = 'whsec_simulated';

/** What all worlds of a simulation share. */
export interface WorldSettings {
  readonly start: StartProgram;
  readonly patience: Patience;
  readonly doors: Doors;
}

/** A world that has ended. */
export interface EndedWorld {
  readonly story: Story;
  readonly facts: SimulationFacts;
  readonly books: Books;
  /** What it broke of the built-in invariants. */
  readonly breaches: readonly Breach[];
}

/** How a plan is run. */
interface RunOptions {
  /** Ends the world once this built-in invariant is broken. */
  readonly until?: string | undefined;
}

const NO_DOORS: Doors = { take: false, webhook: false, tick: false };

/** When the timer fires, in hours of the quiet time: a lead is held for 72 at most. */
const LEAD_TICKS = [0, 1, 6, 24, 48, 73, 97];
const EVENT_TICKS = [0, 2, 24];
/** By then a worker has decided all that a call of the service can decide. */
const ASK_HOURS = 60;

/** From this instant, a step disturbs nothing any more. */
const endOf = (step: Step): number => step.at + (step.do === 'outage' ? step.lastsMs : 0);

/** One world from start to end. */
class World {
  readonly #stage: Stage;
  readonly #hosts: readonly Host[];
  readonly #director: Director;
  #program: SimulatedProgram | undefined;
  readonly #judge = new Judge();
  #seen = 0;
  #answersSeen = 0;

  constructor(plan: Plan, name: string, settings: WorldSettings) {
    const { start, patience } = settings;
    const open = new OpenCalls((waiting) => {
      patience.wasInVain(waiting);
      if (waiting === 'unknown' || waiting === 'job') this.#stage.books.waitsOutside = true;
    });
    const carry: { courier?: Courier } = {};
    const mock = createMockService({
      now: BEGINNING,
      idSeed: name,
      readings: plan.readings,
      webhookFetch: (url, init) => carry.courier?.fetch(url, init) ?? Promise.reject(new Error()),
    });
    const engine = engineOf(mock);
    engine.courier.waits = false;
    const story = new Story(() => engine.world.now);
    // A reading may send the buyer an event for what it receives.
    const webhook = settings.doors.webhook
      ? { url: 'https://acme-solar.example/webhook', secret: WEBHOOK_SECRET }
      : null;
    const buyer = addCheckedOrganization(engine, { name: 'Acme Solar', webhook });
    const producer = addCheckedOrganization(engine, { name: 'Sunroof Leads', autoCollect: false });
    const stage: Stage = {
      mock,
      engine,
      story,
      buyer,
      producer,
      webhookSecret: WEBHOOK_SECRET,
      timeline: new Timeline(engine, open, patience),
      books: new Books(engine, story),
      durable: new Durable(),
    };
    const hosts = hostsOf(stage, { name, start, open, machines: plan.machines });
    const courier = new Courier(stage, hosts);
    carry.courier = courier;
    this.#stage = stage;
    this.#hosts = hosts;
    this.#director = new Director(stage, { hosts, courier, seller: new Seller(stage) });
  }

  async run(
    steps: readonly Step[],
    { until, isTrial = false }: RunOptions & { isTrial?: boolean } = {},
  ): Promise<EndedWorld> {
    const { timeline, durable, story, books } = this.#stage;
    const over = { orphans: [] as string[] };
    const look = (): void => {
      this.#look();
      if (this.#judge.hasFound(until)) timeline.end();
    };
    const begin = async (host: Host): Promise<void> => {
      const program = await host.start();
      this.#program ??= program;
      if (isTrial) timeline.end();
    };
    for (const host of this.#hosts) {
      timeline.after(0, () => void begin(host).catch((error: unknown) => timeline.fail(error)));
    }
    for (const step of steps) timeline.after(step.at, () => this.#director.perform(step));
    const lastAt = Math.max(0, ...steps.map(endOf));
    timeline.after(lastAt + CALM_AFTER_MS, () => this.#calmDown(over));
    try {
      await timeline.play(look, () => story.lines.slice(-LAST_LINES).join('\n'));
      const facts = this.#facts(over.orphans);
      if (!this.#judge.hasFound(until)) this.#judgeBy(books.answers, facts);
      return { story, facts, books, breaches: this.#judge.breaches() };
    } finally {
      for (const host of this.#hosts) host.end();
      durable.close();
    }
  }

  /** Judges the world so far, if anything has changed that can break an invariant. */
  #look(): void {
    const { books, durable } = this.#stage;
    const seen = books.news + durable.effects.length;
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#judgeBy(books.answers.slice(this.#answersSeen));
    this.#answersSeen = books.answers.length;
  }

  #judgeBy(answers: readonly GivenAnswer[], end?: SimulationFacts): void {
    const { story, books, engine, durable } = this.#stage;
    const [program, { world }, { effects }] = [this.#program, engine, durable];
    this.#judge.look({ story, books, program, answers, effects, world, end });
  }

  get program(): SimulatedProgram | undefined {
    return this.#program;
  }

  #calmDown(over: { orphans: string[] }): void {
    const { timeline } = this.#stage;
    for (const host of this.#hosts) host.calmDown();
    const hasLeads = this.#program?.take !== undefined;
    const hours = hasLeads ? LEAD_TICKS : EVENT_TICKS;
    const hasTick = this.#program?.tick !== undefined;
    timeline.after(0, () => this.#director.redeliver());
    timeline.after(0, () => this.#director.postMissed());
    for (const each of hasTick ? hours : []) {
      timeline.after(each * HOUR, () => this.#director.calmTick());
    }
    const lastMs = (hours.at(-1) ?? 0) * HOUR + HALF_HOUR;
    timeline.after(ASK_HOURS * HOUR, () => this.#director.ask(0));
    timeline.after(lastMs, () => this.#director.ask(1));
    const end = async (): Promise<void> => {
      over.orphans = await this.#director.orphans();
      timeline.end();
    };
    const endsAt = lastMs + HOUR;
    timeline.after(endsAt, () => void end().catch((error: unknown) => timeline.fail(error)));
    timeline.after(endsAt + HOUR, () => timeline.end());
  }

  #facts(orphans: readonly string[]): SimulationFacts {
    const { mock, buyer, books, durable } = this.#stage;
    const leads = [...books.leads.values()];
    return {
      mock,
      buyer: buyer.organizationId,
      answers: books.answers,
      decisions: leads.flatMap(({ last }) => last ?? []),

      leads: leads.map(({ lead, cdrId, stranger }) => ({ ...lead, cdrId, stranger })),
      orphans,
      effects: durable.effects,
      storage: storageOf(durable),
    };
  }
}

/** Runs a plan. `name` is the seed of its identifiers and of the program's random numbers. */
export async function runWorld(
  plan: Plan,
  name: string,
  settings: WorldSettings,
  options?: RunOptions,
): Promise<EndedWorld> {
  return new World(plan, name, settings).run(plan.steps, options);
}

/**
 * Learns which doors the program has, and calls each of them in a world without troubles. What it
 * does only once, such as loading a module, would make the first world differ from its second run.
 */
export async function tryProgram({
  start,
  machines,
}: Pick<SimulateSettings, 'start' | 'machines'>): Promise<WorldSettings> {
  const untried = { start, patience: new Patience(), doors: NO_DOORS };
  const world = new World({ readings: {}, machines: 1, steps: [] }, 'trial', untried);
  await world.run([], { isTrial: true });
  const { program } = world;
  if (program === undefined) {
    throw invalidInput('start', 'expected a program; it has not returned one in days');
  }
  const doors = doorsOf(program);
  const none = Object.fromEntries(Object.keys(TROUBLE).map((name) => [name, 0]));
  const drawn = { trouble: completeTrouble(none), machines };
  const steps = drawSteps(new Chance('warm'), drawn, doors);
  const settings = { ...untried, doors };
  // What is wrong with the program is told by the worlds that follow.
  await runWorld({ readings: {}, machines, steps }, 'warm', settings).catch(() => undefined);
  return settings;
}
