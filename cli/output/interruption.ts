const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * Within this time, a further signal is the same Ctrl-C: npm passes on what the terminal has sent to
 * both.
 */
const SAME_MS = 300;

/** The source of signals: the process. */
interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
}

/**
 * Handles Ctrl-C. After the first one, a command finishes its current work and says how to
 * continue; a second one ends the process, as it would without this class.
 */
export class Interruption implements Disposable {
  readonly #source: SignalSource;
  readonly #controller = new AbortController();
  readonly #listener: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: SignalSource, onInterrupt: () => void) {
    this.#source = source;
    this.#listener = () => {
      if (this.signal.aborted) return;
      this.#timer = setTimeout(() => this[Symbol.dispose](), SAME_MS);
      this.#timer.unref();
      onInterrupt();
      this.#controller.abort(new Error('interrupted'));
    };
    for (const signal of SIGNALS) source.on(signal, this.#listener);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const signal of SIGNALS) this.#source.off(signal, this.#listener);
  }
}
