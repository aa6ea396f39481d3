import { Changes } from './changes.ts';
import type { Rows } from './table.ts';

/** A layer is merged with the one above it if that has at least half as many entries. */
const MERGED_AT_SHARE = 0.5;

type Layer<K, V> = ReadonlyMap<K, V>;

/**
 * A hash map without deletion that copies itself without visiting its entries: they become a layer
 * that both copies share and neither changes, and each copy continues in a map of its own. A lookup
 * asks the newest layer first. Layers of similar size are merged, so that there are few, and each
 * entry is merged only a few times in all.
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

  /** Yields every entry, in the order in which its key was first set. */
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
 * A table for lookups only: as fast with a million entries as with a thousand. Its rows are in the
 * order in which they were added. It copies itself as `LayeredMap` does.
 */
export class LookupTable<V extends object> implements Rows<[string], V> {
  readonly #map: LayeredMap<string, V>;
  readonly #changes = new Changes();

  constructor(map = new LayeredMap<string, V>()) {
    this.#map = map;
  }

  get changes(): number {
    return this.#changes.count;
  }

  takeChanged(): ReadonlySet<string> | undefined {
    return this.#changes.take();
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
    this.#changes.note([key]);
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

/** What one organization holds of a thing. */
export interface OfAccount {
  readonly organizationId: string;
}

/** What several organizations hold of one thing, and the copy of the table that may change it. */
interface Shared<V extends object> {
  readonly owner: object;
  readonly byOrganization: LayeredMap<string, V>;
}

/** Most things belong to one organization only, and are kept without a map around them. */
type Group<V extends OfAccount> = V | Shared<V>;

function isShared<V extends OfAccount>(group: Group<V>): group is Shared<V> {
  return 'byOrganization' in group;
}

/**
 * What organizations hold of things, keyed by the thing's id and the organization's. Lookups are by
 * both, or of everything held of one thing. It is as fast as `LookupTable`, and copied in the same
 * way.
 */
export class AccountTable<V extends OfAccount>
  implements Rows<[id: string, organization: string], V>
{
  readonly #groups: LayeredMap<string, Group<V>>;
  #size: number;
  readonly #changes = new Changes();
  #owner = {};

  constructor(groups = new LayeredMap<string, Group<V>>(), size = 0) {
    this.#groups = groups;
    this.#size = size;
  }

  get changes(): number {
    return this.#changes.count;
  }

  takeChanged(): ReadonlySet<string> | undefined {
    return this.#changes.take();
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
    // In a file, the value of a row may name any organization: the row's key counts.
    const value = given.organizationId === organizationId ? given : { ...given, organizationId };
    this.#changes.note([id, organizationId]);
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

  /** Yields everything held of one thing, in the order in which it was added. */
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

  /** Returns the group's map, made this copy's own if it was not. */
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
