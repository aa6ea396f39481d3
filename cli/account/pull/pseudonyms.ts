import { createHmac } from 'node:crypto';

/** What a value is; the same value of two kinds has two numbers. */
export type Kind = 'value' | 'phone' | 'ip' | 'domain' | 'host' | 'producer' | 'record';

/** The values that have been replaced so far, none of which can be read from it. */
export type KnownValues = Partial<Record<Kind, string[]>>;

/** As the service compares metadata (spec §2.7, §4.2): two such values are one to its filter. */
const canonical = (value: string): string =>
  value.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * Numbers values in the order in which they first come, so that the same value is always replaced by
 * the same one, and no two by one. It keeps keyed digests: no value can be read back.
 */
export class Pseudonyms {
  readonly #key: string;
  readonly known: KnownValues;
  readonly #numbers = new Map<string, number>();

  /** @param key a secret that is forgotten with the run. */
  constructor(key: string, known: KnownValues = {}) {
    this.#key = key;
    this.known = known;
    for (const [kind, digests] of Object.entries(known)) {
      for (const [index, digest] of digests.entries()) {
        this.#numbers.set(`${kind} ${digest}`, index + 1);
      }
    }
  }

  /** Returns the number of a value, from 1. */
  of(kind: Kind, value: string): number {
    const digest = this.#digest(kind, value);
    const known = this.#numbers.get(`${kind} ${digest}`);
    if (known !== undefined) return known;
    const digests = (this.known[kind] ??= []);
    digests.push(digest);
    this.#numbers.set(`${kind} ${digest}`, digests.length);
    return digests.length;
  }

  /** Whether the value has a number already. */
  has(kind: Kind, value: string): boolean {
    return this.#numbers.has(`${kind} ${this.#digest(kind, value)}`);
  }

  #digest(kind: Kind, value: string): string {
    return createHmac('sha256', this.#key)
      .update(`${kind}\0${canonical(value)}`)
      .digest('base64url');
  }
}
