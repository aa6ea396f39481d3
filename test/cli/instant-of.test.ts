import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '../../cli/flags/flag-values.ts';

const padded = (value: number): string => String(value).padStart(2, '0');

describe('an instant on the command line', () => {
  it('is any instant as `Date` writes it, or as milliseconds', () => {
    const date = fc.date({
      min: new Date('0000-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (each) => {
        const iso = each.toISOString();
        expect(instantOf(iso)).toBe(each.getTime());
        expect(instantOf(iso.replace('T', ' '))).toBe(each.getTime());
        expect(instantOf(iso.slice(0, 10))).toBe(Date.parse(iso.slice(0, 10)));
        if (each.getTime() >= 0) expect(instantOf(String(each.getTime()))).toBe(each.getTime());
      }),
    );
  });

  // `Date` reads it as a day of the next month, and a search from there would miss the days between.
  it('is never on a day that its month does not have', () => {
    for (const [month, days] of [28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].entries()) {
      for (let day = days + 1; day <= 31; day += 1) {
        const date = `2026-${padded(month + 2)}-${day}`;
        expect(instantOf(date), date).toBeUndefined();
        expect(instantOf(`${date}T12:00:00Z`), date).toBeUndefined();
      }
    }
    expect(instantOf('2024-02-29')).toBe(Date.UTC(2024, 1, 29));
    expect(instantOf('2100-02-29')).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    '-1',
    '1.5',
    '1e3',
    'Jan 5 2026',
    '01/02/2026',
    'a 1',
    '2026-1-5',
    '8640000000000000',
  ])('is not %j', (text) => expect(instantOf(text)).toBeUndefined());

  it.each(['2026-01-05T25:00:00Z', '2016-12-31T23:59:60Z', '2026-01-00', '2026-13-01'])(
    'is not %j, which no clock shows',
    (text) => expect(instantOf(text)).toBeUndefined(),
  );

  it('has the offset that it names', () => {
    expect(instantOf('2026-01-05T12:00+05:30')).toBe(Date.UTC(2026, 0, 5, 6, 30));
  });
});
