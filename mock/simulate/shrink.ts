import {
  CALM,
  type CallPlan,
  type CaptureStep,
  type Plan,
  type PostStep,
  type Step,
} from './plan.ts';

/** Tells whether the smaller plan still breaks the same invariant. */
export type StillBroken = (plan: Plan) => Promise<boolean>;

const MINUTE = 60_000;

function smallerCalls(call: CallPlan): CallPlan[] {
  const { slow, ...quick } = call;
  const isCalm = call.crash === null && call.requests.every((trouble) => trouble === null);
  if (slow !== undefined) return [quick, ...smallerCalls(quick).map((each) => ({ ...each, slow }))];
  const inStep = call.pace === undefined || call.pace === 0 ? [] : [{ ...call, pace: 0 }];
  if (isCalm) return inStep;
  const { crash, requests, pace } = call;
  const own = pace === undefined ? {} : { pace };
  const firsts = Array.from({ length: (crash?.at ?? 1) - 1 }, (_, index) => index + 1);
  return [
    { ...CALM, ...own },
    ...inStep,
    { ...call, crash: null },
    { ...call, requests: [] },
    ...(crash === null ? [] : [{ ...call, crash: { ...crash, next: null, downMs: 1_000 } }]),
    ...requests.map((_, index) => ({
      ...call,
      requests: requests.map((trouble, each) => (each === index ? null : trouble)),
    })),
    ...(crash === null ? [] : firsts.map((at) => ({ ...call, crash: { ...crash, at } }))),
  ];
}

function smallerCaptures(step: CaptureStep): CaptureStep[] {
  const { deliveries, handling, links } = step;
  const one = <T>(list: readonly T[], index: number, value: T): T[] =>
    list.map((each, at) => (at === index ? value : each));
  return [
    { ...step, unchecked: false },
    { ...step, devMode: false },
    { ...step, renderMs: 0 },
    { ...step, links: links.map(() => null) },
    { ...step, links: links.slice(0, 1) },
    { ...step, deliveries: deliveries.map(() => null) },
    { ...step, handling: handling.map(() => CALM) },
    { ...step, machines: step.machines.map(() => 0) },
    ...deliveries.map((_, index) => ({ ...step, deliveries: one(deliveries, index, null) })),
    ...handling.flatMap((call, index) =>
      smallerCalls(call).map((smaller) => ({ ...step, handling: one(handling, index, smaller) })),
    ),
  ];
}

function smallerPosts(step: PostStep): PostStep[] {
  return [
    ...(step.stranger ? [{ ...step, stranger: false }] : []),
    ...(step.machine > 0 ? [{ ...step, machine: 0 }] : []),
    ...smallerCalls(step.call).map((call) => ({ ...step, call })),
  ];
}

function smallerSteps(step: Step): Step[] {
  switch (step.do) {
    case 'capture':
      return smallerCaptures(step);
    case 'post':
      return smallerPosts(step);
    case 'tick':
      return smallerCalls(step.call).map((call) => ({ ...step, call }));
    case 'outage':
      return [{ ...step, lastsMs: Math.min(step.lastsMs, 5 * MINUTE) }];
    default:
      return [];
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Shortens a plan that breaks an invariant, in at most `runsMax` runs. */
class Shrinker {
  #plan: Plan;
  #runs: number;
  readonly #stillBroken: StillBroken;

  constructor(plan: Plan, stillBroken: StillBroken, runsMax: number) {
    this.#plan = plan;
    this.#stillBroken = stillBroken;
    this.#runs = runsMax;
  }

  async run(): Promise<Plan> {
    for (let before: Plan | undefined; before !== this.#plan && this.#runs > 0; ) {
      before = this.#plan;
      await this.#simplifyReadings();
      await this.#dropMachines();
      await this.#removeSteps();
      await this.#simplifySteps();
    }
    await this.#evenTimes();
    return this.#plan;
  }

  async #try(plan: Plan): Promise<boolean> {
    if (this.#runs <= 0 || isSame(plan, this.#plan)) return false;
    this.#runs -= 1;
    if (!(await this.#stillBroken(plan))) return false;
    this.#plan = plan;
    return true;
  }

  /** Removes halves first, then smaller parts, then single steps. */
  async #removeSteps(): Promise<void> {
    for (
      let size = Math.ceil(this.#plan.steps.length / 2);
      size >= 1;
      size = Math.floor(size / 2)
    ) {
      for (let end = this.#plan.steps.length; end > 0; end -= size) {
        const begin = Math.max(0, end - size);
        const steps = this.#plan.steps.filter((_, index) => index < begin || index >= end);
        await this.#try({ ...this.#plan, steps });
      }
    }
  }

  async #simplifySteps(): Promise<void> {
    for (const index of this.#plan.steps.keys()) {
      while (await this.#simplifyStep(index)) continue;
    }
  }

  async #simplifyStep(index: number): Promise<boolean> {
    const { steps } = this.#plan;
    const step = steps[index];
    for (const smaller of step === undefined ? [] : smallerSteps(step)) {
      const changed = steps.map((each, at) => (at === index ? smaller : each));
      if (await this.#try({ ...this.#plan, steps: changed })) return true;
    }
    return false;
  }

  /** A step of a machine that is gone is taken over by another one. */
  async #dropMachines(): Promise<void> {
    for (let machines = 1; machines < this.#plan.machines; machines += 1) {
      if (await this.#try({ ...this.#plan, machines })) return;
    }
  }

  /** Uses the default of each reading, or of as many as possible. */
  async #simplifyReadings(): Promise<void> {
    if (await this.#try({ ...this.#plan, readings: {} })) return;
    for (const name of Object.keys(this.#plan.readings)) {
      const left = Object.entries(this.#plan.readings).filter(([each]) => each !== name);
      await this.#try({ ...this.#plan, readings: Object.fromEntries(left) });
    }
  }

  /** Tries whole minutes, which are easier to read than the instants that were drawn. */
  async #evenTimes(): Promise<void> {
    const minutes = this.#plan.steps.map((step, index) => ({ ...step, at: index * MINUTE }));
    if (await this.#try({ ...this.#plan, steps: minutes })) return;
    const first = this.#plan.steps[0]?.at ?? 0;
    const earlier = this.#plan.steps.map((step) => ({ ...step, at: step.at - first }));
    await this.#try({ ...this.#plan, steps: earlier });
  }
}

/** Returns the shortest plan found that breaks the same invariant. */
export function shrink(plan: Plan, stillBroken: StillBroken, runsMax: number): Promise<Plan> {
  return new Shrinker(plan, stillBroken, runsMax).run();
}
