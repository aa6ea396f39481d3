import type { CapturedField, CaptureInput, CheckboxState } from '../../../capture/capture-input.ts';

/** Changes to the described page. An empty member keeps the page's own value. */
export interface CaptureChanges {
  readonly phone: string;
  readonly leadId: string;
  readonly wording: string;
  readonly boxes: BoxChoice;
}

/** The checkboxes bound to the first disclosure, by display name. */
export const BOXES = {
  "the page's own": undefined,
  none: [],
  checked: ['checked'],
  unchecked: ['unchecked'],
  unreadable: ['unreadable'],
  'two, both checked': ['checked', 'checked'],
  'two, one unchecked': ['checked', 'unchecked'],
} as const satisfies Readonly<Record<string, readonly CheckboxState[] | undefined>>;

export type BoxChoice = keyof typeof BOXES;

const isPhoneField = ({ name, type }: CapturedField): boolean =>
  type === 'tel' || /phone|mobile|tel(?:[^a-z]|$)/i.test(name);

function fieldsOf(fields: readonly CapturedField[], phone: string): CapturedField[] {
  if (!fields.some(isPhoneField)) return [...fields, { name: 'phone', type: 'tel', value: phone }];
  return fields.map((field) => (isPhoneField(field) ? { ...field, value: phone } : field));
}

function disclosuresOf({ disclosures = [] }: Partial<CaptureInput>, changes: CaptureChanges) {
  const [first = { text: '' }, ...rest] = disclosures;
  const boxes = BOXES[changes.boxes];
  const changed = {
    ...first,
    ...(changes.wording !== '' && { text: changes.wording }),
    ...(boxes !== undefined && { checkbox: boxes }),
  };
  // A checkbox without a wording is not bound to a disclosure.
  return changed.text === '' ? [...disclosures] : [changed, ...rest];
}

/** Returns the members of the described page that the changes replace. */
export function changedMembers(
  page: Partial<CaptureInput>,
  changes: CaptureChanges,
): Partial<CaptureInput> {
  const { phone, leadId, wording, boxes } = changes;
  return {
    ...(phone !== '' && { fields: fieldsOf(page.fields ?? [], phone) }),
    ...(leadId !== '' && { customMetadata: { ...page.customMetadata, lead_id: leadId } }),
    ...((wording !== '' || BOXES[boxes] !== undefined) && {
      disclosures: disclosuresOf(page, changes),
    }),
  };
}
