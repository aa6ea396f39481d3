/** Enough for a rotation in many accounts; the least recently used key is dropped first. */
const KEYS_MAX = 100;

/** A cache of the platform's keys by secret, so that each is made once. */
export class SecretKeys<Key> {
  readonly #keys = new Map<string, Key>();
  #newest: string | undefined;

  /** Returns the key of `secret`, made by `make` if it is not cached. */
  of(secret: string, make: (secret: string) => Key): Key {
    const known = this.#keys.get(secret);
    if (known !== undefined && secret === this.#newest) return known;
    const key = known ?? make(secret);
    this.#keys.delete(secret);
    this.#keys.set(secret, key);
    this.#newest = secret;
    const [oldest] = this.#keys.keys();
    if (this.#keys.size > KEYS_MAX && oldest !== undefined) this.#keys.delete(oldest);
    return key;
  }

  forget(secret: string): void {
    this.#keys.delete(secret);
  }
}
