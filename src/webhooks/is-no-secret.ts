/**
 * Whether a text stands where a secret belongs and is none: nothing but white space, or what a
 * variable that was not set becomes in a template or a shell. Anyone can sign with such a key.
 */
export function isNoSecret(text: string): boolean {
  return ['', 'undefined', 'null'].includes(text.trim());
}
