import sortedBTree from 'sorted-btree';
import { LayeredMap } from '../ground/lookup-tables.ts';
import { comparePlaces, type Place } from './place.ts';
import { sortPlaces } from './sort-places.ts';

const { default: BTree } = sortedBTree;

type PlaceTree = InstanceType<typeof BTree<Place, undefined>>;

/** The places of a list, and the copy of `RecordLists` that may change them. */
interface Places {
  readonly owner: object;
  /** The places in order. */
  readonly tree: PlaceTree;
  /** Added since the list was last read, unsorted. */
  readonly added: Place[];
}

/** Most metadata lists hold one record. Such a list is stored as just its place. */
type List = Place | Places;

/** Where a walk over a list starts, and its direction. */
export interface ListWalk {
  readonly after?: Place | undefined;
  readonly descending?: boolean | undefined;
}

/**
 * Which records are in which lists, ordered by age. Copying is lazy, as in `LayeredMap`: copies share
 * a list until one of them changes it.
 */
export class RecordLists {
  readonly #lists: LayeredMap<string, List>;
  #owner = {};

  constructor(lists = new LayeredMap<string, List>()) {
    this.#lists = lists;
  }

  /** Adds the record to the list of this name. Adding it again has no effect. */
  add(name: readonly string[], place: Place): void {
    const key = JSON.stringify(name);
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, place);
    else this.#ownPlaces(key, list).added.push(place);
  }

  has(name: readonly string[], place: Place): boolean {
    const list = this.#lists.get(JSON.stringify(name));
    if (list === undefined) return false;
    return treeOf(list).has(place);
  }

  /** Yields the places of a list. The lists must not be changed in the meantime. */
  *walk(name: readonly string[], { after, descending = false }: ListWalk = {}): Generator<Place> {
    const list = this.#lists.get(JSON.stringify(name));
    if (list === undefined) return;
    const tree = treeOf(list);
    const entries = descending ? tree.entriesReversed(after, undefined, true) : tree.entries(after);
    for (const [place] of entries) {
      if (after === undefined || comparePlaces(place, after) !== 0) yield place;
    }
  }

  copy(): RecordLists {
    this.#owner = {};
    return new RecordLists(this.#lists.copy());
  }

  /** Makes the list this copy's own, so that it can be changed. */
  #ownPlaces(key: string, list: List): Places {
    if ('tree' in list && list.owner === this.#owner) return list;
    const places = { owner: this.#owner, tree: treeOf(list).clone(), added: [] };
    this.#lists.set(key, places);
    return places;
  }
}

/**
 * Returns the places of a list in order. A record is in a dozen lists, few of which are ever read, so
 * a list is sorted only when it is read.
 */
function treeOf(list: List): PlaceTree {
  if (!('tree' in list)) return new BTree<Place, undefined>([[list, undefined]], comparePlaces);
  const { tree, added } = list;
  if (added.length === 0) return tree;
  for (const place of sortPlaces(added)) tree.set(place, undefined);
  added.length = 0;
  return tree;
}
