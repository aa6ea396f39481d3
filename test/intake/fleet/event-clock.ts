import type { MockService } from '../../../mock/index.ts';
import type { Clock } from '../../../src/platform/clock.ts';

interface Wait {
  readonly at: number;
  readonly order: number;
  wake: (() => void) | undefined;
}

const isBefore = (a: Wait, b: Wait): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Waits by their end, the earliest first: a binary heap. */
class Waits {
  readonly #heap: Wait[] = [];

  get first(): Wait | undefined {
    return this.#heap[0];
  }

  add(wait: Wait): void {
    let index = this.#heap.push(wait) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (isBefore(this.#at(parent), wait)) break;
      this.#heap[index] = this.#at(parent);
      index = parent;
    }
    this.#heap[index] = wait;
  }

  removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= this.#heap.length) break;
      if (child + 1 < this.#heap.length && isBefore(this.#at(child + 1), this.#at(child)))
        child += 1;
      if (!isBefore(this.#at(child), last)) break;
      this.#heap[index] = this.#at(child);
      index = child;
    }
    this.#heap[index] = last;
  }

  #at(index: number): Wait {
    return this.#heap[index] as Wait;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Many programs on the time of one fake, which goes from one end of a wait to the next. */
export class EventClock implements Clock {
  readonly #mock: MockService;
  readonly #waits = new Waits();
  #order = 0;

  constructor(mock: MockService) {
    this.#mock = mock;
  }

  now(): number {
    return this.#mock.clock.now();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const wait: Wait = { at: this.now() + ms, order: (this.#order += 1), wake: undefined };
      const letGo = (): void => {
        wait.wake = undefined;
        reject(signal?.reason as Error);
      };
      wait.wake = () => {
        signal?.removeEventListener('abort', letGo);
        resolve();
      };
      signal?.addEventListener('abort', letGo, { once: true });
      this.#waits.add(wait);
    });
  }

  /** Lets time pass until then, with whatever is due on the way. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      await turn();
      await turn();
      const next = this.#waits.first;
      if (next === undefined || next.at > end) break;
      this.#waits.removeFirst();
      if (next.wake === undefined) continue;
      if (next.at > this.now()) await this.#mock.clock.advance(next.at - this.now());
      next.wake();
    }
    if (end > this.now()) await this.#mock.clock.advance(end - this.now());
  }
}
