/**
 * Why `key` is not of the form `<key_id>.<secret>` (spec §5), or `undefined`. The message never
 * repeats any part of it.
 */
export function apiKeyProblem(key: unknown): string | undefined {
  if (typeof key !== 'string') return 'expected a string of the form <key_id>.<secret>';
  if (key === '') return 'expected <key_id>.<secret>, but it is empty';
  if (/\s/.test(key)) return 'must not hold white space (is there a trailing newline?)';
  // `Headers` trims some of these silently and for others throws an error that quotes the key.
  if (!/^[\u0021-\u007e]+$/.test(key)) {
    return 'must hold printable ASCII characters only (was it pasted from a formatted text?)';
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
