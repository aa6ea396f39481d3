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

/**
 * The JSON of the records that were read last, but for the access to their images. What is stored
 * is never changed in place, so a text is good as long as its sources are the same.
 */
export class DetailTexts {
  readonly #texts = new LruCache<string, DetailSources & { readonly json: string }>(TEXTS_KEPT);

  /** The text of these sources, made where it is not at hand. */
  of(sources: DetailSources, make: () => string): string {
    const { cdr, organization, holding, packageId } = sources;
    const key = `${cdr.cdrId} ${organization.organizationId}`;
    const kept = this.#texts.get(key);
    const isSame =
      kept?.cdr === cdr &&
      kept.organization === organization &&
      kept.holding === holding &&
      kept.packageId === packageId;
    if (isSame) return kept.json;
    const json = make();
    if (json.length <= KEPT_MAX_CHARS) this.#texts.set(key, { ...sources, json });
    return json;
  }
}
