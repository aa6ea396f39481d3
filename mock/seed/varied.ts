import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';
import type { CapturedField, CaptureInput } from '../capture/capture-input.ts';
import { namesOf } from '../capture/person-fields.ts';
import { sampleWordings } from '../capture/sample-pages.ts';
import { type Person, personOf } from './person.ts';

/** The members of a page that differ from person to person. */
export type Variation = Partial<
  Pick<
    CaptureInput,
    'pageUrl' | 'fields' | 'disclosures' | 'customMetadata' | 'clientTimezone' | 'timeOnPageMs'
  >
>;

/** What a seller's pages say at other times, with the same meaning. */
const OTHER_WORDINGS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    sampleWordings.checkbox,
    [
      'I agree that Sunroof Demo LLC may call and text me about solar offers at the number I entered, also with an automated dialer or a recorded voice. My agreement is not a condition of any purchase. Message and data rates may apply. Reply STOP to end.',
      'By ticking this box I allow Sunroof Demo LLC to call or text the number above about solar, also by automated means and with recorded messages. I can buy without agreeing. Reply STOP to end.',
    ],
  ],
  [
    sampleWordings.button,
    [
      'When you press Get My Quote, Plan Helper Demo and up to 4 listed partners may contact you about plans by phone, text or email.',
    ],
  ],
]);

/** Spells ten digits as `like` spells its own. */
function spelledAs(like: string, digits: string): string {
  let left = (like.match(/\d/g) ?? []).length;
  return like.replace(/\d/g, (digit) => {
    const at = digits.length - left;
    left -= 1;
    return digits[at] ?? digit;
  });
}

function variedField(field: CapturedField, person: Person): CapturedField {
  if (normalizePhone(field.value) !== undefined) {
    return { ...field, value: spelledAs(field.value, person.phone) };
  }
  if (field.type === 'email') return { ...field, value: person.email };
  if (namesOf([field], 'first').length > 0) return { ...field, value: person.first };
  if (namesOf([field], 'last').length > 0) return { ...field, value: person.last };
  return field;
}

/** Counts on from the number at the end of a lead's id. */
function countedOn(leadId: unknown, number: number): string {
  const [, before = 'L-', digits = '1000'] = /^(.*?)(\d{1,9})$/.exec(String(leadId)) ?? [];
  return before + String(Number(digits) + number).padStart(digits.length, '0');
}

function variedUrl(pageUrl: string, { campaign, timeOnPageMs }: Person): string {
  const url = new URL(pageUrl);
  if (url.searchParams.has('utm_campaign')) url.searchParams.set('utm_campaign', campaign);
  url.searchParams.set('utm_content', `ad-${timeOnPageMs % 40}`);
  return url.href;
}

/**
 * Returns what differs when person number `number` visits the same form: who they are, their
 * number, lead id, state and visit, and which wording of the form they saw. The number that a
 * wording repeats is theirs too.
 */
export function variationOf(page: CaptureInput, number: number, chance: string): Variation {
  const person = personOf(number, chance);
  const { fields = [], disclosures = [], customMetadata = {} } = page;
  const own = fields.map((field) => variedField(field, person));
  const inOwnWords = (text: string): string => {
    const wordings = [text, ...(OTHER_WORDINGS.get(text) ?? [])];
    let said = wordings[person.pick(wordings.length)] ?? text;
    for (const [index, { value }] of fields.entries()) {
      if (normalizePhone(value) !== undefined) {
        said = said.replaceAll(value, own[index]?.value ?? value);
      }
    }
    return said;
  };
  const said = disclosures.map((each) => ({ ...each, text: inOwnWords(each.text) }));
  const isSaidAnew = said.some(({ text }, index) => text !== disclosures[index]?.text);
  return {
    pageUrl: variedUrl(page.pageUrl, person),
    fields: own,
    ...(isSaidAnew && { disclosures: said }),
    customMetadata: {
      ...customMetadata,
      lead_id: countedOn(customMetadata['lead_id'], number),
      state: person.state,
      ...('campaign' in customMetadata && { campaign: person.campaign }),
    },
    clientTimezone: person.timezone,
    timeOnPageMs: person.timeOnPageMs,
  };
}
