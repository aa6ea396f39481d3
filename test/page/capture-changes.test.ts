import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { changedMembers } from '../../mock/page/app/capture/capture-changes.ts';

const NONE = { phone: '', leadId: '', wording: '', boxes: "the page's own" } as const;

describe('what the capture form changes of a described page', () => {
  it('is nothing where nothing is filled in', () => {
    expect(changedMembers(presets.checkedBox(), NONE)).toEqual({});
  });

  it('is the number alone in the fields, which is added where no field is for one', () => {
    const { fields = [] } = changedMembers(presets.buttonOnly(), { ...NONE, phone: '7135550168' });
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ...[
        ['fname', 'José'],
        ['lname', 'O’Hara'],
      ],
      ['mobile', '7135550168'],
    ]);
    const footer = changedMembers(presets.phoneInFooterOnly(), { ...NONE, phone: '7135550168' });
    expect(footer.fields?.at(-1)).toEqual({ name: 'phone', type: 'tel', value: '7135550168' });
    expect(footer.fields).toHaveLength(4);
  });

  it('is the lead id beside the other custom metadata', () => {
    const { customMetadata } = changedMembers(presets.checkedBox(), { ...NONE, leadId: 'Q-7' });
    expect(customMetadata).toEqual({ lead_id: 'Q-7', campaign: 'q2_tx', state: 'TX' });
    expect(changedMembers({}, { ...NONE, leadId: 'Q-7' }).customMetadata).toEqual({
      lead_id: 'Q-7',
    });
  });

  it('is the first wording and its boxes; the others stay', () => {
    const page = presets.twoBoxesOneUnchecked();
    const changed = changedMembers(page, { ...NONE, wording: 'Call me.', boxes: 'none' });
    expect(changed.disclosures).toEqual([
      { key: 'tcpa', text: 'Call me.', checkbox: [] },
      page.disclosures?.[1],
    ]);
    const boxes = changedMembers(page, { ...NONE, boxes: 'two, one unchecked' });
    expect(boxes.disclosures?.[0]).toMatchObject({
      ...{ text: page.disclosures?.[0]?.text, checkbox: ['checked', 'unchecked'] },
    });
  });

  it('is no box where there is no wording to bind it to', () => {
    const bare = changedMembers(presets.noDisclosures(), { ...NONE, boxes: 'checked' });
    expect(bare.disclosures).toEqual([]);
  });
});
