/**
 * Tells whether a value is an object with members of its own, and not a `Date`, a `Map` or a list. An
 * object of another realm, such as Jest's, is one too.
 */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
