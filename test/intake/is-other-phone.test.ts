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
