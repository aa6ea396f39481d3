import { LruCache } from '../ground/lru-cache.ts';
import type { DerivedPage } from './derived-page.ts';

/** The parts that are known, and the longest of them as JSON: long ones are seldom alike. */
const PARTS_KEPT = 1000;
const PART_MAX_CHARS = 8 * 1024;

/**
 * Keeps once what the pages that were captured last have in common: a thousand leads of one form
 * differ in their fields and share its wording. What is shared is never changed in place.
 */
export class SharedParts {
  readonly #parts = new LruCache<string, unknown>(PARTS_KEPT);

  /** The page, each part of which is the one that a page before has, if it is alike. */
  of(page: DerivedPage): DerivedPage {
    const disclosures = this.#shared(page.view.disclosures);
    const parts = Object.entries({ ...page, view: { ...page.view, disclosures } });
    const shared = parts.map(([name, part]) => [name, this.#shared<unknown>(part)] as const);
    return Object.fromEntries(shared) as unknown as DerivedPage;
  }

  #shared<T>(part: T): T {
    const json = JSON.stringify(part);
    if (json.length > PART_MAX_CHARS) return part;
    const known = this.#parts.get(json);
    if (known === undefined) this.#parts.set(json, part);
    return (known ?? part) as T;
  }
}
