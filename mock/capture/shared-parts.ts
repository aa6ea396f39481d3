import { jsonText } from '../../src/texts/json-text.ts';
import { LruCache } from '../ground/lru-cache.ts';
import type { DerivedPage } from './derived-page.ts';

/** How many parts are kept, and the longest of them as JSON: long ones are seldom alike. */
const PARTS_KEPT = 1000;
const PART_MAX_CHARS = 8 * 1024;

/**
 * Stores equal parts of recently captured pages once: a thousand leads of one form differ in their
 * fields but share its wording. Shared parts are never changed in place.
 */
export class SharedParts {
  readonly #parts = new LruCache<string, unknown>(PARTS_KEPT);

  /**
   * Returns the page with each part replaced by an equal part of an earlier page, if there is one.
   */
  of(page: DerivedPage): DerivedPage {
    const disclosures = this.#shared(page.view.disclosures);
    const parts = Object.entries({ ...page, view: { ...page.view, disclosures } });
    const shared = parts.map(([name, part]) => [name, this.#shared<unknown>(part)] as const);
    return Object.fromEntries(shared) as unknown as DerivedPage;
  }

  #shared<T>(part: T): T {
    const json = jsonText(part);
    if (json.length > PART_MAX_CHARS) return part;
    const known = this.#parts.get(json);
    if (known === undefined) this.#parts.set(json, part);
    return (known ?? part) as T;
  }
}
