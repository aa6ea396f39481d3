import type { Rows } from './table.ts';

/** A layer grows by merging once the one above it has at least half of its entries. */
const MERGED_AT_SHARE = 0.5;

type Layer<K, V> = ReadonlyMap<K, V>;

/**
 * A hash map without deletion that copies itself without walking over what it holds: what is there
 * becomes a layer that both copies share and neither changes, and each continues in a map of its own.
 * A lookup asks the newest first. Layers are merged as they come to be of one size, so that there
 * are few, and each entry pays for a few merges all in all.
 */
export class LayeredMap<K, V extends object> {
  /** The oldest first. */
  #layers: readonly Layer<K, V>[];
  #own = new Map<K, V>();
  #size: number;

  constructor(layers: readonly Layer<K, V>[] = [], size = 0) {
    this.#layers = layers;
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  get(key: K): V | undefined {
    const own = this.#own.get(key);
    if (own !== undefined) return own;
    for (let index = this.#layers.length - 1; index >= 0; index -= 1) {
      const value = this.#layers[index]?.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(key: K, value: V): void {
    if (this.get(key) === undefined) this.#size += 1;
    this.#own.set(key, value);
  }

  /** Every entry, in the order in which its key first came. */
  *entries(): Generator<[K, V]> {
    const layers = [...this.#layers, this.#own];
    for (const [index, layer] of layers.entries()) {
      const below = layers.slice(0, index);
      for (const key of layer.keys()) {
        if (!below.some((older) => older.has(key))) yield [key, this.get(key) as V];
      }
    }
  }

  copy(): LayeredMap<K, V> {
    if (this.#own.size > 0) {
      this.#layers = onTop(this.#layers, this.#own);
      this.#own = new Map();
    }
    return new LayeredMap(this.#layers, this.#size);
  }
}

function onTop<K, V>(layers: readonly Layer<K, V>[], layer: Layer<K, V>): Layer<K, V>[] {
  const below = layers.at(-1);
  if (below === undefined || layer.size < below.size * MERGED_AT_SHARE) return [...layers, layer];
  return onTop(layers.slice(0, -1), new Map([...below, ...layer]));
}

/**
 * A table that is only looked up in: as quick among a million entries as among a thousand. Its rows
 * are in the order in which they came. It copies itself as `LayeredMap` does.
 */
export class LookupTable<V extends object> implements Rows<[string], V> {
  readonly #map: LayeredMap<string, V>;
  #changes = 0;

  constructor(map = new LayeredMap<string, V>()) {
    this.#map = map;
  }

  get changes(): number {
    return this.#changes;
  }

  get size(): number {
    return this.#map.size;
  }

  get(key: string): V | undefined {
    return this.#map.get(key);
  }

  has(key: string): boolean {
    return this.#map.get(key) !== undefined;
  }

  set([key]: [string], value: V): void {
    this.#changes += 1;
    this.#map.set(key, value);
  }

  values(): V[] {
    return Array.from(this.#map.entries(), ([, value]) => value);
  }

  rows(): [[string], V][] {
    return Array.from(this.#map.entries(), ([key, value]) => [[key], value]);
  }

  copy(): LookupTable<V> {
    return new LookupTable(this.#map.copy());
  }
}

/** What one organization has of a thing. */
export interface OfAccount {
  readonly organizationId: string;
}

/** What several organizations have of one thing, and the copy of the table that may change it. */
interface Shared<V extends object> {
  readonly owner: object;
  readonly byOrganization: LayeredMap<string, V>;
}

/** Most things are one organization's alone: kept without a list of one. */
type Group<V extends OfAccount> = V | Shared<V>;

function isShared<V extends OfAccount>(group: Group<V>): group is Shared<V> {
  return 'byOrganization' in group;
}

/**
 * What organizations have of things, by the thing's id and the organization's: looked up by both, or
 * all that there is of one thing. It is as quick, and copied, as `LookupTable` is.
 */
export class AccountTable<V extends OfAccount>
  implements Rows<[id: string, organization: string], V>
{
  readonly #groups: LayeredMap<string, Group<V>>;
  #size: number;
  #changes = 0;
  #owner = {};

  constructor(groups = new LayeredMap<string, Group<V>>(), size = 0) {
    this.#groups = groups;
    this.#size = size;
  }

  get changes(): number {
    return this.#changes;
  }

  get size(): number {
    return this.#size;
  }

  get(id: string, organizationId: string): V | undefined {
    const group = this.#groups.get(id);
    if (group === undefined) return undefined;
    if (isShared(group)) return group.byOrganization.get(organizationId);
    return group.organizationId === organizationId ? group : undefined;
  }

  has(id: string, organizationId: string): boolean {
    return this.get(id, organizationId) !== undefined;
  }

  set([id, organizationId]: [string, string], given: V): void {
    // A file may say in a row's value what it likes: its key counts.
    const value = given.organizationId === organizationId ? given : { ...given, organizationId };
    this.#changes += 1;
    const group = this.#groups.get(id);
    if (group === undefined) this.#size += 1;
    if (group === undefined || (!isShared(group) && group.organizationId === organizationId)) {
      this.#groups.set(id, value);
      return;
    }
    const own = this.#ownShared(id, group);
    const before = own.size;
    own.set(organizationId, value);
    this.#size += own.size - before;
  }

  /** What there is of one thing, in the order in which it came. */
  *of(id: string): Generator<V> {
    const group = this.#groups.get(id);
    if (group !== undefined) yield* valuesOf(group);
  }

  rows(): [[string, string], V][] {
    const rows: [[string, string], V][] = [];
    for (const [id, group] of this.#groups.entries()) {
      for (const value of valuesOf(group)) rows.push([[id, value.organizationId], value]);
    }
    return rows;
  }

  copy(): AccountTable<V> {
    this.#owner = {};
    return new AccountTable(this.#groups.copy(), this.#size);
  }

  /** The group as one that this copy alone has. */
  #ownShared(id: string, group: Group<V>): LayeredMap<string, V> {
    if (isShared(group) && group.owner === this.#owner) return group.byOrganization;
    const map = isShared(group) ? group.byOrganization.copy() : new LayeredMap<string, V>();
    if (!isShared(group)) map.set(group.organizationId, group);
    this.#groups.set(id, { owner: this.#owner, byOrganization: map });
    return map;
  }
}

function* valuesOf<V extends OfAccount>(group: Group<V>): Generator<V> {
  if (!isShared(group)) yield group;
  else for (const [, value] of group.byOrganization.entries()) yield value;
}
