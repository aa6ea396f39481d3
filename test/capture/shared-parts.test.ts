import { describe, expect, it } from 'vitest';
import { derive } from '../../mock/capture/derive.ts';
import { SharedParts } from '../../mock/capture/derived-page.ts';
import { presetNames, presets } from '../../mock/capture/presets.ts';

const { checkedBox } = presets;

function lead(name: string) {
  return checkedBox({ fields: [{ name: 'first_name', value: name }] });
}

describe('what captured pages have in common', () => {
  it.each(presetNames)('changes nothing of a page: %s', (name) => {
    const parts = new SharedParts();
    const input = presets[name]();
    for (const _ of ['first', 'again']) {
      expect(parts.of(derive(input))).toEqual(derive(input));
    }
  });

  it('is kept once, however different the rest is', () => {
    const parts = new SharedParts();
    const [one, other] = [parts.of(derive(lead('Ann'))), parts.of(derive(lead('Bob')))];
    expect(other.consentFacts).toBe(one.consentFacts);
    expect(other.signerTelemetry).toBe(one.signerTelemetry);
    expect(other.view.disclosures).toBe(one.view.disclosures);
    expect(other.view).not.toBe(one.view);
    expect(other.autoMetadata?.firstNames).toEqual(['Bob']);
  });

  it('is not looked for in what is long', () => {
    const parts = new SharedParts();
    const customMetadata = { note: 'x'.repeat(9000) };
    const page = derive(checkedBox({ customMetadata }));
    parts.of(page);
    const copy = derive(checkedBox({ customMetadata }));
    expect(parts.of(copy).customMetadata).toBe(copy.customMetadata);
  });
});
