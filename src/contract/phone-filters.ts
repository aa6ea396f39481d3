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

/** A filter of a list: a key of the metadata, and the value that it must have. */
export interface PhoneFilter {
  readonly key: string;
  readonly value: string;
}

/**
 * Returns the filters that find a ten-digit number on a domain, without duplicates: the number that the
 * service reads from the form, and each own key in each spelling. Each is at least one request.
 */
export function phoneFilters(tenDigits: string, keys: readonly string[]): PhoneFilter[] {
  const automatic: PhoneFilter = { key: 'phones', value: `+1${tenDigits}` };
  const own = [...new Set(keys)].flatMap((key) =>
    phoneSpellings(tenDigits).map((value) => ({ key, value })),
  );
  const isNew = ({ key, value }: PhoneFilter) => key !== automatic.key || value !== automatic.value;
  return [automatic, ...own.filter(isNew)];
}
