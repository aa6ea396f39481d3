import { expect, it } from 'vitest';
import type { CapturedDisclosure, CaptureInput } from '../../mock/capture/capture-input.ts';
import type { AutoMetadata } from '../../src/contract/auto-metadata.ts';
import { eachDoor } from './support/each-door.ts';
import { partiesOf } from './support/parties.ts';

/** The names in `autoMetadata` of the parameters of a page's URL. */
const FROM_QUERY = {
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
  gclid: 'gclid',
  fbclid: 'fbclid',
  msclkid: 'msclkid',
} as const;

const MECHANISMS: [mechanism: string, disclosure: CapturedDisclosure, button: string][] = [
  ['checkbox', { text: 'You may call.', checkbox: 'checked' }, 'Get My Quote'],
  ['button_submission', { text: 'You may call.' }, 'Get My Quote'],
  ['none_detected', { text: 'You may call.' }, 'No thanks'],
];

eachDoor((open) => {
  async function recordOf(page: Partial<CaptureInput>) {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, page);
    return { world, producer, cdr: (await world.read(producer, cdrId)).data.cdr };
  }

  it.each(Object.entries(FROM_QUERY))(
    '2.3: %s of the page URL is %s of autoMetadata, and is found by it',
    async (parameter, member) => {
      const pageUrl = `https://quotes.example.com/?${parameter}=Spring+Sale`;
      const { world, producer, cdr } = await recordOf({ pageUrl });
      expect(cdr.autoMetadata).toMatchObject({ [member]: 'Spring Sale' } satisfies AutoMetadata);
      const filter = { metadataKey: member, metadataValue: 'spring sale' };
      expect((await world.list(producer, 'example.com', filter)).data.cdrs).toHaveLength(1);
    },
  );

  it('2.3: autoMetadata has no other parameter of the page URL', async () => {
    const { cdr } = await recordOf({ pageUrl: 'https://quotes.example.com/?utm_id=1&ref=x' });
    expect(cdr).not.toHaveProperty('autoMetadata');
  });

  it('2.3: firstNames and lastNames come from form fields, sorted', async () => {
    const { cdr } = await recordOf({
      fields: [
        { name: 'first_name', value: 'Zoe' },
        { name: 'spouse', autocomplete: 'given-name', value: 'Adam' },
        { name: 'last_name', value: 'Young' },
        { name: 'surname', autocomplete: 'family-name', value: 'Abel' },
        { name: 'city', value: 'Austin' },
      ],
    });
    expect(cdr.autoMetadata).toEqual({
      firstNames: ['Adam', 'Zoe'],
      lastNames: ['Abel', 'Young'],
    });
  });

  it('2.3: pageTitle and formAction come from the page', async () => {
    const { cdr } = await recordOf({ pageTitle: 'Solar Quotes', formAction: '/leads' });
    expect(cdr.autoMetadata).toMatchObject({ pageTitle: 'Solar Quotes' });
    expect(cdr.autoMetadata?.formAction).toMatch(/\/leads$/);
  });

  it('2.3: customMetadata and autoMetadata are two objects: the capturer supplies only the first', async () => {
    const customMetadata = { pageTitle: 'mine', utmSource: 'mine' };
    const { cdr } = await recordOf({ customMetadata, pageTitle: 'Solar Quotes' });
    expect(cdr.customMetadata).toEqual(customMetadata);
    expect(cdr.autoMetadata).toEqual({ pageTitle: 'Solar Quotes' });
  });

  it.each(MECHANISMS)(
    '2.3: the consentMechanism %s',
    async (consentMechanism, disclosure, label) => {
      const { cdr } = await recordOf({ disclosures: [disclosure], submit: { label } });
      expect(cdr.detectedDisclosureDetails?.disclosures).toMatchObject([{ consentMechanism }]);
    },
  );

  it('2.3: a key on the page is the key of its disclosure', async () => {
    const { cdr } = await recordOf({ disclosures: [{ key: 'tcpa', text: 'You may call.' }] });
    expect(cdr.detectedDisclosureDetails?.disclosures).toMatchObject([
      { key: 'tcpa', text: 'You may call.', checkboxDetected: false },
    ]);
  });
});
