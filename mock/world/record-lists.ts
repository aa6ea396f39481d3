import sortedBTree from 'sorted-btree';
import { LayeredMap } from '../ground/lookup-tables.ts';
import { comparePlaces, type Place } from './place.ts';
import { sortPlaces } from './sort-places.ts';

const { default: BTree } = sortedBTree;

type PlaceTree = InstanceType<typeof BTree<Place, undefined>>;

/** The places of a list, and the copy of the lists that may change them. */
interface Places {
  readonly owner: object;
  /** In order. */
  readonly tree: PlaceTree;
  /** Added since the list was last read, as they came. */
  readonly added: Place[];
}

/** Most lists of metadata hold one record: such a one is its place alone. */
type List = Place | Places;

/** Where a walk over a list begins, and in which direction it goes. */
export interface ListWalk {
  readonly after?: Place | undefined;
  readonly descending?: boolean | undefined;
}

/**
 * Which records stand in which lists, by their age. It copies itself as `LayeredMap` does: of what two
 * copies share, a list is copied by the one that changes it, when it does.
 */
export class RecordLists {
  readonly #lists: LayeredMap<string, List>;
  #owner = {};

  constructor(lists = new LayeredMap<string, List>()) {
    this.#lists = lists;
  }

  /** Puts the record into the list of this name; once, however often it is put there. */
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

  /** The places of a list. The lists must not be changed meanwhile. */
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

  /** The list as one that this copy alone has. */
  #ownPlaces(key: string, list: List): Places {
    if ('tree' in list && list.owner === this.#owner) return list;
    const places = { owner: this.#owner, tree: treeOf(list).clone(), added: [] };
    this.#lists.set(key, places);
    return places;
  }
}

/**
 * The places of a list in order. A record stands in a dozen lists, few of which are ever read: it is
 * given its place among the others when the list is.
 */
function treeOf(list: List): PlaceTree {
  if (!('tree' in list)) return new BTree<Place, undefined>([[list, undefined]], comparePlaces);
  const { tree, added } = list;
  if (added.length === 0) return tree;
  for (const place of sortPlaces(added)) tree.set(place, undefined);
  added.length = 0;
  return tree;
}
