import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { createScope, type Scope } from './scope.ts';

/** Whose timers are the world's. */
export interface TimerOwner {
  /** Calls `run` after `ms` of the world's time; the answer takes it back. */
  setTimer(run: () => void, ms: number, isRepeated?: boolean): () => void;
}

/** What a program's `setTimeout` gives inside a world. */
class WorldTimer {
  cancel: () => void = () => undefined;

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
    this.cancel();
    return this;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

type Callback = (...values: unknown[]) => void;
type Timers = Pick<
  typeof globalThis,
  'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'
>;

const PROMISIFIED = Symbol.for('nodejs.util.promisify.custom');

function begin(
  owner: TimerOwner,
  run: () => void,
  { ms, again }: { ms: number; again: boolean },
): WorldTimer {
  const timer = new WorldTimer();
  const wait = Number(ms) >= 1 ? Number(ms) : 1;
  const set = (): void => {
    timer.cancel = owner.setTimer(
      () => {
        if (again) set();
        run();
      },
      wait,
      again,
    );
  };
  set();
  return timer;
}

function worldTimers(scope: Scope<TimerOwner>, real: Timers): Timers {
  const set =
    (again: boolean, original: Callback) =>
    (run: Callback, ms = 0, ...values: unknown[]): unknown => {
      const owner = scope.getStore();
      if (owner === undefined) {
        Reflect.apply(original, globalThis, [run, ms, ...values]);
        return;
      }
      return begin(owner, () => run(...values), { ms, again });
    };
  const clear =
    (original: Callback) =>
    (timer: unknown): void => {
      if (timer instanceof WorldTimer) timer.cancel();
      else Reflect.apply(original, globalThis, [timer]);
    };
  const setTimeout = set(false, real.setTimeout as Callback);
  const promisified = (ms: number, value: unknown) =>
    new Promise((resolve) => setTimeout(resolve, ms, value));
  return {
    setTimeout: Object.assign(setTimeout, { [PROMISIFIED]: promisified }),
    setInterval: set(true, real.setInterval as Callback),
    clearTimeout: clear(real.clearTimeout as Callback),
    clearInterval: clear(real.clearInterval as Callback),
  } as unknown as Timers;
}

/** `AbortSignal.timeout`, which is a timer too. */
function worldTimeout(scope: Scope<TimerOwner>, real: typeof AbortSignal.timeout) {
  return (ms: number): AbortSignal => {
    const owner = scope.getStore();
    if (owner === undefined) return real.call(AbortSignal, ms);
    const controller = new AbortController();
    const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    owner.setTimer(() => controller.abort(late), ms);
    return controller.signal;
  };
}

/** Tells what runs for whom: one for all simulations, which may run side by side. */
let known: Scope<TimerOwner> | undefined;

/**
 * Without it no request could be told to belong to a call, and none would meet its trouble: a
 * simulation in which nothing goes wrong proves nothing.
 */
function scopeOfAll(): Scope<TimerOwner> {
  known ??= createScope<TimerOwner>();
  if (known !== undefined) return known;
  throw invalidInput(
    'runtime',
    'expected AsyncLocalStorage of node:async_hooks, as Node, Bun and Deno have it',
  );
}

let users = 0;
let putBack = (): void => undefined;

function install(scope: Scope<TimerOwner>): void {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
  const real = { setTimeout, clearTimeout, setInterval, clearInterval };
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its own `this`
  const { timeout } = AbortSignal;
  Object.assign(globalThis, worldTimers(scope, real));
  AbortSignal.timeout = worldTimeout(scope, timeout);
  putBack = () => {
    Object.assign(globalThis, real);
    AbortSignal.timeout = timeout;
  };
}

/**
 * Gives a program the world's time where it sets a timer of the host: a real one would outlive the
 * process that a crash ends, and no two runs of it are alike. Only what `run` is handed is meant;
 * the test runner and everyone else have the host's.
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

/** Runs `work`, and all that follows from it, on behalf of `owner`. */
export function onBehalfOf<T>(owner: TimerOwner, work: () => T): T {
  return scopeOfAll().run(owner, work);
}

/** On whose behalf this runs. */
export function presentOwner(): TimerOwner | undefined {
  return known?.getStore();
}
