/**
 * The usual spellings of a North American number: `A` is the area code, `B` the exchange, `C` the
 * line number. Lists compare whole values (spec §4.2), so each spelling needs its own search.
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

/** Returns the usual spellings of a ten-digit number. */
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
