import type { CaptureInput } from '../capture/capture-input.ts';
import type { CaptureStep } from './plan.ts';

/** Returns the phone number on a record's form, from the range reserved for fiction. */
export function phoneOf(record: number): string {
  return `(212) 555-01${String(10 + (record % 80))}`;
}

/** A number that is on no form. */
export const STRANGERS_PHONE = '(212) 555-0199';

const WORDING =
  'By checking this box I agree that Acme Solar may call and text me about solar offers, also by automatic means. Consent is no condition of a purchase.';

/** Not drawn: no one looks at the pictures of a thousand worlds. */
const IMAGE = { contentType: 'image/png', base64: 'iVBORw0KGgo=' };

/** Returns what the person behind a record submits, and where. */
export function formOf({ record, own, unchecked, devMode, renderMs }: CaptureStep): CaptureInput {
  return {
    pageUrl: own ? 'https://quote.acme-solar.example/' : 'https://quotes.sunroof.example/',
    fields: [{ name: 'phone', type: 'tel', value: phoneOf(record) }],
    disclosures: [{ key: 'tcpa', text: WORDING, checkbox: unchecked ? 'unchecked' : 'checked' }],
    image: IMAGE,
    devMode,
    render: renderMs > 0 ? { afterMs: renderMs } : 'complete',
  };
}
