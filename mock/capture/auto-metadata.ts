import type { AutoMetadata } from '../../src/contract/auto-metadata.ts';
import {
  AUTO_METADATA_MAX_CHARS,
  AUTO_METADATA_PHONES_MAX,
  FORM_ACTION_MAX_CHARS,
  PAGE_TITLE_MAX_CHARS,
  URL_DERIVED_VALUE_MAX_CHARS,
} from '../../src/contract/limits.ts';
import type { CaptureInput } from './capture-input.ts';
import { collapseWhiteSpace, cutText } from './page-text.ts';
import { formPhonesOf, namesOf, phonesInText } from './person-fields.ts';

const QUERY_PARAMETERS = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  gclid: 'gclid',
  fbclid: 'fbclid',
  msclkid: 'msclkid',
} as const;

/**
 * Collects the phone numbers of identified phone inputs, of `pageText` and of the disclosures'
 * whole wording. Of more than ten, the form's are kept first, then the text's in order of
 * appearance.
 */
function phonesOf(input: CaptureInput): string[] {
  const texts = [input.pageText ?? '', ...(input.disclosures ?? []).map(({ text }) => text)];
  const phones = new Set([...formPhonesOf(input.fields ?? []), ...texts.flatMap(phonesInText)]);
  return [...phones]
    .slice(0, AUTO_METADATA_PHONES_MAX)
    .map((phone) => `+1${phone}`)
    .sort();
}

function queryValuesOf(pageUrl: string): [string, string][] {
  const query = new URL(pageUrl).searchParams;
  return Object.entries(QUERY_PARAMETERS).map(([member, parameter]) => [
    member,
    cutText((query.get(parameter) ?? '').trim(), URL_DERIVED_VALUE_MAX_CHARS),
  ]);
}

/**
 * Derives `autoMetadata` from a page (spec §2.3, §8): phones and names sorted, texts cut, empty
 * members left out, in the member order of spec §2.3. Above 4,000 characters of JSON, whole members
 * are dropped, last first. Returns `undefined` if nothing was found.
 */
export function autoMetadataOf(input: CaptureInput): AutoMetadata | undefined {
  const fields = input.fields ?? [];
  const members: [string, string | string[]][] = [
    ['phones', phonesOf(input)],
    ['firstNames', namesOf(fields, 'first')],
    ['lastNames', namesOf(fields, 'last')],
    ['pageTitle', cutText(collapseWhiteSpace(input.pageTitle ?? ''), PAGE_TITLE_MAX_CHARS)],
    ['formAction', cutText((input.formAction ?? '').trim(), FORM_ACTION_MAX_CHARS)],
    ...queryValuesOf(input.pageUrl),
  ];
  const found = members.filter(([, value]) => value.length > 0);
  while (JSON.stringify(Object.fromEntries(found)).length > AUTO_METADATA_MAX_CHARS) found.pop();
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
