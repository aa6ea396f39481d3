import type { WebHeaders } from '../platform.ts';
import { SecretFinder } from './secret-forms.ts';

const MASK = '[redacted]';

/** How far a chain of causes is followed, and JSON with a secret in it copied. */
const DEPTH_MAX = 6;

/** How deep a reply's JSON is kept: nested thousands deep, it would make a log of the error fail. */
const NESTING_MAX = 100;

/** What is kept of a text that others wrote. */
const TEXT_MAX_CHARS = 2000;

/** Keeps the secrets of one call out of what others wrote: the service's messages, and causes. */
export class Redactor {
  readonly #finder: SecretFinder;

  constructor(secrets: readonly string[]) {
    this.#finder = new SecretFinder(secrets);
  }

  /** `text` with every secret masked. */
  text(text: string): string {
    return this.#finder.replaceIn(text, MASK);
  }

  /** The start of `text`, masked: first masked and then cut, or half a secret would be left. */
  begin(text: string): string {
    return this.text(text).slice(0, TEXT_MAX_CHARS);
  }

  /** `value` itself if no text in it holds a secret, else a masked copy. For parsed JSON. */
  json(value: unknown): unknown {
    if (isNestedWithin(NESTING_MAX, value)) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined || this.text(text) === text) return value;
    }
    return this.#copyJson(value, 0);
  }

  /** The headers themselves if none holds a secret, else a masked copy. */
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
   * What may be shown of a cause: its name, message, code and system call, and those of what caused
   * it. Nothing else, however clean it looks: the error of an HTTP parser holds the whole reply.
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
    // The stack of the copy would name this file and tell nothing.
    Object.defineProperty(copy, 'stack', { value: String(copy), configurable: true });
    if (deeper !== undefined) {
      const value = this.cause(deeper, depth + 1);
      Object.defineProperty(copy, 'cause', { value, configurable: true });
    }
    return copy;
  }

  #copyJson(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value);
    // A number can be a phone's digits.
    if (typeof value === 'number') return this.text(`${value}`) === `${value}` ? value : MASK;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > DEPTH_MAX) return MASK;
    if (Array.isArray(value)) return value.map((entry) => this.#copyJson(entry, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        this.text(key),
        this.#copyJson(entry, depth + 1),
      ]),
    );
  }
}

/** A number, a boolean or nothing: what shows nothing but itself. */
function isPlain(value: unknown): boolean {
  return value === null || ['number', 'boolean', 'undefined'].includes(typeof value);
}

/** The facts of a cause, each read by itself: what is foreign may throw when it is looked at. */
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
