import type { World } from '../world/world.ts';

/** As many as a long test run leaves behind. The oldest are dropped first. */
const KEPT_MAX = 1000;

/**
 * The ids of the keys that were removed when `reset` or `restore` replaced the world. A client left
 * over from before then gets an error that says so. No secrets or organizations are kept.
 */
export class FormerKeys {
  readonly #keyIds = new Set<string>();

  /** Keeps the keys of the old world that the next one does not have. */
  keep(left: World, next: World): void {
    for (const { keyId } of left.keys.values().slice(-KEPT_MAX)) {
      if (next.keys.has(keyId)) continue;
      // Delete first, to move it to the end: a set keeps the position of an existing value.
      this.#keyIds.delete(keyId);
      this.#keyIds.add(keyId);
    }
    for (const oldest of this.#keyIds) {
      if (this.#keyIds.size <= KEPT_MAX) return;
      this.#keyIds.delete(oldest);
    }
  }

  has(keyId: string): boolean {
    return this.#keyIds.has(keyId);
  }
}
