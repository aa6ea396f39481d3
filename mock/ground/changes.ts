/** Counts the changes of a table and, once they are asked for, remembers which rows they were. */
export class Changes {
  count = 0;
  #keys: Set<string> | undefined;

  note(key: readonly unknown[]): void {
    this.count += 1;
    this.#keys?.add(JSON.stringify(key));
  }

  /**
   * Returns the keys, as JSON, that were set or deleted since the last call; `undefined` if no one has
   * asked before: then any row may have changed.
   */
  take(): ReadonlySet<string> | undefined {
    const taken = this.#keys;
    this.#keys = new Set();
    return taken;
  }
}
