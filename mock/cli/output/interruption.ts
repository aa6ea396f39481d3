const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Where signals come from: the process. */
interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/**
 * From the first Ctrl-C on a command ends what it has in hand and says how to go on; the second one
 * ends the process, as it would without us.
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
