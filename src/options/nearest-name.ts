/** Counts the edits between two words: insertions, deletions, replacements, swaps of neighbours. */
function editsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      current[column] =
        swapped && row > 1 ? Math.min(edits, (beforeLast[column - 2] ?? 0) + 1) : edits;
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

/** Longer words are not typing errors. */
const WORD_MAX_CHARS = 64;

/**
 * Returns the entry of `names` that `word` was probably meant to be, ignoring case: at most a third
 * of the letters differ, but one always may. If several are equally near, returns the first; if none
 * is near, `undefined`.
 */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  if (word.length > WORD_MAX_CHARS) return undefined;
  const spoken = word.toLowerCase();
  let nearest: { name: string; edits: number } | undefined;
  for (const name of names) {
    const edits = editsBetween(spoken, name.toLowerCase());
    const allowed = Math.max(1, Math.floor(Math.min(spoken.length, name.length) / 3));
    if (edits <= allowed && edits < (nearest?.edits ?? Infinity)) nearest = { name, edits };
  }
  return nearest?.name;
}
