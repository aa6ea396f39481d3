import { PAGE_SIZE_MAX } from './limits.ts';

/** How many entries are looked at in one list: a page holds no more (spec §4.2). */
const ENTRIES_MAX = PAGE_SIZE_MAX;

/** And in all lists together: a page whose entries have lists of their own, all as long as documented. */
const ENTRIES_MAX_IN_ALL = 4000;

/** Deeper than any schema of a reply. */
const DEPTH_MAX = 12;

/** A value whose lists are cut, and where: the path of each first entry that is not in it. */
export interface CutLists {
  readonly value: unknown;
  readonly cutAt: readonly string[];
}

/** The lists of one value, and how many of their entries may still be taken. */
class Cutter {
  readonly cutAt: string[] = [];
  #left = ENTRIES_MAX_IN_ALL;

  copy(value: unknown, path: readonly (string | number)[]): unknown {
    if (typeof value !== 'object' || value === null || path.length > DEPTH_MAX) return value;
    if (Array.isArray(value)) return this.#list(value, path);
    const members = Object.entries(value).map(([name, each]): [string, unknown] => [
      name,
      this.copy(each, [...path, name]),
    ]);
    return Object.fromEntries(members);
  }

  #list(list: readonly unknown[], path: readonly (string | number)[]): unknown[] {
    const taken = Math.min(list.length, ENTRIES_MAX, this.#left);
    this.#left -= taken;
    if (taken < list.length) this.cutAt.push([...path, taken].join('.'));
    return list.slice(0, taken).map((each, index) => this.copy(each, [...path, index]));
  }
}

/**
 * A copy of parsed JSON whose lists hold so much as a reply of the service can, so that looking for
 * what is wrong in it costs a bounded amount of memory, whatever it holds.
 */
export function cutLists(value: unknown): CutLists {
  const cutter = new Cutter();
  return { value: cutter.copy(value, []), cutAt: cutter.cutAt };
}
