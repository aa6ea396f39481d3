import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Engine } from '../../mock/engine/engine.ts';
import { attemptLine, paintFor, requestLine, type Teller } from './talk-lines.ts';

const CHANNEL = 'http.server.request.start';

/**
 * Times the requests of this process's HTTP server from outside: Node reports when a request
 * starts, and the code that answers it, however late, finds that time. On a runtime without that
 * report there are no times.
 */
class RequestTimer {
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

/**
 * Prints a line for each answered request and each delivery attempt, from now on.
 *
 * @returns a function that stops it.
 */
export function talk(engine: Engine, url: string, output: NodeJS.WriteStream): () => void {
  const timer = new RequestTimer(() => performance.now());
  const teller: Teller = {
    url,
    paint: paintFor(output),
    nameOf: (organizationId) =>
      engine.world.organizations.get(organizationId)?.name ?? organizationId,
  };
  const { observer } = engine;
  observer.onRequest = (request) =>
    void output.write(`${requestLine(request, timer.elapsedMs(), teller)}\n`);
  observer.onAttempt = (delivery) => void output.write(`${attemptLine(delivery, teller)}\n`);
  return () => {
    observer.onRequest = null;
    observer.onAttempt = null;
    timer.close();
  };
}
