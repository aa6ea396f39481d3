import sortedBTree from 'sorted-btree';
import { LayeredMap } from '../ground/lookup-tables.ts';
import type { StoredCdr } from './entities.ts';

const { default: BTree } = sortedBTree;

/** Where a record stands in a list; the record itself will do. */
export type Place = Pick<StoredCdr, 'createdAt' | 'cdrId'>;

/** Oldest first; of one instant, by the code units of the id. */
function comparePlaces(a: Place, b: Place): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt;
  return a.cdrId < b.cdrId ? -1 : a.cdrId > b.cdrId ? 1 : 0;
}

type PlaceTree = InstanceType<typeof BTree<Place, undefined>>;

/** The places of a list, and the copy of the lists that may change them. */
interface Places {
  readonly owner: object;
  readonly tree: PlaceTree;
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
    else this.#ownPlaces(key, list).set(place, undefined);
  }

  has(name: readonly string[], place: Place): boolean {
    const list = this.#lists.get(JSON.stringify(name));
    if (list === undefined) return false;
    return 'tree' in list ? list.tree.has(place) : comparePlaces(list, place) === 0;
  }

  /** The places of a list. The lists must not be changed meanwhile. */
  *walk(name: readonly string[], { after, descending = false }: ListWalk = {}): Generator<Place> {
    const list = this.#lists.get(JSON.stringify(name));
    if (list === undefined) return;
    const { tree } = 'tree' in list ? list : { tree: treeOf(list) };
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
  #ownPlaces(key: string, list: List): PlaceTree {
    if ('tree' in list && list.owner === this.#owner) return list.tree;
    const tree = 'tree' in list ? list.tree.clone() : treeOf(list);
    this.#lists.set(key, { owner: this.#owner, tree });
    return tree;
  }
}

function treeOf(place: Place): PlaceTree {
  return new BTree<Place, undefined>([[place, undefined]], comparePlaces);
}
