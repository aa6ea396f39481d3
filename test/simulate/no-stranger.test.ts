import { expect, it } from 'vitest';
import { SHIPPED } from '../../mock/simulate/invariants.ts';
import type { JudgedWorld } from '../../mock/simulate/rule.ts';
import { SPELLINGS } from '../phones/spellings.ts';

/** What `noStranger` says of a lead that was accepted with a record of this form. */
function saidOf(phone: string, form: string): string | undefined {
  const record = { cdrId: 'cdr_1', phone: form };
  const world = {
    answers: [{ leadId: 'L', decision: 'accept', cdrId: 'cdr_1', at: 0 }],
    books: { records: new Map([[1, record]]), leadById: () => ({ lead: { phone } }) },
    story: { nameOf: () => 'record 1' },
  };
  return SHIPPED.noStranger(world as unknown as JudgedWorld);
}

it.each(SPELLINGS)(
  'noStranger takes a number by the strict grammar alone: %j',
  (text, ...digits) => {
    const form = digits.find((each) => each !== undefined) ?? '';
    const isSame = digits[0] !== undefined;
    expect(saidOf(text, form) === undefined).toBe(isSame);
    expect(saidOf(form, text) === undefined).toBe(isSame);
  },
);
