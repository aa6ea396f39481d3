import type { AutoSharedInput, CapturedField, CaptureInput } from './capture-input.ts';
import { longWording, planPage, sampleWordings, solarPage, spanishPage } from './sample-pages.ts';

/** Makes a sample page to capture. Members passed to it replace those of the page. */
export interface Preset {
  /** With `autoShare`: the capture returns a share URL. */
  (overrides: Partial<CaptureInput> & Pick<AutoSharedInput, 'autoShare'>): AutoSharedInput;
  /** Returns a new page each time. An override replaces its whole member. */
  (overrides?: Partial<CaptureInput>): CaptureInput;
  /** What is special about the page, in one sentence. */
  readonly description: string;
}

function preset(description: string, page: CaptureInput): Preset {
  const make = (overrides: Partial<CaptureInput> = {}): CaptureInput => ({
    ...structuredClone(page),
    ...overrides,
  });
  // The first overload says that `autoShare` is in the page if it is in the overrides.
  return Object.assign(make as (overrides?: Partial<CaptureInput>) => AutoSharedInput, {
    description,
  });
}

const solar = (description: string, changes: Partial<CaptureInput>): Preset =>
  preset(description, { ...solarPage, ...changes });

const plan = (description: string, changes: Partial<CaptureInput>): Preset =>
  preset(description, { ...planPage, ...changes });

const withPhoneField = (field: CapturedField): readonly CapturedField[] => [
  ...(solarPage.fields ?? []).filter(({ name }) => name !== 'phone'),
  field,
];

const { checkbox, partners } = sampleWordings;

