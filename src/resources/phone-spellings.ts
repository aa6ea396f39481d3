/**
 * How a North American number is usually written down: `A` is the area code, `B` the exchange, `C`
 * the line number. Lists compare whole values (spec §4.2), so that each spelling is a search.
 */
export const PHONE_SPELLINGS: readonly string[] = [
  ...['ABC', '1ABC', '+1ABC', '1 ABC', '+1 ABC', '1-ABC', '+1-ABC'],
  ...['(A) B-C', '1(A) B-C', '+1(A) B-C', '1 (A) B-C', '+1 (A) B-C', '1-(A) B-C', '+1-(A) B-C'],
  ...['(A)B-C', '1(A)B-C', '+1(A)B-C', '1 (A)B-C', '+1 (A)B-C'],
  ...[
    '(A)-B-C',
    '1-(A)-B-C',
    '+1-(A)-B-C',
    '(A) B C',
    '1 (A) B C',
    '+1 (A) B C',
    '(A) BC',
    '(A)BC',
  ],
  ...['A-B-C', '1-A-B-C', '+1-A-B-C', '1 A-B-C', '+1 A-B-C', 'A-BC'],
  ...['A.B.C', '1.A.B.C', '+1.A.B.C', '1 A.B.C', '+1 A.B.C'],
  ...['A B C', '1 A B C', '+1 A B C', 'A B-C', '1 A B-C', '+1 A B-C', 'A BC'],
  ...['A/B-C', 'A/B/C', 'A_B_C', 'A·B·C', 'tel:+1ABC', 'tel:+1-A-B-C'],
];

/** The usual spellings of ten digits. */
export function phoneSpellings(tenDigits: string): string[] {
  const part: Readonly<Record<string, string>> = {
    A: tenDigits.slice(0, 3),
    B: tenDigits.slice(3, 6),
    C: tenDigits.slice(6),
  };
  return PHONE_SPELLINGS.map((spelling) =>
    spelling.replace(/[ABC]/g, (letter) => part[letter] ?? ''),
  );
}
