import { describe, expect, it } from 'vitest';
import { autoMetadataOf } from '../../mock/capture/auto-metadata.ts';
import * as limits from '../../src/contract/limits.ts';
import { page } from './page.ts';

describe('autoMetadata.phones (spec §2.3)', () => {
  it('holds numbers of phone fields, page text and disclosures, sorted in +1 form', () => {
    const found = autoMetadataOf(
      page({
        fields: [{ name: 'phone', value: '713-555-0168' }],
        pageText: 'Call (512) 555-0199 or 1-212-555-0147. Call (512) 555-0199!',
        disclosures: [{ text: 'Text STOP to 305.555.0110.' }],
      }),
    );
    expect(found?.phones).toEqual(['+12125550147', '+13055550110', '+15125550199', '+17135550168']);
  });

  it('leaves out what stands in a field that nothing identifies', () => {
    const fields = [{ name: 'p_1', value: '(212) 555-0147' }];
    expect(autoMetadataOf(page({ fields }))).toBe(undefined);
  });

  it.each([
    ...['+44 20 7946 0958', '+52 55 1234 5678', '22125550147', '555-0147', 'A2125550147'],
    ...['4111 1111 1111 1111', '2125550147B', '+2125550147', '+44 212 555 0147', '+6561234567'],
  ])('finds no number in %j', (pageText) => {
    expect(autoMetadataOf(page({ pageText }))).toBe(undefined);
  });

  it("keeps ten, the form's before the text's", () => {
    const fields = [{ name: 'phone', value: '999-555-0100' }];
    const pageText = Array.from({ length: 12 }, (_, index) => `(212) 555-01${index + 10}`).join(
      '\n',
    );
    const { phones = [] } = autoMetadataOf(page({ fields, pageText })) ?? {};
    expect(phones).toHaveLength(limits.AUTO_METADATA_PHONES_MAX);
    expect(phones.at(-1)).toBe('+19995550100');
    expect(phones).toEqual(phones.toSorted());
  });
});

describe('autoMetadata names (spec §2.3)', () => {
  it('come from identified fields alone, collapsed and sorted', () => {
    const found = autoMetadataOf(
      page({
        fields: [
          { name: 'first_name', value: '  Zo\u00eb ' },
          { name: 'x', autocomplete: 'given-name', value: 'Anne  Marie' },
          { name: 'applicant[lastName]', value: 'O\u2019Hara' },
          { name: 'apellidos', value: 'Mu\u00f1oz' },
          { name: 'name', value: 'Whole Name' },
          { name: 'username', value: 'zoe' },
          { name: 'lname', value: ' ' },
        ],
      }),
    );
    expect(found).toEqual({
      firstNames: ['Anne Marie', 'Zo\u00eb'],
      lastNames: ['Mu\u00f1oz', 'O\u2019Hara'],
    });
  });

  it('are at most five of each', () => {
    const fields = [...'gfedcba'].map((value, index) => ({ name: `first_name${index}`, value }));
    expect(autoMetadataOf(page({ fields }))?.firstNames).toEqual(['c', 'd', 'e', 'f', 'g']);
  });
});

describe('autoMetadata texts (spec §2.3, §8)', () => {
  it('takes campaign values from the query, decoded, and never an empty one', () => {
    const pageUrl =
      'https://a.example/?utm_source=FB%20Ads&utm_medium=cpc&utm_campaign=&utm_term=+&utm_content=c&gclid=g&fbclid=f&msclkid=m&other=o';
    expect(autoMetadataOf(page({ pageUrl }))).toEqual({
      ...{ utmSource: 'FB Ads', utmMedium: 'cpc', utmContent: 'c' },
      ...{ gclid: 'g', fbclid: 'f', msclkid: 'm' },
    });
  });

  it('cuts the title at 200, the action at 500 and URL values at 200 characters', () => {
    const found = autoMetadataOf(
      page({
        pageUrl: `https://a.example/?utm_source=${'s'.repeat(300)}`,
        pageTitle: 't'.repeat(300),
        formAction: 'f'.repeat(600),
      }),
    );
    expect(found?.pageTitle).toHaveLength(limits.PAGE_TITLE_MAX_CHARS);
    expect(found?.formAction).toHaveLength(limits.FORM_ACTION_MAX_CHARS);
    expect(found?.utmSource).toHaveLength(limits.URL_DERIVED_VALUE_MAX_CHARS);
  });

  it('drops whole members from the last until 4,000 characters of JSON hold the rest', () => {
    const fields = ['a', 'b', 'c'].map((letter) => ({ name: 'lname', value: letter.repeat(1200) }));
    const found = autoMetadataOf(
      page({
        fields,
        pageTitle: 'Kept',
        formAction: 'f'.repeat(500),
        pageUrl: 'https://a.example/?gclid=g',
      }),
    );
    expect(Object.keys(found ?? {})).toEqual(['lastNames', 'pageTitle']);
    expect(JSON.stringify(found).length).toBeLessThanOrEqual(limits.AUTO_METADATA_MAX_CHARS);
  });

  it('is absent when nothing was found', () => {
    expect(autoMetadataOf(page({ pageTitle: ' ', formAction: '' }))).toBe(undefined);
  });
});
