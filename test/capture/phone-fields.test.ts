import { describe, expect, it } from 'vitest';
import type { CapturedField } from '../../mock/capture/capture-input.ts';
import { formPhonesOf, isPhoneField } from '../../mock/capture/person-fields.ts';

const field = (changes: Partial<CapturedField>): CapturedField => ({
  name: 'f',
  value: '(212) 555-0147',
  ...changes,
});

describe('fields identified as phone inputs (spec §2.7)', () => {
  it.each<Partial<CapturedField>>([
    { type: 'tel' },
    { type: 'TEL' },
    { autocomplete: 'tel' },
    { autocomplete: 'section-a billing tel-national' },
    ...['phone', 'phone_1', 'phone2', 'homePhone', 'userphone', 'lead[phoneNumber]', 'contact.tel']
      .concat(['mobile', 'Mobile-Number', 'cell', 'celular', 'tel\u00e9fono', 'm\u00f3vil'])
      .map((name) => ({ name })),
  ])('identifies %j', (changes) => {
    expect(isPhoneField(field(changes))).toBe(true);
  });

  it.each(
    ['p_1', 'hotel', 'telling', 'cancelled', 'email', 'title', 'mobilehome'].map((name) => ({
      name,
    })),
  )('does not identify %j, whatever stands in it', (changes) => {
    expect(isPhoneField(field({ type: 'text', autocomplete: 'email', ...changes }))).toBe(false);
  });
});

describe('the numbers that a lead can match (spec §2.7)', () => {
  it('are ten digits each, sorted and unique', () => {
    expect(
      formPhonesOf([
        field({ type: 'tel', value: '+1 512 555 0123' }),
        field({ type: 'tel', value: '212.555.0147' }),
        field({ name: 'phone2', value: '(512) 555-0123' }),
      ]),
    ).toEqual(['2125550147', '5125550123']);
  });

  it('leave out what is empty or comes to no number, and unidentified fields', () => {
    expect(
      formPhonesOf([
        field({ type: 'tel', value: '' }),
        field({ type: 'tel', value: '555-0147' }),
        field({ type: 'tel', value: '212-555-0147 x12' }),
        field({ name: 'p_1' }),
      ]),
    ).toEqual([]);
  });
});
