import type { CaptureInput } from './capture-input.ts';

/** Consent wordings of the sample pages, of the kinds that a buyer's criteria must tell apart. */
export const sampleWordings = {
  /** A full wording for a checkbox. */
  checkbox:
    'By ticking this box I give Sunroof Demo LLC permission to call and text me about solar offers at the number I entered, also with an automated dialer or a recorded voice. I can buy without agreeing. Message and data rates may apply. Reply STOP to end.',
  /** A second box: who else may call. */
  partners: 'I also agree that up to 4 listed partners of Sunroof Demo LLC may call or text me.',
  /** Agreement by pressing the button. */
  button:
    'By pressing Get My Quote you agree that Plan Helper Demo and up to 4 listed partners may contact you about plans, by phone, text or email.',
  spanish:
    'Al marcar esta casilla, autorizo a Ayuda Demo a llamarme y enviarme mensajes de texto sobre seguros. Puedo contratar sin aceptar.',
  /** Names neither a caller nor a channel. */
  weak: 'Your details may be passed on to our marketing partners.',
  /** The apostrophe is U+2019, so a phrase with a straight one does not match it. */
  curlyApostrophe:
    'Tick here so that Acme Solar\u2019s team can call or text you at the number above. Consent isn\u2019t a condition of purchase.',
  /** A no-break hyphen, no-break spaces and runs of spaces, as found on pages. */
  oddSpacing:
    'By ticking  this box I agree that Sunroof\u00a0Demo\u00a0LLC may call me with a pre\u2011recorded\n   voice.\tI can buy  without agreeing.',
  /** What a buyer forbids. */
  bait: 'Finish your job application and claim a free gift card! By continuing you agree to calls about offers of employment and education.',
  /** Differs for each person, because it repeats the number that was typed. */
  withNumber:
    'I agree that Sunroof Demo LLC may call or text me at (212) 555-0147 about solar offers. I can buy without agreeing.',
} as const;

const CLAUSE =
  'The terms of this page apply to every quote, and each quote is an estimate and no offer. ';

/** A wording that names its brand only after the 5,000 characters that are kept (spec §2.3). */
export const longWording = `${CLAUSE.repeat(60)}Calls come from Late Brand Co.`;

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
