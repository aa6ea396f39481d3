import type { MockService } from '../fake/mock-service.ts';
import { type Snapshot, worldOf } from '../service/controls/state.ts';
import { ControlFailure } from './control-failure.ts';

/** Snapshots share their common parts; the bound protects against a loop that never deletes one. */
const SNAPSHOTS_MAX = 1000;

/** One snapshot in the list. */
export interface ShelvedSnapshot {
  readonly snapshotId: string;
  /** Its name, if it was given one. */
  readonly name: string | null;
  /** The world's time in the snapshot, in Unix milliseconds. */
  readonly now: number;
  /** The number of records in the snapshot. */
  readonly records: number;
}

/** The snapshots taken through the control API. They live as long as the server. */
export class SnapshotShelf {
  readonly #snapshots = new Map<string, { shelved: ShelvedSnapshot; snapshot: Snapshot }>();
  #taken = 0;

  take(mock: MockService, name: string | null): ShelvedSnapshot {
    if (this.#snapshots.size >= SNAPSHOTS_MAX) {
      throw new ControlFailure('TOO_MANY', `${SNAPSHOTS_MAX} snapshots are kept; delete one first`);
    }
    this.#taken += 1;
    const snapshotId = `snap_${this.#taken}`;
    const snapshot = mock.snapshot();
    const { now, cdrs } = worldOf(snapshot);
    const shelved = { snapshotId, name, now, records: cdrs.size };
    this.#snapshots.set(snapshotId, { shelved, snapshot });
    return shelved;
  }

  list(): ShelvedSnapshot[] {
    return [...this.#snapshots.values()].map(({ shelved }) => shelved);
  }

  get(snapshotId: string): Snapshot {
    const found = this.#snapshots.get(snapshotId);
    if (found !== undefined) return found.snapshot;
    throw new ControlFailure('NOT_FOUND', 'no such snapshot; GET /_mock/api/snapshots lists them');
  }

  delete(snapshotId: string): void {
    this.get(snapshotId);
    this.#snapshots.delete(snapshotId);
  }
}
