import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHopelessPhone, normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import { READING_VALUES } from '../../src/readings/readings.ts';
import { ok, playing } from '../client/support/answers.ts';
import { clientWith } from '../client/support/client-of.ts';
import { received } from '../client/support/operations.ts';
import { character } from '../texts/characters.ts';

/** The phone grammars that the fake can be set to. */
const PHONE_GRAMMARS = READING_VALUES.phoneGrammar;

const lenient = (text: string) => normalizePhone(text, 'lenient');
const digitsOf = (text: string) => normalizePhone(text, 'digits');

describe('numbers that normalise under every grammar (spec §2.7)', () => {
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
    ['212/555-0147', '2125550147'],
    ['212/555/0147', '2125550147'],
    ['212\\555\\0147', '2125550147'],
    ['212_555_0147', '2125550147'],
    ['212·555·0147', '2125550147'],
    ['212\u0387555\u03870147', '2125550147'],
    ['212,555,0147', '2125550147'],
    ['"212-555-0147"', '2125550147'],
    ["'212-555-0147'", '2125550147'],
    ['“(212) 555‐0147”', '2125550147'],
    ['«212 555 0147»', '2125550147'],
    ['tel:+1-212-555-0147', '2125550147'],
    ['TEL:2125550147', '2125550147'],
    ['\u202A tel:+12125550147\u202C', '2125550147'],
  ])('%j', (text, digits) => {
    expect(normalizePhone(text)).toBe(digits);
    expect(normalizePhone(text, 'strict')).toBe(digits);
    expect(lenient(text)).toBe(digits);
    expect(digitsOf(text)).toBe(digits);
    expect(isHopelessPhone(text)).toBe(false);
  });
});

describe('numbers that the lenient grammar takes and the strict one does not', () => {
  it.each([
    '212-555-0147 x12',
    '212-555-0147 ext. 12',
    '212-555-0147 #12',
    '2125550147,,12',
    '2125550147;12',
    '(212) 555-0147 (mobile)',
    '212-555-0147 мобильный',
    '212-555-0147 home\nor 12',
    'tel:+1-212-555-0147;ext=12',
    '212,555,0147 ext 12',
    '２１２５５５０１４７',
    '＋１（２１２）５５５－０１４７',
  ])('%j', (text) => {
    expect(normalizePhone(text)).toBeUndefined();
    expect(lenient(text)).toBe('2125550147');
    expect(isHopelessPhone(text)).toBe(false);
  });
});

