import type { Engine } from '../engine/engine.ts';
import { TABLE_NAMES } from '../world/world.ts';
import { ControlFailure } from './control-failure.ts';

/** How often the world is checked while there are listeners: often enough to look immediate. */
const LOOK_EVERY_MS = 100;
/** How often a comment is sent on a quiet connection, so that neither side considers it dead. */
const HEARTBEAT_MS = 15_000;
const CLIENTS_MAX = 32;

/** Returns a value that changes with anything stored, and with the time of a stopped clock. */
export function fingerprintOf({ world, epoch, clock }: Engine): string {
  const changes = TABLE_NAMES.reduce((sum, name) => sum + world[name].changes, 0);
  return `${epoch} ${changes} ${clock.running ? '' : clock.now()}`;
}

/**
 * Notifies its listeners that something changed, but not what: they read the state again. Changes
 * that come together cause one notice, so a slow listener costs nothing.
 */
export class EventFeed {
  readonly #engine: () => Engine;
  readonly #listeners = new Set<() => void>();
  #seen: string;
  #revision = 1;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(engine: () => Engine) {
    this.#engine = engine;
    this.#seen = fingerprintOf(engine());
  }

  /** Increases if anything has changed since it was last read. */
  get revision(): number {
    this.#look();
    return this.#revision;
  }

  /** Reports a change that the world does not store: the time was moved. */
  touch(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Streams Server-Sent Events: the revision at once and at each change, until the reader
   * disconnects.
   *
   * @throws ControlFailure if there are too many listeners already.
   */
  join(): (left: AbortSignal) => AsyncIterable<string> {
    let wake = (): void => undefined;
    const leave = this.#add(() => wake());
    return (left) => {
      const onLeft = (): void => {
        leave();
        wake();
      };
      left.addEventListener('abort', onLeft, { once: true });
      if (left.aborted) onLeft();
      return this.#pieces(left, (resolve) => (wake = resolve));
    };
  }

  async *#pieces(left: AbortSignal, onWake: (wake: () => void) => void): AsyncGenerator<string> {
    let sent = 0;
    while (!left.aborted) {
      const { revision } = this;
      if (revision === sent) {
        const isQuiet = await this.#quiet(onWake);
        if (isQuiet) yield ': still here\n\n';
        continue;
      }
      sent = revision;
      yield `event: change\nid: ${revision}\ndata: ${JSON.stringify({ revision })}\n\n`;
    }
  }

  /** Waits for a change. Resolves with true if none came within the heartbeat interval. */
  #quiet(onWake: (wake: () => void) => void): Promise<boolean> {
    return new Promise((resolve) => {
      const beat = setTimeout(() => resolve(true), HEARTBEAT_MS);
      onWake(() => {
        clearTimeout(beat);
        resolve(false);
      });
    });
  }

  #add(listener: () => void): () => void {
    if (this.#listeners.size >= CLIENTS_MAX) {
      throw new ControlFailure('TOO_MANY', `${CLIENTS_MAX} listeners are connected; close one`);
    }
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #look(): void {
    const now = fingerprintOf(this.#engine());
    if (now === this.#seen) return;
    this.#seen = now;
    this.touch();
  }
}
