/** A spelling, and the ten digits that each grammar makes of it: strict, lenient, digits. */
export type Spelling = readonly [
  text: string,
  strict: string | undefined,
  lenient: string | undefined,
  digits: string | undefined,
];

const N = '2125550147';
const all = (text: string, digits = N): Spelling => [text, digits, digits, digits];
const none = (text: string): Spelling => [text, undefined, undefined, undefined];

/** Spellings that are the number under every reading. */
const TAKEN: readonly Spelling[] = [
  ...['2125550147', '(212) 555-0147', '212.555.0147', '1-212-555-0147', '+1 212 555 0147'],
  ...['212–555–0147', '\u202a212-555-0147\u202c', '212\u00a0555\u00a00147', '"212-555-0147"'],
  ...['tel:+1-212-555-0147', '212·555·0147', '212.5550147', '212555.0147', '1.2125550147'],
  ...['2,125,550,147', '2-1-2-5-5-5-0-1-4-7', '21 25 55 01 47', '21.25.55.01.47', '(212)5550147.'],
].map((text) => all(text));

/** What a spreadsheet makes of a number, where that is not the number. */
const DECIMALS: readonly Spelling[] = [
  ['212555014.0', undefined, undefined, '2125550140'],
  ['1212555014.0', undefined, undefined, '2125550140'],
  ['+1212555014.0', undefined, undefined, '2125550140'],
  ['"212555014.0"', undefined, undefined, '2125550140'],
  ["'212555014,0", undefined, undefined, '2125550140'],
  ['21255501.00', undefined, undefined, '2125550100'],
  ['2125550.000', undefined, undefined, '2125550000'],
  ['212555014.7', undefined, undefined, N],
  ['21255501.47', undefined, undefined, N],
  ['212,555,014.0', undefined, undefined, '2125550140'],
  ['212.555.014,0', undefined, undefined, '2125550140'],
  ['212 555 014,7', undefined, undefined, N],
  ['21,25,55,014.0', undefined, undefined, '2125550140'],
  ['(212) 555-014.0', undefined, undefined, '2125550140'],
  ['2125550147.0', undefined, undefined, undefined],
  ['2.125550147E9', undefined, undefined, undefined],
  ['2.125550147E+9', undefined, undefined, undefined],
  ['2.12555014E+9', undefined, undefined, '2125550149'],
  ['2.12555E+09', undefined, undefined, undefined],
  ['2,12555014e9', undefined, undefined, '2125550149'],
];

/** Two numbers, of which the first must not be taken alone. */
const TWO: readonly Spelling[] = [
  '212-555-0147 or 212-555-0148',
  '212-555-0147, 212-555-0148',
  '212-555-0147 / 212-555-0148',
  '212-555-0147 212-555-0148',
  '212-555-0147;212-555-0148',
  '212-555-0147 or 555-0148',
  '2125550147\n2125550148',
  'tel:212-555-0147, 212-555-0148',
].map(none);

const EXTENSIONS: readonly Spelling[] = [
  ['212-555-0147 x12', undefined, N, undefined],
  ['212-555-0147 ext. 1234', undefined, N, undefined],
  ['2125550147,,12', undefined, N, undefined],
  ['2125550147;12', undefined, N, undefined],
  ['212-555-0147 #12', undefined, N, undefined],
  ['555-0147 x201', undefined, undefined, '5550147201'],
];

const LETTERS: readonly Spelling[] = [
  ['212-555-0147 (mobile)', undefined, N, N],
  ['Phone: 212-555-0147', undefined, undefined, N],
  ['(cell) 212-555-0147', undefined, undefined, N],
  none('212-555-O147'),
  none('1-800-FLOWERS'),
  none('call me'),
  ['２１２５５５０１４７', undefined, N, undefined],
  none('٢١٢٥٥٥٠١٤٧'),
];

/** Numbers of other countries, with and without their plus, and calls abroad. */
const ABROAD: readonly Spelling[] = [
  ['+65 6123 4567', undefined, undefined, '6561234567'],
  ['tel:+65-6123-4567', undefined, undefined, '6561234567'],
  ['(+65) 6123 4567', undefined, undefined, '6561234567'],
  ['＋65 6123 4567', undefined, undefined, '6561234567'],
  ['\u202a+65 6123 4567\u202c', undefined, undefined, '6561234567'],
  ['Singapore: + 65 6123 4567', undefined, undefined, '6561234567'],
  ['+2125550147', undefined, undefined, N],
  ['212+5550147', undefined, undefined, N],
  none('+44 20 7946 0958'),
  none('+52 55 1234 5678'),
  none('44 2125550147'),
  ['00 290 51234', undefined, undefined, '0029051234'],
  none('0012125550147'),
  none('011 65 6123 4567'),
];

const NOT_NUMBERS: readonly Spelling[] = [
  ...['', '555-0147', '22125550147', '2026-01-05', '01/05/2026', '2026-01-05T12:00:00Z'],
  ...['2026-01-05 12:30', ' '.repeat(12), '2125550147'.padEnd(41), 'NaN', '0', '—'],
].map(none);

/** Spellings of each kind, with what each grammar makes of them. */
export const SPELLINGS: readonly Spelling[] = [
  ...TAKEN,
  all('+1 (876) 555-0123', '8765550123'),
  all('(012) 555-0147', '0125550147'),
  ...DECIMALS,
  ...TWO,
  ...EXTENSIONS,
  ...LETTERS,
  ...ABROAD,
  ...NOT_NUMBERS,
];

/** Whether the text has a plus before another digit than 1, and is never sent. */
export const hasForeignPlus = (text: string): boolean => /[+＋]\s*[02-9]/.test(text);
