import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNEL = 'http.server.request.start';

/**
 * Times the requests of this process's HTTP server from outside: Node reports when a request
 * starts, and the code that answers it, however late, finds that time. On a runtime without that
 * report there are no times.
 */
export class RequestTimer {
  readonly #begun = new AsyncLocalStorage<number>();
  readonly #now: () => number;
  readonly #onStart = (): void => this.#begun.enterWith(this.#now());

  /** @param now a clock that never goes back, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    subscribe(CHANNEL, this.#onStart);
  }

  /** Returns how long the current request has taken so far, in milliseconds. */
  elapsedMs(): number | undefined {
    const begun = this.#begun.getStore();
    return begun === undefined ? undefined : this.#now() - begun;
  }

  close(): void {
    unsubscribe(CHANNEL, this.#onStart);
    this.#begun.disable();
  }
}
