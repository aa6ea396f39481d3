import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskBody, maskText, maskValue } from '../../mock/engine/mask.ts';
import { createWorld } from '../../mock/world/world.ts';
import { phoneReadings } from '../../src/acceptance/normalize-phone.ts';
import { SPELLINGS } from '../phones/spellings.ts';

const { tokens } = createWorld(0, 'mask');
const known = { tokens, held: [] };
const digit = fc.constantFrom(...'0123456789');
const separator = fc.constantFrom('', ' ', '-', '.', '–', ') ', ' / ', '\u00a0', '·');

/** A North American number as people write it, with any text around it. */
const phone = fc
  .record({
    prefix: fc.constantFrom('', '+1 ', '1-', '+1', '('),
    digits: fc.array(digit, { minLength: 10, maxLength: 10 }).map((each) => each.join('')),
    first: separator,
    second: separator,
    before: fc.constantFrom('', 'call ', 'tel:', 'x'),
    after: fc.constantFrom('', ' now', 'x9', ',', '"'),
  })
  .map(({ prefix, digits, first, second, before, after }) => {
    const number = [digits.slice(0, 3), first, digits.slice(3, 6), second, digits.slice(6)].join(
      '',
    );
    return { text: before + prefix + number + after, digits };
  });

/** The digits of a text, but not the two that a masked number keeps: several in a row can repeat it. */
const digitsOf = (text: string): string => text.replace(/••••\d{2}/g, '').replace(/\D/g, '');

describe('what is kept of a text', () => {
  it('has no phone number, however it is written and wherever it stands in a JSON', () => {
    fc.assert(
      fc.property(phone, ({ text, digits }) => {
        const seven = digits.slice(3);
        expect(digitsOf(maskText(known, text))).not.toContain(seven);
        const json = JSON.stringify({ lead: { note: text, [text]: [text] }, mobile: text });
        expect(digitsOf(maskBody(known, json))).not.toContain(seven);
        const number = JSON.stringify({ phone: Number(digits), lead: Number(`1${digits}`) });
        expect(digitsOf(maskBody(known, number))).not.toContain(seven);
      }),
      { numRuns: 500, examples: [[{ text: '0001717171', digits: '0001717171' }]] },
    );
  });

  it.each(SPELLINGS.map(([text]) => text).filter((text) => phoneReadings(text).length > 0))(
    'has no number that any reading of the service finds in a value: %j',
    (text) => {
      const shown = [
        maskBody(known, JSON.stringify({ leadMatch: { phone: text }, lead: text })),
        maskValue(known, 'metadataValue', text),
      ].map(digitsOf);
      for (const digits of phoneReadings(text)) {
        for (const each of shown) expect(each).not.toContain(digits.slice(3));
      }
    },
  );

  it('keeps instants, lengths, identifiers and wordings as they are', () => {
    const record = {
      ...{ cdrId: 'cdr_38b815tskn2z03qmzkff', createdAt: 1767614400000, expiresInMs: 2592000000 },
      ...{ at: '2026-01-05T12:00:30.000Z', userAgent: 'Chrome/141.0.0.0 Safari/537.36', size: 41 },
      text: 'By clicking I agree to be called.',
      ...{ ip: '192.168.10.12', leadId: 'L-1001', requestId: 'req_4k2m9x7q1b5v8n3p6t0w' },
    };
    expect(JSON.parse(maskBody(known, JSON.stringify(record)))).toEqual(record);
  });
});
