import { LayeredMap } from './layered-map.ts';
import type { Rows } from './table.ts';

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
