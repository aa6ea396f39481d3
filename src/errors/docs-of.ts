/**
 * Returns the address of an error's entry, below the package's homepage. `names` is a code, or a
 * class and one of its reasons. The address is stable: an entry keeps its anchor.
 */
export function docsOf(...names: readonly string[]): string {
  return `errors/#${names.join('-').toLowerCase()}`;
}
