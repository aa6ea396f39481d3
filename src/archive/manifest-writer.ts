import { digestOf } from './digest.ts';
import type { NewLine } from './manifest-line.ts';
import type { ManifestLog } from './manifest-log.ts';
import type { ManifestState } from './open-manifest.ts';
import { ManifestFailure } from './vault-failure.ts';

/** The most lines that wait. At this many, `add` itself waits for the running append. */
const WAITING_MAX = 256;

/** Callbacks for the fate of a line. */
export interface LineFate {
  onDurable(): void;
  /** It is not known whether the line is in the manifest; the next run finds out. */
  onLost(): void;
}

interface Waiting {
  readonly line: NewLine;
  readonly fate: LineFate | undefined;
}

/**
 * Chains lines and appends them. Lines that are added during an append go into the next one together.
 * After a failed append, nothing more is appended, because the state of the file is unknown.
 */
export class ManifestWriter {
  readonly #log: ManifestLog;
  readonly #state: ManifestState;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(log: ManifestLog, state: ManifestState) {
    this.#log = log;
    this.#state = state;
  }

  /** SHA-256 of the last line that is durable. */
  get head(): string {
    return this.#state.head;
  }

  /** How many lines are durable. */
  get lines(): number {
    return this.#state.lines;
  }

  /** Adds a line. Resolves when the next one may be added. @throws the error of a failed append. */
  async add(line: NewLine, fate?: LineFate): Promise<void> {
    this.#check();
    this.#waiting.push({ line, fate });
    if (this.#waiting.length >= this.#log.linesAtOnce) this.#start();
    if (this.#waiting.length >= WAITING_MAX) await this.#running;
  }

  /** Resolves when all lines are durable. @throws the error of a failed append. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#running !== undefined) {
      this.#check();
      this.#start();
      await this.#running;
    }
    this.#check();
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && this.#failure === undefined) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(batch);
      } catch (error) {
        this.#failure = { error: new ManifestFailure(error) };
        for (const { fate } of [...batch, ...this.#waiting.splice(0)]) fate?.onLost();
      }
    }
  }

  async #append(batch: readonly Waiting[]): Promise<void> {
    const state = this.#state;
    let head = state.head;
    let text = '';
    for (const { line } of batch) {
      const json = JSON.stringify({ ...line, previous: head });
      head = digestOf(new TextEncoder().encode(json));
      text += `${json}\n`;
    }
    const bytes = new TextEncoder().encode(text);
    await this.#log.append(bytes, head, state.end);
    Object.assign(state, {
      head,
      end: state.end + bytes.byteLength,
      lines: state.lines + batch.length,
      seal: undefined,
    });
    for (const { fate } of batch) fate?.onDurable();
  }
}
