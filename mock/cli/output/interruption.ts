const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The source of signals: the process. */
interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/**
 * Handles Ctrl-C. After the first one, a command finishes its current work and says how to
 * continue; the second one ends the process, as it would without this class.
 */
export class Interruption implements Disposable {
  readonly #source: SignalSource;
  readonly #controller = new AbortController();
  readonly #listener: () => void;

  constructor(source: SignalSource, onInterrupt: () => void) {
    this.#source = source;
    this.#listener = () => {
      this[Symbol.dispose]();
      onInterrupt();
      this.#controller.abort(new Error('interrupted'));
    };
    for (const signal of SIGNALS) source.on(signal, this.#listener);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) this.#source.off(signal, this.#listener);
  }
}
