import { expect, it } from 'vitest';
import { isOtherPhone } from '../../src/intake/is-other-phone.ts';

const others = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `+121255501${String(10 + index)}`);

it.each([
  ['a record without phones', undefined, false],
  ['one other number', others(1), true],
  ['nine other numbers', others(9), true],
  // The service lists at most ten (spec §2.3): this one may be the eleventh.
  ['ten other numbers', others(10), false],
  ['the number among others', [...others(8), '+12125550147'], false],
])('%s', (_what, phones, isOther) => {
  const record = phones === undefined ? {} : { autoMetadata: { phones } };
  expect(isOtherPhone(record, '(212) 555-0147')).toBe(isOther);
});

it.each([
  // What is not a number to the strict grammar is another's only if no reading finds it in the record.
  ['212-555-0147 x12', ['+12125550147'], false],
  ['212-555-0147 x12', ['+12125550148'], true],
  ['(212) 555-0147', ['+442125550147'], true],
  ['(656) 123-4567', ['+6561234567'], true],
])('%s is told from a record with %j', (phone, phones, isOther) => {
  expect(isOtherPhone({ autoMetadata: { phones } }, phone)).toBe(isOther);
});
