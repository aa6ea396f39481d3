/** The edits between two words: a letter put in, left out, exchanged, or two neighbours swapped. */
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

/** Longer words are not a slip of anyone's finger. */
const WORD_MAX_CHARS = 64;

/**
 * The one of `names` that `word` was probably meant to be, case aside: at most a third of its
 * letters differ. `undefined` when none is near; of equally near ones, the first.
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
