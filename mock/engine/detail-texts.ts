import { isAscii } from '../ground/is-ascii.ts';
import { LruCache } from '../ground/lru-cache.ts';
import type { Holding, Organization, StoredCdr } from '../world/entities.ts';

/** The texts that are kept, and the longest of them. */
const TEXTS_KEPT = 200;
const KEPT_MAX_CHARS = 64 * 1024;

/** All that a record's JSON is made from, but for the access to its image. */
export interface DetailSources {
  readonly cdr: StoredCdr;
  readonly organization: Organization;
  readonly holding: Holding | undefined;
  readonly packageId: string | null;
}

/** JSON, and whether it is ASCII throughout: then it is as long in bytes. */
export interface DetailText {
  readonly json: string;
  readonly isAscii: boolean;
}

/**
 * The JSON of the records that were read last, but for the access to their images. What is stored
 * is never changed in place, so a text is good as long as its sources are the same.
 */
export class DetailTexts {
  readonly #texts = new LruCache<object, DetailSources & { readonly text: DetailText }>(TEXTS_KEPT);

  /** The text of these sources, made where it is not at hand. */
  of(sources: DetailSources, make: () => string): DetailText {
    const { cdr, organization, holding, packageId } = sources;
    // One holding is of one record in one account.
    const key = holding ?? cdr;
    const kept = this.#texts.get(key);
    const isSame =
      kept?.cdr === cdr &&
      kept.organization === organization &&
      kept.holding === holding &&
      kept.packageId === packageId;
    if (isSame) return kept.text;
    const json = make();
    const text = { json, isAscii: isAscii(json) };
    if (json.length <= KEPT_MAX_CHARS) this.#texts.set(key, { ...sources, text });
    return text;
  }
}
