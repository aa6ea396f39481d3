import type { Ending } from './attempt.ts';
import type { KeySource } from './settings.ts';

/**
 * Why `key` is not of the form `<key_id>.<secret>` (spec §5), or `undefined`. The message never
 * repeats any part of it.
 */
export function apiKeyProblem(key: unknown): string | undefined {
  if (typeof key !== 'string') return 'expected a string of the form <key_id>.<secret>';
  if (key === '') return 'expected <key_id>.<secret>, but it is empty';
  if (/\s/.test(key)) return 'must not contain white space (is there a trailing newline?)';
  // `Headers` trims some of these silently and for others throws an error that quotes the key.
  if (!/^[\u0021-\u007e]+$/.test(key)) {
    return 'must contain only printable ASCII characters (was it pasted from formatted text?)';
  }
  const parts = key.split('.');
  if (parts.length !== 2) return 'expected exactly one dot between <key_id> and <secret>';
  if (parts.includes('')) return 'expected something on both sides of the dot';
  return undefined;
}

/** What of a well-formed key must not be shown: all of it, and its secret half alone. */
export function keySecrets(key: string): string[] {
  return [key, key.slice(key.indexOf('.') + 1)];
}

/** Asks a key function under the call's limits. */
type Ask = (source: () => string | Promise<string>) => Promise<Ending<string>>;

/** The key of one call: taken before its first attempt, and asked for once more after a 401. */
export class CallKey {
  /** In use; `undefined` where none is needed, or none was taken yet. */
  value: string | undefined;
  /** Everything of every key that was used, which nothing may show. */
  readonly secrets: string[] = [];
  readonly #source: KeySource | undefined;
  #askedAgain = false;

  constructor(source: KeySource | undefined) {
    this.#source = source;
  }

  /** Takes the key; says how the asking ended where it did not end well, or what is wrong with the key. */
  async take(
    ask: Ask,
  ): Promise<Exclude<Ending<string>, { kind: 'finished' }> | string | undefined> {
    const source = this.#source;
    if (source === undefined) return undefined;
    const ending =
      typeof source === 'string'
        ? ({ kind: 'finished', value: source } as const)
        : await ask(source);
    if (ending.kind !== 'finished') return ending;
    const problem = apiKeyProblem(ending.value);
    if (problem === undefined) this.#use(ending.value);
    return problem;
  }

  /** Whether there is someone to ask for a new key, who was not asked again yet. */
  get canBeAskedAgain(): boolean {
    return typeof this.#source === 'function' && !this.#askedAgain;
  }

  /** Asks for a new key; one that is the same, or malformed, is none. An abort is handed back. */
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
