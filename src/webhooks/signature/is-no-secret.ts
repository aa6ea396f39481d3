/**
 * Checks whether a text is not a usable secret: only white space, or the text that an unset
 * variable becomes in a template or a shell. Anyone can sign with such a key.
 */
export function isNoSecret(text: string): boolean {
  return ['', 'undefined', 'null'].includes(text.trim());
}
