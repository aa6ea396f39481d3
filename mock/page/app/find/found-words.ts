import type { FoundRow } from '../ground/rows.ts';

/** The display name of each kind of result. */
export const KIND_WORDS: Readonly<Record<FoundRow['kind'], string>> = {
  record: 'Record',
  organization: 'Organization',
  token: 'Share token',
  request: 'Request',
  delivery: 'Delivery',
};

const FIELD_WORDS = new Map(
  Object.entries({
    cdrId: 'its identifier',
    organizationId: 'its identifier',
    token: 'the token',
    requestId: 'its identifier',
    webhookId: 'its identifier',
    phone: "the form's phone number",
    'autoMetadata.phones': 'a phone number on the page',
    name: 'the name',
    domain: 'the domain',
  }),
);

/** Returns where the text was found, in words. `customMetadata.lead_id` stays as it is. */
export const fieldWords = (field: string): string => FIELD_WORDS.get(field) ?? field;
