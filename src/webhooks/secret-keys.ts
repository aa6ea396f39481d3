/** Enough for a rotation in many accounts; the key that was used longest ago goes first. */
const KEYS_MAX = 100;

/** The platform's keys by the secrets that they were made from, so that each is made once. */
export class SecretKeys<Key> {
  readonly #keys = new Map<string, Key>();
  #newest: string | undefined;

  /** The key of `secret`, which `make` makes where it is not at hand. */
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
