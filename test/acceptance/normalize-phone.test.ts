import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHopelessPhone } from '../../src/acceptance/is-hopeless-phone.ts';
import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';

const lenient = (text: string) => normalizePhone(text, 'lenient');

describe('numbers that normalise under both grammars (spec §2.7)', () => {
  it.each([
    ['2125550147', '2125550147'],
    ['12125550147', '2125550147'],
    ['+12125550147', '2125550147'],
    ['(212) 555-0147', '2125550147'],
    ['212.555.0147', '2125550147'],
    ['1-212-555-0147', '2125550147'],
    ['+1 212 555 0147', '2125550147'],
    ['(+1) 212 555 0147', '2125550147'],
    ['+1 (876) 555-0123', '8765550123'],
    ['212–555–0147', '2125550147'],
    ['212\u2011555\u22120147', '2125550147'],
    ['\u202A+1 212-555-0147\u202C', '2125550147'],
    ['\u200E\u20662125550147\u2069\u061C', '2125550147'],
    ['212\u00A0555\u202F0147', '2125550147'],
    ['\t212 555 0147\r\n', '2125550147'],
    ['(012) 555-0147', '0125550147'],
    ['1125550147', '1125550147'],
  ])('%j', (text, digits) => {
    expect(normalizePhone(text)).toBe(digits);
    expect(normalizePhone(text, 'strict')).toBe(digits);
    expect(lenient(text)).toBe(digits);
    expect(isHopelessPhone(text)).toBe(false);
  });
});

describe('numbers that only the lenient grammar takes', () => {
  it.each([
    '212-555-0147 x12',
    '212-555-0147 ext. 12',
    '212-555-0147 #12',
    '2125550147,,12',
    '2125550147;12',
    '(212) 555-0147 (mobile)',
    '212-555-0147 мобильный',
    '212-555-0147 home\nor 12',
    '２１２５５５０１４７',
    '＋１（２１２）５５５－０１４７',
  ])('%j', (text) => {
    expect(normalizePhone(text)).toBeUndefined();
    expect(lenient(text)).toBe('2125550147');
    expect(isHopelessPhone(text)).toBe(false);
  });
});

describe('numbers that no grammar takes', () => {
  it.each([
    '',
    '555-0147',
    '212555014',
    '121255501470',
    '+44 20 7946 0958',
    '+52 55 1234 5678',
    '22125550147',
    '0012125550147',
    '212-555-O147',
    '1-800-FLOWERS',
    'tel:+12125550147',
    '++12125550147',
    '212+5550147',
    '+1+2125550147',
    '212/555/0147',
    '٢١٢٥٥٥٠١٤٧',
    '212555\u200B0147',
    ' '.repeat(10),
  ])('%j', (text) => {
    expect(normalizePhone(text)).toBeUndefined();
    expect(lenient(text)).toBeUndefined();
    expect(isHopelessPhone(text)).toBe(true);
  });

  it('longer than 40 characters, formatting included', () => {
    const ofLength = (length: number) => '2125550147'.padEnd(length, ' ');
    expect([normalizePhone(ofLength(40)), lenient(ofLength(40))]).toEqual(
      Array.from({ length: 2 }, () => '2125550147'),
    );
    expect([normalizePhone(ofLength(41)), lenient(ofLength(41))]).toEqual([undefined, undefined]);
    expect([isHopelessPhone(ofLength(40)), isHopelessPhone(ofLength(41))]).toEqual([false, true]);
  });
});

describe('of any text', () => {
  const written = fc
    .array(fc.constantFrom(...'0123456789012 -+().xX–\u2011\u00A0\u202A２１'), { maxLength: 45 })
    .map((characters) => characters.join(''));

  it('what the strict grammar takes, the lenient one takes as the same number', () => {
    fc.assert(
      fc.property(fc.oneof(written, fc.string({ unit: 'binary' })), (text) => {
        const digits = normalizePhone(text);
        if (digits !== undefined) expect(lenient(text)).toBe(digits);
        expect(isHopelessPhone(text)).toBe(lenient(text) === undefined);
      }),
    );
  });

  it('the result is ten digits, and normalises to itself', () => {
    fc.assert(
      fc.property(written, (text) => {
        const digits = lenient(text);
        if (digits === undefined) return;
        expect(digits).toMatch(/^[0-9]{10}$/);
        expect(normalizePhone(digits)).toBe(digits);
      }),
    );
  });

  it('formatting between the digits changes nothing', () => {
    const digit = fc.constantFrom(...'0123456789');
    const mark = fc.constantFrom('', ' ', '-', '.', '(', ')', '–', '\u00A0', '\u200F', '\u2212');
    const pairs = fc.array(fc.tuple(digit, mark), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(pairs, fc.constantFrom('', '1', '+1', '+', '+1-', '1 '), (parts, prefix) => {
        const text = prefix + parts.map((part) => part.join('')).join('');
        expect(normalizePhone(text)).toBe(parts.map(([each]) => each).join(''));
      }),
    );
  });

  it.each([undefined, null, 2125550147, {}])('%o is no number', (given) => {
    expect(normalizePhone(given as never)).toBeUndefined();
    expect(normalizePhone(given as never, 'lenient')).toBeUndefined();
  });
});
