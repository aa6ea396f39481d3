import type { NewLine } from './manifest-line.ts';
import type { ManifestState } from './open-manifest.ts';
import { ManifestFailure } from './vault-failure.ts';

/** The most lines that wait beyond those of one append. Then `add` itself waits for it. */
const WAITING_MAX = 256;

/** What became of a line: it is in the manifest now, or there is one about its record already. */
export type LineResult = 'durable' | 'known' | 'erased';

/** Appends lines completely or not at all, and makes them durable. @throws `ManifestFailure` */
export type Append = (batch: readonly NewLine[]) => Promise<readonly LineResult[]>;

/** Who appends to a manifest. */
export interface Appender {
  /** How many waiting lines start an append. */
  readonly linesAtOnce: number;
  /** The end of the manifest. */
  readonly state: ManifestState;
  /** Runs `work` while no other process appends, with the state caught up. */
  inTurn<T>(work: (append: Append) => Promise<T>): Promise<T>;
}

/** Callbacks for the fate of a line. */
export interface LineFate {
  onEnd(result: LineResult): void | Promise<void>;
  /** It is not known whether the line is in the manifest; the next run finds out. */
  onLost(): void;
}

interface Waiting {
  readonly line: NewLine;
  readonly fate: LineFate | undefined;
}

/**
 * Gathers lines, and appends them together: those that are added during an append go into the next one.
 * After a failed append, nothing more is appended, because the state of the file is unknown.
 */
export class ManifestWriter {
  readonly #appender: Appender;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(appender: Appender) {
    this.#appender = appender;
  }

  /** Adds a line. Resolves when the next one may be added. @throws the error of a failed append. */
  async add(line: NewLine, fate?: LineFate): Promise<void> {
    this.#check();
    this.#waiting.push({ line, fate });
    const { linesAtOnce } = this.#appender;
    if (this.#waiting.length >= linesAtOnce) this.#start(linesAtOnce);
    if (this.#waiting.length >= linesAtOnce + WAITING_MAX) await this.#running;
  }

  /** Resolves when all lines are durable. @throws the error of a failed append. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#running !== undefined) {
      this.#check();
      this.#start(1);
      await this.#running;
    }
    this.#check();
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #start(least: number): void {
    this.#running ??= this.#run(least).finally(() => {
      this.#running = undefined;
    });
  }

  /** @param least with fewer lines than these, the next append waits: each one may be an object. */
  async #run(least: number): Promise<void> {
    while (this.#waiting.length >= least && this.#failure === undefined) {
      const batch = this.#waiting;
      this.#waiting = [];
      let results: readonly LineResult[];
      try {
        const lines = batch.map(({ line }) => line);
        results = await this.#appender.inTurn((append) => append(lines));
      } catch (error) {
        const isOurs = error instanceof ManifestFailure;
        this.#failure = { error: isOurs ? error : new ManifestFailure(error) };
        for (const { fate } of [...batch, ...this.#waiting.splice(0)]) fate?.onLost();
        return;
      }
      for (const [at, { fate }] of batch.entries()) await fate?.onEnd(results[at] ?? 'durable');
    }
  }
}
