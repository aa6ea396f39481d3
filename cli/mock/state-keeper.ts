import { fingerprintOf } from '../../mock/control/event-feed.ts';
import type { Engine } from '../../mock/engine/engine.ts';
import { type Snapshot, takeSnapshot } from '../../mock/service/controls/state.ts';
import { readHead, writeStateFile } from './state-file.ts';

const LOOK_EVERY_MS = 1000;

/**
 * Keeps a state file up to date: at most once a second if something has changed, and again at the
 * end. Only one write runs at a time. What another process has written is not overwritten: two fakes
 * with one file would lose each other's records.
 */
export class StateKeeper {
  readonly #file: string;
  readonly #engine: Engine;
  readonly #onError: (error: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #written: string | undefined;
  #head: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;
  /** The last error reported, so that a full disk is reported once and not every second. */
  #told: string | undefined;

  /** @param head the file's head when it was read; `undefined` if there was none. */
  constructor(
    file: string,
    head: string | undefined,
    engine: Engine,
    onError: (error: unknown) => void,
  ) {
    this.#file = file;
    this.#head = head;
    this.#engine = engine;
    this.#onError = onError;
    this.#timer = setInterval(() => {
      // A write that takes longer than a second is not started again in the meantime.
      if (!this.#isWriting) void this.#write().catch((error: unknown) => this.#tell(error));
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /**
   * Writes a last time; resolves when the file matches the world.
   *
   * @throws what the file system reports; the file is then unchanged.
   */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing.catch(() => undefined);
    this.#written = undefined; // time has passed even if nothing else has changed
    await this.#write();
  }

  #tell(error: unknown): void {
    const message = String(error);
    if (message !== this.#told) this.#onError(error);
    this.#told = message;
  }

  #write(): Promise<void> {
    const now = fingerprintOf(this.#engine);
    if (now === this.#written) return Promise.resolve();
    this.#isWriting = true;
    const before = this.#written;
    this.#written = now;
    this.#writing = this.#save(takeSnapshot(this.#engine))
      .then(() => {
        this.#told = undefined;
      })
      .catch((error: unknown) => {
        this.#written = before;
        throw error;
      })
      .finally(() => (this.#isWriting = false));
    return this.#writing;
  }

  async #save(snapshot: Snapshot): Promise<void> {
    const head = await readHead(this.#file);
    if (head !== undefined && head !== this.#head) {
      throw new Error('another process has written it, perhaps a second fake');
    }
    this.#head = await writeStateFile(this.#file, snapshot);
  }
}
