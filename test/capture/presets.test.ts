import { describe, expect, it } from 'vitest';
import { checkCaptureInput } from '../../mock/capture/capture-input-schema.ts';
import { derive } from '../../mock/capture/derive.ts';
import { type PresetName, presetNames, presets } from '../../mock/capture/presets.ts';

const derived = (name: PresetName) => derive(presets[name]());
const mechanisms = (name: PresetName) =>
  derived(name).consentFacts?.disclosures.map(({ consentMechanism }) => consentMechanism);

describe.each(presetNames)('the preset %s', (name) => {
  it('is a page that the fake takes, with a sentence about it', () => {
    expect(() => checkCaptureInput(presets[name]())).not.toThrow();
    expect(presets[name].description).toMatch(/^[A-Z0-9].*\.$/);
  });

  it('uses reserved hosts and numbers alone', () => {
    const page = presets[name]();
    expect(new URL(page.pageUrl).hostname).toMatch(/(?:\.example|\.test|^localhost)$/);
    const { autoMetadata, formPhones } = derive(page);
    for (const phone of [...formPhones, ...(autoMetadata?.phones ?? [])]) {
      expect(phone).toMatch(/55501\d\d$/);
    }
  });
});

describe('presets', () => {
  it('derive the mechanisms that they are named for (spec §2.3)', () => {
    expect(mechanisms('checkedBox')).toEqual(['checkbox']);
    expect(mechanisms('unreadableBox')).toEqual(['none_detected']);
    expect(mechanisms('misconfiguredBox')).toEqual(['none_detected']);
    expect(mechanisms('buttonOnly')).toEqual(['button_submission']);
    expect(mechanisms('refusalLabel')).toEqual(['none_detected']);
    expect(mechanisms('noSubmission')).toBe(undefined);
    expect(mechanisms('noDisclosures')).toEqual([]);
    expect(mechanisms('oldDerivation')).toEqual([undefined]);
    expect(mechanisms('manyDisclosures')).toHaveLength(50);
    const boxes = derived('twoBoxesOneUnchecked').consentFacts?.disclosures;
    expect(boxes?.map(({ checkboxAffirmed }) => checkboxAffirmed)).toEqual([true, false]);
  });

  it('place their numbers where they say (spec §2.7)', () => {
    const phones = (name: PresetName) => {
      const { formPhones, autoMetadata } = derived(name);
      return [formPhones.length, autoMetadata?.phones?.length ?? 0];
    };
    expect(phones('checkedBox')).toEqual([1, 1]);
    expect(phones('phoneInFooterOnly')).toEqual([0, 1]);
    expect(phones('unlabeledPhoneField')).toEqual([0, 0]);
    expect(phones('elevenPhones')).toEqual([1, 10]);
    expect(phones('spanishPage')).toEqual([1, 1]);
  });

  it('hold a brand past the cut in longDisclosure (spec §8)', () => {
    expect(presets.longDisclosure().disclosures?.[0]?.text).toContain('Late Brand');
    const [kept] = derived('longDisclosure').consentFacts?.disclosures ?? [];
    expect(kept?.text).toHaveLength(5000);
    expect(kept?.text).not.toContain('Late Brand');
  });

  it('replace whole members by overrides', () => {
    const changed = presets.checkedBox({ submit: null, customMetadata: { only: 1 } });
    expect(changed).toMatchObject({ submit: null, pageUrl: presets.checkedBox().pageUrl });
    expect(changed.customMetadata).toEqual({ only: 1 });
  });

  it('give a new page each time', () => {
    const first = presets.checkedBox();
    (first.customMetadata as Record<string, unknown>)['lead_id'] = 'changed';
    expect(presets.checkedBox().customMetadata).toMatchObject({ lead_id: 'L-1001' });
    expect(presets.uncheckedBox().customMetadata).toMatchObject({ lead_id: 'L-1001' });
  });
});
