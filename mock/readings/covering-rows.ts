/** A row in progress; a column without a value yet is `undefined`. */
type OpenRow = (number | undefined)[];

/** The pairs of values that no row covers yet, and in how many of them each value occurs. */
class OpenPairs {
  readonly #sizes: readonly number[];
  /** More than any column or value: a pair is a number to this base, which a set finds fastest. */
  readonly #base: number;
  readonly #pairs = new Set<number>();
  readonly #counts: number[][];

  constructor(sizes: readonly number[]) {
    this.#sizes = sizes;
    this.#base = Math.max(sizes.length, ...sizes) + 1;
    this.#counts = sizes.map((size, column) => {
      const others = sizes.reduce((sum, each, other) => (other === column ? sum : sum + each), 0);
      return Array.from({ length: size }, () => others);
    });
    for (const [right, size] of sizes.entries()) {
      for (const [left, leftSize] of sizes.slice(0, right).entries()) {
        for (let pair = 0; pair < leftSize * size; pair += 1) {
          this.#pairs.add(this.#keyOf(left, Math.floor(pair / size), right, pair % size));
        }
      }
    }
  }

  get size(): number {
    return this.#pairs.size;
  }

  /**
   * Returns how many open pairs the value forms with those in the row, and how many it occurs in.
   */
  #worth(row: OpenRow, column: number, value: number): readonly [made: number, left: number] {
    let made = 0;
    for (const [other, chosen] of row.entries()) {
      if (chosen !== undefined && this.#pairs.has(this.#keyOf(column, value, other, chosen)))
        made += 1;
    }
    return [made, this.#counts[column]?.[value] ?? 0];
  }

  /**
   * Sets the value that closes the most pairs; of several, the one in most open pairs, then the
   * first.
   */
  fillBest(row: OpenRow): void {
    let best = { column: 0, value: 0, made: -1, left: -1 };
    for (const [column, size] of this.#sizes.entries()) {
      for (let value = 0; row[column] === undefined && value < size; value += 1) {
        const [made, left] = this.#worth(row, column, value);
        const isBetter = made > best.made || (made === best.made && left > best.left);
        if (isBetter) best = { column, value, made, left };
      }
    }
    row[best.column] = best.value;
  }

  close(row: readonly number[]): void {
    for (const [right, value] of row.entries()) {
      for (const [left, other] of row.slice(0, right).entries()) {
        if (!this.#pairs.delete(this.#keyOf(left, other, right, value))) continue;
        this.#countDown(left, other);
        this.#countDown(right, value);
      }
    }
  }

  #keyOf(column: number, value: number, other: number, chosen: number): number {
    if (column > other) return this.#keyOf(other, chosen, column, value);
    return ((column * this.#base + value) * this.#base + other) * this.#base + chosen;
  }

  #countDown(column: number, value: number): void {
    const counts = this.#counts[column] ?? [];
    counts[value] = (counts[value] ?? 0) - 1;
  }
}

/**
 * Returns rows in which every pair of values of any two columns occurs at least once. The first row
 * is all zeros; each further row is filled greedily, one column at a time. The same sizes give the
 * same rows.
 *
 * @param sizes how many values each column has; the values are the numbers from 0.
 */
export function coveringRows(sizes: readonly number[]): number[][] {
  const open = new OpenPairs(sizes);
  const rows = [sizes.map(() => 0)];
  open.close(rows[0] ?? []);
  // A row starts with a value of an open pair and then gets its partner, so each row closes one.
  while (open.size > 0) {
    const row: OpenRow = sizes.map(() => undefined);
    for (const _ of sizes) open.fillBest(row);
    const whole = row.map((value) => value ?? 0);
    open.close(whole);
    rows.push(whole);
  }
  return rows;
}
