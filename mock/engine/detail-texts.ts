import { isAscii } from '../ground/is-ascii.ts';
import { LruCache } from '../ground/lru-cache.ts';
import type { Holding, Organization, StoredCdr } from '../world/entities.ts';

/** How many texts are kept, and the maximum length of each. */
const TEXTS_KEPT = 200;
const KEPT_MAX_CHARS = 64 * 1024;

/** Everything that a record's JSON is made from, except the access to its image. */
export interface DetailSources {
  readonly cdr: StoredCdr;
  readonly organization: Organization;
  readonly holding: Holding | undefined;
  readonly packageId: string | null;
}

/** JSON, and whether it is all ASCII: then its length in characters is its length in bytes. */
export interface DetailText {
  readonly json: string;
  readonly isAscii: boolean;
}

/**
 * The JSON of the most recently read records, except the access to their images. Stored objects are
 * never changed in place, so a text is valid as long as its sources are the same objects.
 */
export class DetailTexts {
  readonly #texts = new LruCache<object, DetailSources & { readonly text: DetailText }>(TEXTS_KEPT);

  /** Returns the text of these sources; makes it if it is not cached. */
  of(sources: DetailSources, make: () => string): DetailText {
    const { cdr, organization, holding, packageId } = sources;
    // A holding belongs to one record in one account.
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
