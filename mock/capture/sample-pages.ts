import type { CaptureInput } from './capture-input.ts';
import { sampleWordings } from './sample-wordings.ts';

/** Step three of a solar quote, with a ticked box. Names, hosts and numbers are reserved. */
export const solarPage: CaptureInput = {
  pageUrl:
    'https://quotes.sunroof.example/solar/step-3?utm_source=fb&utm_medium=cpc&utm_campaign=q2_tx&fbclid=IwAR0demo',
  pageTitle: 'See what solar would save you',
  formAction: 'https://quotes.sunroof.example/leads',
  pageText: 'Four questions, one number: what your roof could earn. Licensed in Texas.',
  fields: [
    { name: 'first_name', autocomplete: 'given-name', value: 'Anne-Marie' },
    { name: 'last_name', autocomplete: 'family-name', value: 'van der Berg' },
    { name: 'email', type: 'email', value: 'anne-marie@mail.example' },
    { name: 'phone', type: 'tel', autocomplete: 'tel', value: '(212) 555-0147' },
  ],
  disclosures: [{ key: 'tcpa', text: sampleWordings.checkbox, checkbox: 'checked' }],
  submit: { label: 'Get My Quote', nodeId: 'node-get-quote' },
  customMetadata: { lead_id: 'L-1001', campaign: 'q2_tx', state: 'TX' },
  clientTimezone: 'America/Chicago',
  timeOnPageMs: 48_200,
};

/** A plan finder without a checkbox: its disclosure says what pressing the button agrees to. */
export const planPage: CaptureInput = {
  pageUrl: 'https://plans.plan-helper.example/compare?gclid=EAIaDemo',
  pageTitle: 'Compare plans near you',
  formAction: 'https://plans.plan-helper.example/submit',
  fields: [
    { name: 'fname', value: 'Jos\u00e9' },
    { name: 'lname', value: 'O\u2019Hara' },
    { name: 'mobile', value: '512.555.0123' },
  ],
  disclosures: [{ key: 'contact', text: sampleWordings.button }],
  submit: { label: 'Get My Quote' },
  customMetadata: { lead_id: 'P-2002', source: { channel: 'search', verified: true } },
  clientTimezone: 'America/Chicago',
  timeOnPageMs: 21_950,
};

/** The same kind of page in Spanish. */
export const spanishPage: CaptureInput = {
  pageUrl: 'https://seguros.plan-helper.example/es/?utm_source=radio&utm_campaign=oto%C3%B1o',
  pageTitle: 'Compare seguros en espa\u00f1ol',
  formAction: 'https://seguros.plan-helper.example/es/enviar',
  fields: [
    { name: 'nombre', value: 'Luc\u00eda' },
    { name: 'apellido', value: 'Mu\u00f1oz' },
    { name: 'tel\u00e9fono', value: '713-555-0168' },
  ],
  disclosures: [{ key: 'consentimiento', text: sampleWordings.spanish, checkbox: 'checked' }],
  submit: { label: 'Ver mi cotizaci\u00f3n' },
  customMetadata: { lead_id: 'ES-3003', idioma: 'es' },
  clientTimezone: 'America/Chicago',
  timeOnPageMs: 63_480,
};
