/** For each prefix of `phrase`, the length of its longest proper prefix that is also its suffix. */
function bordersOf(phrase: string): Uint32Array {
  const borders = new Uint32Array(phrase.length);
  let length = 0;
  for (let index = 1; index < phrase.length; index += 1) {
    const unit = phrase.charCodeAt(index);
    while (length > 0 && phrase.charCodeAt(length) !== unit) length = borders[length - 1] as number;
    if (phrase.charCodeAt(length) === unit) length += 1;
    borders[index] = length;
  }
  return borders;
}

/** The length of the part that `String.indexOf` looks for, which bounds the cost of that search. */
const PART_CHARS = 32;

/** The space and the letters of English, most frequent first. Any other character counts as rarer. */
const FREQUENT = ' etaoinshrdlcumwfgypbvkjxqz';

/** Returns the index of the rarest character in `phrase`, where a search has few false starts. */
function rarestAt(phrase: string): number {
  let rarest = 0;
  let rank = -1;
  for (let at = 0; at < phrase.length && rank < FREQUENT.length; at += 1) {
    const place = FREQUENT.indexOf(phrase.charAt(at));
    const own = place < 0 ? FREQUENT.length : place;
    if (own > rank) [rarest, rank] = [at, own];
  }
  return rarest;
}

/**
 * Returns a function that tests whether a text contains `phrase`.
 *
 * Uses the Knuth-Morris-Pratt search, which is linear for any text. `String.includes` is not: with
 * repetitive texts of 5,000 characters it takes fifty times as long, and criteria at their limits
 * compare 400 phrases with 50 disclosures. For a short part of the phrase, though, the platform's
 * search is fast and linear too, so this search starts where the first match of such a part allows.
 */
export function phraseFinder(phrase: string): (text: string) => boolean {
  const partAt = rarestAt(phrase);
  const part = phrase.slice(partAt, partAt + PART_CHARS);
  let borders: Uint32Array | undefined;
  return (text) => {
    const foundAt = text.indexOf(part);
    if (foundAt < 0) return false;
    borders ??= bordersOf(phrase);
    let matched = 0;
    const from = Math.max(0, foundAt - partAt);
    for (let index = from; index < text.length && matched < phrase.length; index += 1) {
      const unit = text.charCodeAt(index);
      while (matched > 0 && phrase.charCodeAt(matched) !== unit) {
        matched = borders[matched - 1] as number;
      }
      if (phrase.charCodeAt(matched) === unit) matched += 1;
    }
    return matched === phrase.length;
  };
}
