import type { World } from '../world/world.ts';

/** As many as a long run of tests leaves behind; the oldest go first. */
const KEPT_MAX = 1000;

/**
 * The ids of keys that went with a world which `reset` or `restore` replaced: all that outlives
 * one, so that a client left over from before it is told so. No secret and no organization is kept.
 */
export class FormerKeys {
  readonly #keyIds = new Set<string>();

  /** Keeps the keys of the world that is left and that the next one does not have. */
  keep(left: World, next: World): void {
    for (const { keyId } of left.keys.values().slice(-KEPT_MAX)) {
      if (next.keys.has(keyId)) continue;
      // Once more at the end: a set keeps the place of what it has.
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
