import { isKnownErrorCode } from '../contract/error-codes.ts';
import type { WebHeaders } from '../platform/platform.ts';
import { SecretFinder } from './secret-forms.ts';
import { SIGNING_IN_TEXT } from './signing-parameters.ts';

const MASK = '[redacted]';

/** How deep a chain of causes is followed. */
const DEPTH_MAX = 6;

/**
 * How deep a reply's JSON may be to be kept: logging an error with JSON nested thousands deep would
 * fail.
 */
const NESTING_MAX = 100;

/** How much is kept of a text from outside. */
const TEXT_MAX_CHARS = 2000;

/** Masks the secrets of one call in text from outside: the service's messages, and causes. */
export class Redactor {
  readonly #finder: SecretFinder;

  constructor(secrets: readonly string[]) {
    this.#finder = new SecretFinder(secrets);
  }

  /**
   * Returns `text` with every secret masked, and the signatures of signed URLs. A documented code
   * hides nothing, and stays: a token may consist of its letters, which must not change how the code
   * is read.
   */
  text(text: string): string {
    if (isKnownErrorCode(text)) return text;
    return this.#finder.replaceIn(text, MASK).replace(SIGNING_IN_TEXT, `$1${MASK}`);
  }

  /**
   * Returns the start of `text`, masked. It is masked before it is cut, so that no half of a secret
   * is left.
   */
  begin(text: string): string {
    return this.text(text).slice(0, TEXT_MAX_CHARS);
  }

  /**
   * Returns `value` itself if no text in it holds a secret, otherwise a masked copy. For parsed
   * JSON.
   */
  json(value: unknown): unknown {
    if (isNestedWithin(NESTING_MAX, value)) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined || this.text(text) === text) return value;
    }
    return this.#copyJson(value, 0);
  }

  /** Returns the headers themselves if none holds a secret, otherwise a masked copy. */
  headers(headers: WebHeaders): WebHeaders {
    const masked = new Headers();
    let clean = true;
    headers.forEach((value, name) => {
      const shown = this.text(value);
      clean &&= shown === value && this.text(name) === name;
      if (this.text(name) === name) masked.append(name, shown);
    });
    return clean ? headers : masked;
  }

  /**
   * Returns what may be shown of a cause: its name, message, code and system call, and those of its
   * own causes. Nothing else, however clean it looks: an HTTP parser's error holds the whole reply.
   */
  cause(cause: unknown, depth = 0): unknown {
    if (typeof cause === 'string') return this.begin(cause);
    if (typeof cause !== 'object' || cause === null) return isPlain(cause) ? cause : undefined;
    if (depth > DEPTH_MAX) return undefined;
    const { name, message, code, syscall, cause: deeper } = readFacts(cause);
    const copy = new Error(typeof message === 'string' ? this.begin(message) : 'not shown');
    for (const [key, value] of Object.entries({ name, code, syscall })) {
      const shown = typeof value === 'string' ? this.begin(value) : value;
      if (typeof shown !== 'string' && typeof shown !== 'number') continue;
      const enumerable = key !== 'name';
      Object.defineProperty(copy, key, { value: shown, enumerable, configurable: true });
    }
    // The copy's own stack would only name this file.
    Object.defineProperty(copy, 'stack', { value: String(copy), configurable: true });
    if (deeper !== undefined) {
      const value = this.cause(deeper, depth + 1);
      Object.defineProperty(copy, 'cause', { value, configurable: true });
    }
    return copy;
  }

  #copyJson(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value);
    // A number can be the digits of a phone number.
    if (typeof value === 'number') return this.text(`${value}`) === `${value}` ? value : MASK;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > NESTING_MAX) return MASK;
    if (Array.isArray(value)) return value.map((entry) => this.#copyJson(entry, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        this.text(key),
        this.#copyJson(entry, depth + 1),
      ]),
    );
  }
}

/** Returns whether `value` holds nothing to hide: a number, a boolean, `null` or `undefined`. */
function isPlain(value: unknown): boolean {
  return value === null || ['number', 'boolean', 'undefined'].includes(typeof value);
}

/** Reads the facts of a cause one by one: reading a foreign object may throw. */
function readFacts(cause: object): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const key of ['name', 'message', 'code', 'syscall', 'cause']) {
    try {
      facts[key] = Reflect.get(cause, key);
    } catch {
      // a getter that throws
    }
  }
  return facts;
}

function isNestedWithin(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isNestedWithin(levels - 1, each));
}
