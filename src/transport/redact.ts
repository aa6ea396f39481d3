const MASK = '[redacted]';

/** Below this length a text is no credential, and masking it would only garble messages. */
const SECRET_MIN_CHARS = 4;

/** How deep, and how many values, a foreign object is searched. */
const DEPTH_MAX = 6;
const VALUES_MAX = 500;

/** Every form of the secrets, the longest first: one may contain another. */
function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return [...new Set(forms)]
    .filter((secret) => secret.length >= SECRET_MIN_CHARS)
    .sort((a, b) => b.length - a.length);
}

/** What a text holds looks otherwise in JSON where it is escaped there. */
function asInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** How deep a reply's JSON is kept: nested thousands deep, it would make a log of the error fail. */
const NESTING_MAX = 100;

/** Keeps the secrets of one call out of what others wrote: the service's messages, and causes. */
export class Redactor {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#secrets = formsOf(secrets);
  }

  /** `text` with every secret masked. */
  text(text: string): string {
    return this.#secrets.reduce((clean, secret) => clean.replaceAll(secret, MASK), text);
  }

  /** `value` itself if no text in it holds a secret, else a masked copy. For parsed JSON. */
  json(value: unknown): unknown {
    if (isNestedWithin(NESTING_MAX, value)) {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined || !this.#secrets.some((each) => text.includes(asInJson(each)))) {
        return value;
      }
    }
    return this.#copyJson(value, 0);
  }

  /** `cause` itself if it is plain and clean all through, else a copy of its safe parts. */
  cause(cause: unknown): unknown {
    if (typeof cause === 'string') return this.text(cause);
    if (this.#isSafe(cause, 0, { left: VALUES_MAX })) return cause;
    return this.#copyError(cause, 0);
  }

  #isClean(text: string): boolean {
    return !this.#secrets.some((secret) => text.includes(secret));
  }

  /** Whether a log of `value` could not show a secret. */
  #isSafe(value: unknown, depth: number, budget: { left: number }): boolean {
    budget.left -= 1;
    if (depth > DEPTH_MAX || budget.left < 0) return false;
    if (typeof value === 'string') return this.#isClean(value);
    if (typeof value !== 'object' || value === null) return true;
    // A `Request` or a `Headers` shows in a log what no property of it holds.
    if (!(value instanceof Error) && !isPlain(value)) return false;
    try {
      const texts = value instanceof Error ? [value.name, value.message, value.stack] : [];
      const parts = Reflect.ownKeys(value).map((key) => Reflect.get(value, key) as unknown);
      return [...texts, ...parts].every((part) => this.#isSafe(part, depth + 1, budget));
    } catch {
      return false; // a getter that throws
    }
  }

  #copyError(cause: unknown, depth: number): unknown {
    if (typeof cause !== 'object' || cause === null || depth > DEPTH_MAX) return undefined;
    const { name, message, code, syscall, cause: deeper } = cause as Record<string, unknown>;
    const copy = new Error(typeof message === 'string' ? this.text(message) : 'not shown');
    // The stack of the copy would name this file and tell nothing.
    Object.defineProperty(copy, 'stack', { value: String(copy), configurable: true });
    for (const [key, value] of Object.entries({ name, code, syscall })) {
      if (typeof value === 'string') {
        Object.defineProperty(copy, key, { value: this.text(value), enumerable: key !== 'name' });
      }
    }
    if (deeper !== undefined) copy.cause = this.#copyError(deeper, depth + 1);
    return copy;
  }

  #copyJson(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value);
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

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}

function isNestedWithin(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isNestedWithin(levels - 1, each));
}
