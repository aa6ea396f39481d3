import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { type JobOwner, watchJobs } from './jobs.ts';
import { type RejectionOwner, watchRejections } from './rejections.ts';
import { createScope, inScopesOfNow, type Scope } from './scope.ts';
import { replaceModules, sleepOn, type Timers } from './timer-modules.ts';

/** Code whose timers follow the world's time. */
export interface TimerOwner extends JobOwner, RejectionOwner {
  /** Calls `run` after `ms` of the world's time. Returns a function that cancels it. */
  setTimer(run: () => void, ms: number, isRepeated?: boolean): () => void;
}

/** What a program's `setTimeout` returns inside a world. */
class WorldTimer {
  cancel: () => void = () => undefined;
  set: () => void = () => undefined;

  clear(): void {
    this.cancel();
    this.set = () => undefined;
  }

  refresh(): this {
    this.cancel();
    this.set();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): this {
    this.clear();
    return this;
  }

  [Symbol.dispose](): void {
    this.clear();
  }
}

type Callback = (...values: unknown[]) => unknown;
const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

const TIMER_MAX_MS = 2 ** 31 - 1;
const TIMEOUT_MAX_MS = 2 ** 32 - 1;

function begin(
  owner: TimerOwner,
  run: () => void,
  { ms, again }: { ms: number; again: boolean },
): WorldTimer {
  const timer = new WorldTimer();
  // As in a real host, where it overflows.
  const wait = Number(ms) >= 1 && Number(ms) <= TIMER_MAX_MS ? Number(ms) : 1;
  // Or a timer that it sets in turn would be a real one.
  const fire = inScopesOfNow(() => {
    if (again) timer.set();
    run();
  });
  timer.set = () => {
    timer.cancel = owner.setTimer(fire, wait, again);
  };
  timer.set();
  return timer;
}

function worldTimers(scope: Scope<TimerOwner>, real: Timers): Timers {
  const set =
    (again: boolean, original: Callback) =>
    (run: Callback, ms = 0, ...values: unknown[]): unknown => {
      const owner = scope.getStore();
      if (owner === undefined) return Reflect.apply(original, globalThis, [run, ms, ...values]);
      return begin(owner, () => run(...values), { ms, again });
    };
  const clear =
    (original: Callback) =>
    (timer: unknown): void => {
      if (timer instanceof WorldTimer) timer.clear();
      else Reflect.apply(original, globalThis, [timer]);
    };
  const setTimeout = set(false, real.setTimeout as Callback);
  const timers = {
    setTimeout,
    setInterval: set(true, real.setInterval as Callback),
    clearTimeout: clear(real.clearTimeout as Callback),
    clearInterval: clear(real.clearInterval as Callback),
  } as unknown as Timers;
  Object.assign(setTimeout, { [PROMISIFIED]: sleepOn(timers) });
  return timers;
}

/** Makes an `AbortSignal.timeout` that follows the world's time. */
function worldTimeout(scope: Scope<TimerOwner>, real: typeof AbortSignal.timeout) {
  return (ms: number): AbortSignal => {
    const owner = scope.getStore();
    const fits = Number.isInteger(ms) && ms >= 0 && ms <= TIMEOUT_MAX_MS;
    if (owner === undefined || !fits) return real.call(AbortSignal, ms);
    const controller = new AbortController();
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    owner.setTimer(
      inScopesOfNow(() => controller.abort(late)),
      ms,
    );
    return controller.signal;
  };
}

/** Tells whom the running code belongs to, in all simulations, which may run at the same time. */
let known: Scope<TimerOwner> | undefined;

/**
 * Returns the scope of all simulations. Throws if the runtime has none: no request could be
 * assigned to a call, so none would meet its trouble, and a simulation in which nothing goes wrong
 * proves nothing.
 */
function scopeOfAll(): Scope<TimerOwner> {
  known ??= createScope<TimerOwner>();
  if (known !== undefined) return known;
  throw invalidInput(
    'runtime',
    'expected AsyncLocalStorage from node:async_hooks, as in Node, Bun, Deno and Workers with nodejs_compat',
  );
}

let users = 0;
let putBack = (): void => undefined;

function install(scope: Scope<TimerOwner>): void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const real = { setTimeout, clearTimeout, setInterval, clearInterval };
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its own `this`
  const { timeout } = AbortSignal;
  const timers = worldTimers(scope, real);
  Object.assign(globalThis, timers);
  AbortSignal.timeout = worldTimeout(scope, timeout);
  const ends = [
    replaceModules(timers, () => scope.getStore() !== undefined),
    watchJobs(() => scope.getStore()),
    watchRejections(() => scope.getStore()),
  ];
  putBack = () => {
    for (const end of ends) end();
    Object.assign(globalThis, real);
    AbortSignal.timeout = timeout;
  };
}

/**
 * Makes timers of the host follow the world's time in a program's code, during `work`. A real timer
 * would outlive a crash of the process, and no two runs would be alike. Only code under
 * `onBehalfOf` is affected; all other code, such as the test runner, sets real timers.
 */
export async function withWorldTimers<T>(work: () => Promise<T>): Promise<T> {
  const scope = scopeOfAll();
  if (users === 0) install(scope);
  users += 1;
  try {
    return await work();
  } finally {
    users -= 1;
    if (users === 0) putBack();
  }
}

/** Runs `work`, and everything that it starts, on behalf of `owner`. */
export function onBehalfOf<T>(owner: TimerOwner, work: () => T): T {
  return scopeOfAll().run(owner, work);
}

/** Runs `work`, and everything that it starts, on behalf of no program: its timers are real ones. */
export function onNobodysBehalf<T>(work: () => T): T {
  return known === undefined ? work() : known.run(undefined, work);
}

/** Returns the owner of the running code, if any. */
export function presentOwner(): TimerOwner | undefined {
  return known?.getStore();
}
