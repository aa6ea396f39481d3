import type { Engine } from '../engine/engine.ts';
import type { MockService } from '../fake/mock-service.ts';
import { type Change, diff } from '../service/controls/diff.ts';
import { type Snapshot, worldOf } from '../service/controls/state.ts';
import { ControlFailure } from './control-failure.ts';

/** How many acts can be undone; a new one replaces the oldest. */
const UNDOS_MAX = 20;
/** How many changes are listed as sentences; the total is reported as well. */
const CHANGES_TOLD = 20;
/** A running clock is read slightly before and after the act itself. */
const CLOCK_SLACK_MS = 500;

/** One act that can be undone. */
export interface UndoPoint {
  readonly undoId: string;
  /** The act in words, such as `Collect cdr_…`. */
  readonly label: string;
  /** The world's time before the act, in Unix milliseconds. */
  readonly now: number;
}

/** What undoing an act does to the world. */
export interface UndoEffect {
  /** Differences that are undone, in words (the first few), and how many there are in total. */
  readonly changes: readonly string[];
  readonly total: number;
  /** Requests to the service that the act did not make but that would be undone with it. */
  readonly requestsSince: number;
  /** Records, organizations, keys and faults added or changed since the act, whatever the cause. */
  readonly changesSince: number;
}

interface Kept {
  point: UndoPoint;
  readonly before: Snapshot;
  /** The world after the act; `undefined` while the act is in progress. */
  after: Snapshot | undefined;
  /** Real time at the start of the act, to tell how far a running clock has moved on its own. */
  readonly wall: number;
}

/**
 * Tells whether someone caused the change. What happens to a webhook or a pending record as time
 * passes follows from the act, and anything else someone does is a request.
 */
function isSomebodysDoing({ subject, change }: Change): boolean {
  if (subject === 'record') return change === 'added';
  return subject === 'organization' || subject === 'apiKey' || subject === 'fault';
}

/** Counts the requests between two states, as far as the journal still has them. */
function requestsBetween(before: Snapshot, after: Snapshot): number {
  const { requests } = worldOf(before);
  return worldOf(after)
    .requests.rows()
    .filter(([[place], { requestId }]) => requests.get(place)?.requestId !== requestId).length;
}

/** The states before the latest acts in the inspector. They live as long as the server. */
export class UndoShelf {
  readonly #kept = new Map<string, Kept>();
  #taken = 0;

  /** Saves the state before an act. */
  begin(mock: MockService, engine: Engine, label: string): UndoPoint {
    this.#taken += 1;
    const point = { undoId: `undo_${this.#taken}`, label, now: engine.clock.now() };
    const wall = engine.courier.wallNow();
    this.#kept.set(point.undoId, { point, before: mock.snapshot(), after: undefined, wall });
    const [oldest = ''] = this.#kept.keys();
    if (this.#kept.size > UNDOS_MAX) this.#kept.delete(oldest);
    return point;
  }

  /**
   * Ends the act. Returns false if the act changed nothing, for example because it was refused;
   * such an act is dropped.
   */
  done(mock: MockService, engine: Engine, undoId: string, label?: string): boolean {
    const { clock, courier } = engine;
    const kept = this.#get(undoId);
    const after = mock.snapshot();
    const byItself = clock.running ? courier.wallNow() - kept.wall : 0;
    const moved = Math.abs(clock.now() - kept.point.now - byItself) > CLOCK_SLACK_MS;
    kept.after = after;
    if (label !== undefined) kept.point = { ...kept.point, label };
    if (!moved && diff(kept.before, after).length === 0) this.#kept.delete(undoId);
    return this.#kept.has(undoId);
  }

  /** Returns the finished acts, the oldest first. */
  list(): UndoPoint[] {
    const done = [...this.#kept.values()].filter(({ after }) => after !== undefined);
    return done.map(({ point }) => point);
  }

  /** Returns what undoing the act would change. */
  effect(mock: MockService, undoId: string): UndoEffect {
    const { before, after = before } = this.#get(undoId);
    const now = mock.snapshot();
    const changes = diff(before, now).map(({ text }) => text);
    return {
      changes: changes.slice(0, CHANGES_TOLD),
      total: changes.length,
      requestsSince: requestsBetween(after, now),
      changesSince: diff(after, now).filter(isSomebodysDoing).length,
    };
  }

  /**
   * Restores the world to its state before the act; later acts are undone too.
   *
   * @throws ControlFailure if requests came in or something changed since the act, unless `anyway`.
   */
  undo(mock: MockService, undoId: string, anyway: boolean): UndoPoint {
    const { point, before } = this.#get(undoId);
    const { requestsSince, changesSince } = this.effect(mock, undoId);
    if (!anyway && requestsSince + changesSince > 0) {
      throw new ControlFailure(
        'CHANGED_SINCE',
        `${requestsSince} requests came in and ${changesSince} things changed since then, and undoing would undo them too; send { "anyway": true } to undo everything`,
      );
    }
    mock.restore(before);
    const ids = [...this.#kept.keys()];
    for (const id of ids.slice(ids.indexOf(undoId))) this.#kept.delete(id);
    return point;
  }

  #get(undoId: string): Kept {
    const found = this.#kept.get(undoId);
    if (found !== undefined) return found;
    throw new ControlFailure(
      'NOT_FOUND',
      'no such act, or it can no longer be undone; GET /_mock/api/undo lists them',
    );
  }
}