describe('numbers that only the plainest reading takes', () => {
  it.each([
    'Phone: 212-555-0147',
    'mobile 1 (212) 555-0147',
    '++12125550147',
    '212555\u200B0147',
    '[212] 555-0147',
    '212*555*0147',
    '<a href="tel:2125550147">',
    'te.l:2125550147',
  ])('%j', (text) => {
    expect([normalizePhone(text), lenient(text)]).toEqual([undefined, undefined]);
    expect(digitsOf(text)).toBe('2125550147');
    expect(isHopelessPhone(text)).toBe(false);
  });

  it.each(['212+5550147', '+1+2125550147', '+2125550147'])(
    'but that are not sent, since a plus stands before another digit than 1: %j',
    (text) => {
      expect([normalizePhone(text), lenient(text)]).toEqual([undefined, undefined]);
      expect(digitsOf(text)).toBe('2125550147');
      expect(isHopelessPhone(text)).toBe(true);
    },
  );
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
    '٢١٢٥٥٥٠١٤٧',
    ' '.repeat(10),
    '44 2125550147',
    '212-555-0147 212-555-0148',
  ])('%j', (text) => {
    expect(normalizePhone(text)).toBeUndefined();
    expect(lenient(text)).toBeUndefined();
    expect(digitsOf(text)).toBeUndefined();
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

  /** A complete number with something before or after it that only some grammars accept. */
  const numbers = fc
    .tuple(
      fc.constantFrom('', 'tel:', 'Phone: ', '+', '++', '1 ', '00', '"', '#'),
      fc.constantFrom('2125550147', '212/555-0147', '２１２５５５０１４７', '212-555-014'),
      fc.constantFrom('', ' x12', ',,9', ';ext=3', '"', ' (mobile)', '8', '\u200B'),
    )
    .map((parts) => parts.join(''));

  it('what the strict grammar takes, the others take as the same number', () => {
    fc.assert(
      fc.property(fc.oneof(written, fc.string({ unit: character })), (text) => {
        const digits = normalizePhone(text);
        if (digits !== undefined) expect([lenient(text), digitsOf(text)]).toEqual([digits, digits]);
      }),
    );
  });

  it('the client refuses it before sending only where no reading takes it or another country has it', async () => {
    const fetch = playing(ok(received));
    const { shares } = clientWith(fetch);
    let refused = 0;
    const text = fc.oneof(
      written,
      numbers,
      fc.string({ unit: character, minLength: 1, maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (phone) => {
        fc.pre(phone.length > 0 && phone.length <= 40);
        const before = fetch.seen.length;
        const acceptance = { schemaVersion: 1, leadMatch: { phone } } as const;
        const sent = await shares.receive('tok_1', { acceptance }).then(
          () => true,
          (error: unknown) => (error as { issues: unknown }).issues,
        );
        const grammars = PHONE_GRAMMARS.map((grammar) => normalizePhone(phone, grammar));
        const isForeign = /\+[^\p{L}\p{N}]*(?!1)\p{N}/u.test(phone.normalize('NFKC'));
        const taken = !isForeign && grammars.some((digits) => digits !== undefined);
        if (!taken) refused += 1;
        expect(sent).toEqual(taken || [expect.objectContaining({ path: 'leadMatch.phone' })]);
        expect(fetch.seen.length - before).toBe(taken ? 1 : 0);
      }),
    );
    expect(refused).toBeGreaterThan(0);
    expect(fetch.seen.length).toBeGreaterThan(0);
  });

  it('the result is ten digits, and normalises to itself', () => {
    fc.assert(
      fc.property(written, (text) => {
        for (const digits of [normalizePhone(text), lenient(text), digitsOf(text)]) {
          if (digits === undefined) continue;
          expect(digits).toMatch(/^[0-9]{10}$/);
          expect(PHONE_GRAMMARS.map((grammar) => normalizePhone(digits, grammar))).toEqual(
            PHONE_GRAMMARS.map(() => digits),
          );
        }
      }),
    );
  });

  it('formatting between the digits changes nothing', () => {
    const digit = fc.constantFrom(...'0123456789');
    const marks = ['', ' ', '-', '.', '(', ')', '–', '\u00A0', '\u200F', '\u2212', '/', '_', ','];
    const mark = fc.constantFrom(...marks, '·', '"', '’');
    const pairs = fc.array(fc.tuple(digit, mark), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(
        pairs,
        fc.constantFrom('', '1', '+1', '+1-', '1 ', 'tel:', 'tel:+1'),
        (parts, prefix) => {
          const text = prefix + parts.map((part) => part.join('')).join('');
          // Decimals, and the prefix of a call abroad, are more than formatting.
          fc.pre(!/[.,·]0{1,3}\P{N}*$|^\P{N}*00\P{N}/u.test(text));
          fc.pre(!/^[\d\s]*[.,·]\d{1,3}\P{N}*$/u.test(text));
          expect(normalizePhone(text)).toBe(parts.map(([each]) => each).join(''));
        },
      ),
    );
  });

  it.each([undefined, null, 2125550147, {}])('%o is no number', (given) => {
    expect(normalizePhone(given as never)).toBeUndefined();
    expect(normalizePhone(given as never, 'lenient')).toBeUndefined();
    expect(normalizePhone(given as never, 'digits')).toBeUndefined();
  });
});