const table = {
  checkedBox: solar('A full disclosure with one checked checkbox.', {}),
  uncheckedBox: solar('A full disclosure with one unchecked checkbox.', {
    disclosures: [{ key: 'tcpa', text: checkbox, checkbox: 'unchecked' }],
  }),
  twoBoxesOneUnchecked: solar('Two disclosures, each with a checkbox; the second is unchecked.', {
    disclosures: [
      { key: 'tcpa', text: checkbox, checkbox: 'checked' },
      { key: 'partners', text: partners, checkbox: 'unchecked' },
    ],
  }),
  unreadableBox: solar('A disclosure with a custom checkbox whose state cannot be read.', {
    disclosures: [{ key: 'tcpa', text: checkbox, checkbox: 'unreadable' }],
  }),
  misconfiguredBox: plan('A consent checkbox that is not bound to any disclosure.', {
    misconfiguredCheckbox: true,
  }),
  buttonOnly: plan('No checkbox: consent is given by pressing "Get My Quote".', {}),
  refusalLabel: plan('No checkbox, and the button that was pressed says "No thanks, skip".', {
    submit: { label: 'No thanks, skip' },
  }),
  noSubmission: solar('No submission was detected, so there are no consent facts.', {
    submit: null,
  }),
  noDisclosures: solar('The form was submitted, but no disclosure was found on the page.', {
    disclosures: [],
  }),
  weakWording: plan('A disclosure that names neither a caller nor a channel.', {
    disclosures: [{ key: 'privacy', text: sampleWordings.weak }],
  }),
  baitWording: plan('A disclosure that promises a gift card: a case for forbidden phrases.', {
    pageUrl: 'https://jobs.hire-path.example/apply',
    pageTitle: 'Finish your application',
    disclosures: [{ text: sampleWordings.bait }],
  }),
  curlyApostrophe: solar(
    'The disclosure has curly apostrophes, which do not match straight ones.',
    {
      disclosures: [{ key: 'tcpa', text: sampleWordings.curlyApostrophe, checkbox: 'checked' }],
    },
  ),
  oddSpacing: solar('The disclosure has no-break spaces, line breaks and a no-break hyphen.', {
    disclosures: [{ key: 'tcpa', text: sampleWordings.oddSpacing, checkbox: 'checked' }],
  }),
  longDisclosure: solar(
    'The disclosure names its brand only after the 5,000 characters that are kept.',
    {
      disclosures: [{ key: 'terms', text: longWording, checkbox: 'checked' }],
    },
  ),
  manyDisclosures: solar('52 disclosures with checked checkboxes; the record keeps 50.', {
    disclosures: Array.from({ length: 52 }, (_, index) => ({
      key: `partner-${index + 1}`,
      text: `Partner ${index + 1} of Sunroof Demo LLC may call me about solar offers.`,
      checkbox: 'checked' as const,
    })),
  }),
  numberInDisclosure: solar(
    'The disclosure repeats the phone number that was entered in the form.',
    {
      disclosures: [{ key: 'tcpa', text: sampleWordings.withNumber, checkbox: 'checked' }],
    },
  ),
  phoneInFooterOnly: solar('The only phone number is in the page’s footer, so no lead matches.', {
    pageText: 'Questions? Call our desk at (512) 555-0199, Monday to Friday.',
    fields: (solarPage.fields ?? []).filter(({ name }) => name !== 'phone'),
  }),
  unlabeledPhoneField: solar(
    'The phone number was entered in a text field that nothing identifies.',
    {
      fields: withPhoneField({ name: 'p_1', type: 'text', value: '(212) 555-0147' }),
    },
  ),
  elevenPhones: solar(
    'Eleven phone numbers, ten of them in the text: autoMetadata keeps ten in total.',
    {
      pageText: Array.from({ length: 10 }, (_, desk) => `Desk ${desk}: 512-555-011${desk}.`).join(
        ' ',
      ),
    },
  ),
  spanishPage: preset('A page in Spanish with a checked checkbox and accented names.', spanishPage),
  suffixOfTwoLabels: solar('A host like shop.example.co.uk: its domain is the last two labels.', {
    pageUrl: 'https://quotes.sunroof.co.test/solar',
  }),
  oldDerivation: solar('The facts were derived before consentMechanism existed.', {
    derivedBeforeMechanism: true,
  }),
  declaredDisclosure: solar('The integration declared its disclosure as agreed to, with markup.', {
    declaredDisclosures: [
      { key: 'tcpa', language: `<p>${checkbox.replace('STOP', '<b>STOP</b>')}</p>`, agreed: true },
    ],
  }),
  noTelemetry: solar("The signer's connection could not be recorded.", { signer: null }),
  unknownAddress: solar("The signer's browser was recorded, but not the IP address.", {
    signer: { ip: null },
  }),
  proxiedSigner: solar('The signer connected through a chain of four IPv6 and IPv4 addresses.', {
    signer: {
      ip: '2001:db8:85a3::8a2e:370:7334',
      ipChain: ['2001:db8:85a3::8a2e:370:7334', '198.51.100.7', '203.0.113.80', '2001:db8::1'],
    },
  }),
  devModeCapture: solar('A free Dev Mode capture on localhost, which can never be transferred.', {
    pageUrl: 'http://localhost:5173/solar/step-3',
    formAction: 'http://localhost:5173/leads',
    devMode: true,
  }),
  slowRender: solar('Shared immediately; two receives find it pending, the third one succeeds.', {
    render: { afterReceives: 2 },
    autoShare: true,
  }),
};

/** The name of a preset. */
export type PresetName = keyof typeof table;

/**
 * Sample pages to test with, by name. Their hosts, numbers and addresses are reserved for examples.
 * Pass members to replace them.
 *
 * @example
 * ```ts
 * mock.capture(producer, presets.uncheckedBox());
 * mock.capture(producer, presets.buttonOnly({ pageUrl: 'https://plans.acme.example/start' }));
 * ```
 */
export const presets: Readonly<Record<PresetName, Preset>> = table;

/**
 * The names of all presets.
 *
 * @example
 * ```ts
 * for (const name of presetNames) mock.capture(producer, presets[name]());
 * ```
 */
export const presetNames: readonly PresetName[] = Object.keys(table) as PresetName[];
