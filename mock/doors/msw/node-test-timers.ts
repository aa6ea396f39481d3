/* eslint-disable no-restricted-syntax -- the Date that is asked is the test's own, which these move */
import type { TestTimers } from './test-clock.ts';

/**
 * The part of node:test's `mock.timers` that `setupMockServer` uses.
 *
 * @example
 * ```ts
 * import { mock as runner } from 'node:test';
 *
 * const server = setupMockServer(mock, { timers: runner.timers });
 * ```
 */
export interface NodeTestTimers {
  /** Replaces the named globals with fakes. */
  enable(options: { apis: ('setTimeout' | 'setInterval' | 'Date')[]; now: number }): void;
  /** Advances by `ms` milliseconds and fires the timers that fall due, in order. */
  tick(ms: number): void;
  /** Restores the globals. */
  reset(): void;
}

type Globals = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;

/** Node's timers do not report what is pending, so each timer is recorded when it is set. */
function noteDue(due: Map<unknown, number>): () => void {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const noted: Globals['setTimeout'] = Object.assign(
    (then: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const timer = set(() => {
        due.delete(timer);
        then(...args);
      }, ms);
      due.set(timer, Date.now() + ms);
      return timer;
    },
    { __promisify__: set.__promisify__ },
  ) as unknown as Globals['setTimeout'];
  const forget: Globals['clearTimeout'] = (timer) => {
    due.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, { setTimeout: noted, clearTimeout: forget });
  return () => void Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
}

/** Adapts the timers of node:test to the interface of vitest's. */
export function ofNodeTest(timers: NodeTestTimers): TestTimers {
  const due = new Map<unknown, number>();
  let forgetAll = (): void => undefined;
  const tickTo = (at: number): void => timers.tick(Math.max(0, at - Date.now()));
  const nextDue = (): number => Math.min(...due.values());
  return {
    useFakeTimers({ now }) {
      timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'], now });
      forgetAll = noteDue(due);
    },
    useRealTimers() {
      forgetAll();
      due.clear();
      timers.reset();
    },
    getTimerCount: () => due.size,
    advanceTimersByTime(ms) {
      const end = Date.now() + ms;
      // A single tick to the end would show the end time to every timer on the way.
      while (nextDue() <= end) tickTo(nextDue());
      tickTo(end);
    },
    advanceTimersToNextTimer() {
      if (due.size > 0) tickTo(nextDue());
    },
  };
}
