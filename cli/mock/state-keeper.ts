import { isDeepStrictEqual } from 'node:util';
import { fingerprintOf } from '../../mock/control/event-feed.ts';
import type { Engine } from '../../mock/engine/engine.ts';
import { takeChanges, takeSnapshot } from '../../mock/service/controls/state.ts';
import { appendLines, linesOfChanges } from './state-changes.ts';
import { readVersion, type StateVersion, writeStateFile } from './state-file.ts';
import { aloneWith } from './state-lock.ts';

const LOOK_EVERY_MS = 1000;

/** After a write, so many times as long as it took nothing is written: a tenth of the time at most. */
const REST = 10;

/** Changes are appended until they are as long as the state, or this long. */
const APPENDED_MIN_BYTES = 1024 * 1024;

/**
 * Keeps a state file up to date: at most once a second if something has changed, and again at the
 * end. It writes the whole state first, then appends what has changed, and writes it whole again once
 * the changes are as long as that. Only one write runs at a time. What another process has written is
 * not overwritten: two fakes with one file would lose each other's records.
 */
export class StateKeeper {
  readonly #file: string;
  readonly #engine: Engine;
  readonly #onError: (error: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #fingerprint: string | undefined;
  /** The file as this fake has read or written it; `undefined` while there is none. */
  #version: StateVersion | undefined;
  /** How long the state was when it was last written whole; `undefined` if that must be done again. */
  #wholeLength: number | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;
  #restUntilMs = 0;
  /** The last error reported, so that a full disk is reported once and not every second. */
  #told: string | undefined;

  /** @param version the file as it was read; `undefined` if there was none. */
  constructor(
    file: string,
    version: StateVersion | undefined,
    engine: Engine,
    onError: (error: unknown) => void,
  ) {
    this.#file = file;
    this.#version = version;
    this.#engine = engine;
    this.#onError = onError;
    this.#timer = setInterval(() => {
      // A write that takes longer than a second is not started again in the meantime.
      if (this.#isWriting || performance.now() < this.#restUntilMs) return;
      void this.#write().catch((error: unknown) => this.#tell(error));
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
    this.#fingerprint = undefined; // time has passed even if nothing else has changed
    await this.#write();
  }

  #tell(error: unknown): void {
    const message = String(error);
    if (message !== this.#told) this.#onError(error);
    this.#told = message;
  }

  #write(): Promise<void> {
    const now = fingerprintOf(this.#engine);
    if (now === this.#fingerprint) return Promise.resolve();
    this.#isWriting = true;
    const before = this.#fingerprint;
    this.#fingerprint = now;
    const beganMs = performance.now();
    this.#writing = this.#save()
      .then(() => {
        this.#told = undefined;
      })
      .catch((error: unknown) => {
        this.#fingerprint = before;
        this.#wholeLength = undefined; // the changes that were taken are in no file
        throw error;
      })
      .finally(() => {
        this.#isWriting = false;
        const endedMs = performance.now();
        this.#restUntilMs = endedMs + REST * (endedMs - beganMs);
      });
    return this.#writing;
  }

  /** Both the changes and the state are taken before anything is awaited. */
  async #save(): Promise<void> {
    const changes = takeChanges(this.#engine);
    const { length = 0 } = this.#version ?? {};
    const whole = this.#wholeLength;
    const isShort = length < 2 * Math.max(whole ?? 0, APPENDED_MIN_BYTES);
    if (changes === undefined || whole === undefined || !isShort) return this.#saveWhole();
    const lines = linesOfChanges(changes);
    let isThere = false;
    await this.#alone(async (isStillThere) => {
      isThere = isStillThere;
      if (isThere) await appendLines(this.#file, lines, length);
    });
    if (!isThere) await this.#saveWhole(); // someone has removed it
  }

  async #saveWhole(): Promise<void> {
    const snapshot = takeSnapshot(this.#engine);
    await this.#isThere();
    // Writing takes time, in which another process may have begun the file.
    await writeStateFile(this.#file, snapshot, (replace) => this.#alone(replace));
    this.#wholeLength = this.#version?.length;
  }

  /** @throws Error if the file is not as this fake has left it. */
  async #isThere(): Promise<boolean> {
    const there = await readVersion(this.#file);
    if (there !== undefined && !isDeepStrictEqual(there, this.#version)) {
      throw new Error('another process has written it, perhaps a second fake');
    }
    return there !== undefined;
  }

  /** However the change ends, what the file is then is this fake's own. */
  #alone(change: (isThere: boolean) => Promise<void>): Promise<void> {
    return aloneWith(this.#file, async () => {
      const isThere = await this.#isThere();
      try {
        await change(isThere);
      } finally {
        this.#version = await readVersion(this.#file);
      }
    });
  }
}
