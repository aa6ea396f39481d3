import sortedBTree from 'sorted-btree';

const { default: BTree } = sortedBTree;

/** A key is a list of parts, compared part by part; text by its code units. */
export type Key = readonly (string | number)[];

/** Sorts after every part that a key can have. */
const LAST = Symbol('last');

type Bound = readonly (string | number | typeof LAST)[];

function compareKeys(a: Bound, b: Bound): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    const left = a[index] as string | number | typeof LAST;
    const right = b[index] as string | number | typeof LAST;
    if (left === LAST || right === LAST) return left === right ? 0 : left === LAST ? 1 : -1;
    if (left < right) return -1;
    if (left > right) return 1;
  }
  return a.length - b.length;
}

/** Where a walk over a table begins, and in which direction it goes. */
export interface Walk {
  readonly after?: Key | undefined;
  readonly descending?: boolean | undefined;
}

/**
 * A sorted map that copies itself in constant time: copies share what neither has changed since.
 * That is what makes a snapshot of the world independent of its size.
 */
export class Table<K extends Key, V> {
  readonly #tree: InstanceType<typeof BTree<Bound, V>>;
  #changes = 0;

  constructor(tree = new BTree<Bound, V>(undefined, compareKeys)) {
    this.#tree = tree;
  }

  /** Counts what was set and deleted, so that a watcher can tell that something changed. */
  get changes(): number {
    return this.#changes;
  }

  get size(): number {
    return this.#tree.size;
  }

  get(...key: K): V | undefined {
    return this.#tree.get(key);
  }

  has(...key: K): boolean {
    return this.#tree.has(key);
  }

  set(key: K, value: V): void {
    this.#changes += 1;
    this.#tree.set(key, value);
  }

  delete(...key: K): boolean {
    this.#changes += 1;
    return this.#tree.delete(key);
  }

  /** The entry with the lowest key. */
  first(): [K, V] | undefined {
    const pair = this.#tree.getPairOrNextHigher([]);
    return pair as [K, V] | undefined;
  }

  copy(): Table<K, V> {
    return new Table<K, V>(this.#tree.clone());
  }

  values(): V[] {
    return this.#tree.valuesArray();
  }

  /** Every entry, by its key. */
  rows(): [K, V][] {
    return this.#tree.toArray() as unknown as [K, V][];
  }

  /** The entries whose key begins with `prefix`. The table must not be changed meanwhile. */
  *walk(prefix: Key, { after, descending = false }: Walk = {}): Generator<[K, V]> {
    const entries = descending
      ? this.#tree.entriesReversed(after ?? [...prefix, LAST], undefined, true)
      : this.#tree.entries(after ?? prefix);
    for (const entry of entries) {
      const [key] = entry;
      if (prefix.some((part, index) => key[index] !== part)) return;
      if (after !== undefined && compareKeys(key, after) === 0) continue;
      yield entry as unknown as [K, V];
    }
  }
}
