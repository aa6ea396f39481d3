import type { Engine } from '../engine/engine.ts';
import { TABLE_NAMES } from '../world/world.ts';
import { ControlFailure } from './control-failure.ts';

/** How often the world is looked at while someone listens: often enough to look immediate. */
const LOOK_EVERY_MS = 100;
/** A comment on a quiet line, so that neither side takes it for dead. */
const HEARTBEAT_MS = 15_000;
const CLIENTS_MAX = 32;

/** A number that changes with whatever is stored, and with the time of a clock that stands still. */
export function fingerprintOf({ world, epoch, clock }: Engine): string {
  const changes = TABLE_NAMES.reduce((sum, name) => sum + world[name].changes, 0);
  return `${epoch} ${changes} ${clock.running ? '' : clock.now()}`;
}

/**
 * Tells its listeners that something changed, never what: they read it again. Changes that come
 * together are one notice, so a slow listener costs nothing.
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

  /** Goes up whenever something has changed since it was last asked. */
  get revision(): number {
    this.#look();
    return this.#revision;
  }

  /** Something changed that the world does not keep: the time was moved. */
  touch(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Server-Sent Events: the revision at once and then at each change, until the reader has left.
   *
   * @throws ControlFailure when too many listen already.
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

  /** Waits for a change: true when none came for a while. */
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
