import { PAGE_SIZE_MAX } from '../contract/limits.ts';

/** The most entries checked in one list: a page never has more (spec §4.2). */
const ENTRIES_MAX = PAGE_SIZE_MAX;

/** The most in all lists together: a page whose entries have lists of the documented maximum length. */
const ENTRIES_MAX_IN_ALL = 4000;

/** Deeper than the schema of any reply. */
const DEPTH_MAX = 12;

/** A value with its lists cut, and for each cut list the path of the first entry left out. */
export interface CutLists {
  readonly value: unknown;
  readonly cutAt: readonly string[];
}

/** Copies one value and counts how many list entries may still be taken. */
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
 * Copies parsed JSON and cuts its lists to the length that a reply of the service can have. Checking
 * the copy then takes a bounded amount of memory.
 */
export function cutLists(value: unknown): CutLists {
  const cutter = new Cutter();
  return { value: cutter.copy(value, []), cutAt: cutter.cutAt };
}
