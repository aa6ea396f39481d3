/** What spreadsheets and exports do to cells. Each is named, because the value cannot be known any more. */
const DAMAGES: readonly { readonly form: RegExp; readonly what: string }[] = [
  {
    form: /^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/i,
    what: 'a spreadsheet wrote it as a number, and digits are lost',
  },
  { form: /^#+$/, what: 'a spreadsheet wrote # because its column was too narrow' },
  {
    form: /^#(?:REF!|NAME\?|VALUE!|N\/A|NUM!|NULL!|DIV\/0!|SPILL!|CALC!)$/i,
    what: 'it is an error of a spreadsheet',
  },
  { form: /^\d{15}0{3,}$/, what: 'a spreadsheet kept 15 digits of it' },
  { form: /^\d{7,}[.,]0+$/, what: 'a spreadsheet wrote it as a number' },
  { form: /(?:…|\.\.\.)$/, what: 'it was cut' },
];

/** Says what damaged a cell; `undefined` if nothing seems to have. */
export function damageOf(cell: string): string | undefined {
  const text = cell.trim();
  return DAMAGES.find(({ form }) => form.test(text))?.what;
}

/** From this many tokens on, one that is shorter than nearly all others is taken for a cut one. */
const ENOUGH = 5;
const NEARLY_ALL = 0.8;

/**
 * Returns the share tokens that were cut: the beginning of another one, or shorter than nearly all others.
 */
export function cutTokens(tokens: Iterable<string>): Set<string> {
  const sorted = [...new Set(tokens)].sort();
  const cut = new Set<string>();
  for (const [at, token] of sorted.entries()) {
    if (sorted[at + 1]?.startsWith(token) === true) cut.add(token);
  }
  const lengths = new Map<number, number>();
  for (const { length } of sorted) lengths.set(length, (lengths.get(length) ?? 0) + 1);
  const [common = 0, times = 0] = [...lengths].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (sorted.length < ENOUGH || times < sorted.length * NEARLY_ALL) return cut;
  for (const token of sorted) if (token.length < common) cut.add(token);
  return cut;
}
