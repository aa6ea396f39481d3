import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max';
import { describe, expect, it } from 'vitest';
import { isHopelessPhone, normalizePhone } from '../../src/acceptance/normalize-phone.ts';

interface Numbering {
  readonly code: string;
  readonly pattern: string;
}

/** A country's row begins with its code, its prefix abroad, and the pattern of its numbers. */
const rowOf = (row: unknown): Numbering => {
  const [code, , pattern] = row as [string, string, string];
  return { code, pattern };
};
const { countries, nonGeographic } = metadata as unknown as {
  readonly countries: Record<string, unknown>;
  readonly nonGeographic: Record<string, unknown>;
};
const ROWS = [...Object.values(countries), ...Object.values(nonGeographic)].map(rowOf);
const CODES = [...new Set(ROWS.map(({ code }) => code))];

/** Valid numbers of a calling code, with it and its plus. */
const numbersOf = ({ code, pattern }: Numbering) =>
  fc
    .stringMatching(new RegExp(`^(?:${pattern})$`))
    .map((national) => parsePhoneNumberFromString(`+${code}${national}`))
    .filter((number) => number?.isValid() === true && number.countryCallingCode === code);

/** Writes a number with its plus, in the ways of people and of programs. */
function spelled(code: string, national: string, international: string, uri: string): string[] {
  return [
    ...[`+${code}${national}`, `+${code} ${national}`, `+${code}-${national}`, international, uri],
    ...[`(+${code}) ${national}`, `+(${code})${national}`, `+ ${code} ${national}`],
    ...[`+${code}.${national}`, `\u202a${international}\u202c`, `"${international}"`],
    ...[international.replaceAll(' ', '\u00a0'), international.replaceAll(' ', '-')],
    ...[`＋${code} ${national}`, `tel: +${code}${national}`, `Tel. ${international}`],
  ];
}

function spellingsOf(number: ReturnType<typeof parsePhoneNumberFromString>): string[] {
  if (number === undefined) throw new Error('filtered');
  const { countryCallingCode, nationalNumber } = number;
  const forms = [number.formatInternational(), number.getURI()] as const;
  return spelled(String(countryCallingCode), String(nationalNumber), ...forms);
}

describe('a valid number of another calling code than 1, with its plus', () => {
  it.each(CODES.filter((code) => code !== '1'))('is not accepted: +%s', (code) => {
    const rows = ROWS.filter((row) => row.code === code);
    fc.assert(
      fc.property(fc.oneof(...rows.map(numbersOf)), (number) => {
        for (const text of spellingsOf(number)) {
          expect([text, normalizePhone(text)]).toEqual([text, undefined]);
          expect([text, normalizePhone(text, 'lenient')]).toEqual([text, undefined]);
          expect([text, isHopelessPhone(text)]).toEqual([text, true]);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('has ten digits in dozens of countries, so that they alone prove nothing', () => {
    const codes = CODES.filter((code) => code !== '1').filter((code) => {
      const rows = ROWS.filter((row) => row.code === code);
      const some = fc.sample(fc.oneof(...rows.map(numbersOf)), { numRuns: 20, seed: 1 });
      return some.some((number) => number?.number.replace(/\D/g, '').length === 10);
    });
    expect(codes).toContain('65');
    expect(codes.length).toBeGreaterThan(24);
  });
});

describe('a valid number of calling code 1, with its plus', () => {
  const rows = ROWS.filter(({ code }) => code === '1');
  // Canada also has numbers of seven digits, which are dialled without a code.
  const whole = fc
    .oneof(...rows.map(numbersOf))
    .filter((number) => number?.nationalNumber.length === 10);
  it('is its ten digits in every country that has the code, the Caribbean too', () => {
    expect(rows.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(whole, (number) => {
        for (const text of spellingsOf(number).slice(0, -3)) {
          expect([text, normalizePhone(text)]).toEqual([text, String(number?.nationalNumber)]);
        }
      }),
      { numRuns: 300 },
    );
    expect(normalizePhone('+1 876 555 0123')).toBe('8765550123');
  });
});
