import { fingerprintOf } from '../control/event-feed.ts';
import type { Engine } from '../engine.ts';
import { takeSnapshot } from '../state.ts';
import { writeStateFile } from './state-file.ts';

const LOOK_EVERY_MS = 1000;

/**
 * Keeps a state file up to date: at most once a second, when something has changed, and once more
 * at the end. One write at a time.
 */
export class StateKeeper {
  readonly #file: string;
  readonly #engine: Engine;
  readonly #onError: (error: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #written: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;

  constructor(file: string, engine: Engine, onError: (error: unknown) => void) {
    this.#file = file;
    this.#engine = engine;
    this.#onError = onError;
    this.#timer = setInterval(() => {
      // A write that takes longer than a second is not overtaken.
      if (!this.#isWriting) void this.#write().catch(onError);
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** The last write; resolves when the file is as the world is. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing.catch(this.#onError);
    this.#written = undefined; // the time has gone on even where nothing else has
    await this.#write();
  }

  #write(): Promise<void> {
    const now = fingerprintOf(this.#engine);
    if (now === this.#written) return Promise.resolve();
    this.#isWriting = true;
    const before = this.#written;
    this.#written = now;
    this.#writing = writeStateFile(this.#file, takeSnapshot(this.#engine))
      .catch((error: unknown) => {
        this.#written = before;
        throw error;
      })
      .finally(() => (this.#isWriting = false));
    return this.#writing;
  }
}
