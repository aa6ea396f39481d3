import type { Ending } from './attempt.ts';
import { isQuoted } from './is-quoted.ts';
import type { KeySource } from './settings.ts';

/**
 * Returns why `key` is not of the form `<key_id>.<secret>` (spec §5), or `undefined`. The message
 * never repeats any part of the key.
 */
export function apiKeyProblem(key: unknown): string | undefined {
  if (typeof key !== 'string') return 'expected a string of the form <key_id>.<secret>';
  if (key === '') return 'expected <key_id>.<secret>, but it is empty';
  if (isQuoted(key)) return 'must not be in quotes (were they copied from a .env file?)';
  if (/\s/.test(key)) return 'must not contain white space (is there a trailing newline?)';
  // `Headers` silently trims some of these, and for others throws an error that quotes the key.
  if (!/^[\u0021-\u007e]+$/.test(key)) {
    return 'must contain only printable ASCII characters (was it pasted from formatted text?)';
  }
  const parts = key.split('.');
  if (parts.length !== 2) return 'expected exactly one dot between <key_id> and <secret>';
  if (parts.includes('')) return 'expected something on both sides of the dot';
  return undefined;
}

/**
 * Returns the parts of a well-formed key that must not be shown: the whole key, and its secret
 * half.
 */
export function keySecrets(key: string): string[] {
  return [key, key.slice(key.indexOf('.') + 1)];
}

/** Calls a key function within the call's limits. */
type Ask = (source: () => string | Promise<string>) => Promise<Ending<string>>;

/** How a key function ended that gave no key. */
type NoKey = Exclude<Ending<string>, { kind: 'finished' }>;

/** The key of one call: taken before its first attempt, and requested once again after a 401. */
export class CallKey {
  /** The key in use; `undefined` if none is needed or none has been taken yet. */
  value: string | undefined;
  /** The secret parts of every key that was used; nothing may show them. */
  readonly secrets: string[] = [];
  readonly #source: KeySource | undefined;
  #askedAgain = false;

  constructor(source: KeySource | undefined) {
    this.#source = source;
  }

  /**
   * Takes the key: a fixed one at once, so that no call waits for it. Returns what is wrong with it,
   * how the key function ended if it did not finish, or `undefined`.
   */
  take(ask: Ask): Promise<NoKey | string | undefined> | string | undefined {
    const source = this.#source;
    if (source === undefined) return undefined;
    return typeof source === 'string' ? this.#accept(source) : this.#takeFrom(ask(source));
  }

  async #takeFrom(asked: Promise<Ending<string>>): Promise<NoKey | string | undefined> {
    const ending = await asked;
    return ending.kind === 'finished' ? this.#accept(ending.value) : ending;
  }

  #accept(key: string): string | undefined {
    const problem = apiKeyProblem(key);
    if (problem === undefined) this.#use(key);
    return problem;
  }

  /** Whether there is a key function that has not been asked again yet. */
  get canBeAskedAgain(): boolean {
    return typeof this.#source === 'function' && !this.#askedAgain;
  }

  /**
   * Asks for a new key and returns whether there is one; the same or a malformed key does not
   * count. Returns an abort as it is.
   */
  async renew(ask: Ask): Promise<boolean | Extract<Ending<string>, { kind: 'abort' }>> {
    if (typeof this.#source !== 'function') return false;
    this.#askedAgain = true;
    const ending = await ask(this.#source);
    if (ending.kind === 'abort') return ending;
    if (ending.kind !== 'finished' || apiKeyProblem(ending.value) !== undefined) return false;
    if (ending.value === this.value) return false;
    this.#use(ending.value);
    return true;
  }

  #use(key: string): void {
    this.value = key;
    this.secrets.push(...keySecrets(key));
  }
}
