/** Collects the values of a flag that may be repeated, each time with one value. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
