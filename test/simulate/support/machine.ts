import type { SimulatedProgram, StartContext, StartProgram } from '../../../mock/simulate.ts';

/** Never settles, like anything that a dead machine awaits. */
const NEVER = new Promise<never>(() => undefined);
const DOWN_MS = [1_000, 20_000, 300_000] as const;
/** The most awaits that a machine survives before it dies. */
const AWAITS_MAX = 9;
const DEATHS = 0.2;

/** One life of a machine. It can end at any await, which then never returns. */
class Life {
  isAlive = true;
  awaitsLeft = Number.POSITIVE_INFINITY;
  readonly died: Promise<never>;
  #fail: (error: Error) => void = () => undefined;

  constructor() {
    this.died = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    this.died.catch(() => undefined);
  }

  end(): void {
    this.isAlive = false;
    this.#fail(new Error('the machine went down'));
  }

  /** Does something that others can see, and may die right after it. */
  async step<T>(work: () => T | Promise<T>): Promise<T> {
    if (!this.isAlive) return NEVER;
    const done = await Promise.resolve(work()).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (!this.isAlive) return NEVER;
    this.awaitsLeft -= 1;
    if (this.awaitsLeft <= 0) {
      this.end();
      return NEVER;
    }
    if ('error' in done) throw done.error;
    return done.value;
  }
}

/** Makes each call of a store such a step; its methods return promises. */
function steppedStore<T extends object>(store: T, life: Life): T {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => life.step(() => method(...args));
    },
  });
}

function contextOf(context: StartContext, life: Life): StartContext {
  const { clientOptions, clock, durable, effect, storage } = context;
  const ownClock: StartContext['clock'] = {
    now: () => clock.now(),
    sleep: (ms, signal) => life.step(() => clock.sleep(ms, signal)),
  };
  return {
    ...context,
    clientOptions: {
      ...clientOptions,
      clock: ownClock,
      fetch: (input, init) => life.step(() => clientOptions.fetch(input, init)),
    },
    clock: ownClock,
    durable: (name, make) => steppedStore(durable(name, make), life),
    effect(cdrId) {
      if (life.isAlive) effect(cdrId);
    },
    storage: {
      ...storage,
      set(key, value) {
        if (life.isAlive) storage.set(key, value);
      },
      delete: (key) => life.isAlive && storage.delete(key),
    },
  };
}

/** One of several machines that run one program on one store. It dies alone, and restarts. */
export class Machine {
  readonly #context: StartContext;
  readonly #start: StartProgram;
  readonly #calmAt: number;
  #life = new Life();
  #program: SimulatedProgram | undefined;

  /** From `calmAt` on, it no longer dies. */
  constructor(context: StartContext, start: StartProgram, calmAt: number) {
    this.#context = context;
    this.#start = start;
    this.#calmAt = calmAt;
  }

  async start(): Promise<SimulatedProgram> {
    this.#life = new Life();
    this.#program = await this.#start(contextOf(this.#context, this.#life));
    return this.#program;
  }

  /** Calls the program. A call that fails is repeated by its caller. */
  async call<T>(work: (program: SimulatedProgram) => T | Promise<T>): Promise<T> {
    const program = this.#program;
    if (program === undefined) throw new Error('the machine is down');
    const life = this.#life;
    this.#arm(life);
    try {
      return await Promise.race([life.step(() => work(program)), life.died]);
    } catch (error) {
      if (!life.isAlive && this.#life === life) void this.#comeUp();
      throw error;
    }
  }

  #arm(life: Life): void {
    const { clock, random } = this.#context;
    const [falls, steps] = [random() < DEATHS, 1 + Math.floor(random() * AWAITS_MAX)];
    if (clock.now() >= this.#calmAt) life.awaitsLeft = Number.POSITIVE_INFINITY;
    else if (falls) life.awaitsLeft = steps;
  }

  async #comeUp(): Promise<void> {
    if (this.#program === undefined) return;
    const { clock, random, storage } = this.#context;
    this.#program = undefined;
    storage.set('deaths', Number(storage.get('deaths') ?? 0) + 1);
    await clock.sleep(DOWN_MS[Math.floor(random() * DOWN_MS.length)] ?? 0);
    await this.start();
  }
}
