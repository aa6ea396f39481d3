import type { Cdr } from '../../contract/cdr.ts';
import type { RecordLine } from '../manifest-line.ts';
import { entriesOf, isMembers } from '../stranger-data.ts';
import { agreedText, listText, utcText } from './dossier-facts.ts';

/** A member of a complete record of consent that the rule lists, and what a record holds of it. */
export interface ConsentMember {
  readonly label: string;
  /** What the record holds; `undefined`: nothing. */
  readonly held: string | undefined;
  /** What a reader must know about it. */
  readonly note?: string;
}

/** Whether the record says of a text how a person gave consent to it. */
function isGiven(disclosure: unknown): boolean {
  if (!isMembers(disclosure)) return false;
  const { consentMechanism: by, checkboxDetected, checkboxAffirmed } = disclosure;
  if (by === 'checkbox' || (by === undefined && checkboxDetected === true)) {
    return checkboxAffirmed === true;
  }
  return by !== undefined && by !== 'none_detected';
}

const distinct = (texts: readonly string[]): string | undefined =>
  texts.length === 0 ? undefined : [...new Set(texts)].join(' ');

/** The data of a record by the six members that 16 CFR 310.5(a)(8) lists, without judging them. */
export function consentMembers(cdr: Cdr, { image }: RecordLine): readonly ConsentMember[] {
  const { firstNames, lastNames, phones } = cdr.autoMetadata ?? {};
  const disclosures = entriesOf(cdr.detectedDisclosureDetails?.disclosures);
  const shown = disclosures.filter((each) => isMembers(each) && typeof each['text'] === 'string');
  const [given, other] = [true, false].map((is) =>
    distinct(disclosures.filter((each) => isGiven(each) === is).map(agreedText)),
  );
  const names = listText([...entriesOf(firstNames), ...entriesOf(lastNames)]);
  const request =
    '2. Copy of the request for consent, in the manner and format in which it was presented';
  const held = (label: string, value: string | undefined, note: string): ConsentMember =>
    value === undefined ? { label, held: value } : { label, held: value, note };
  return [
    held('1. Name of the person providing consent', names, 'From the form.'),
    held(
      '1. Telephone number of the person providing consent',
      listText(phones),
      'From the page, which can show the numbers of others.',
    ),
    { label: `${request}: the image`, held: image?.path },
    {
      label: `${request}: the words`,
      held: shown.length === 0 ? undefined : `under “Words shown”, texts: ${shown.length}`,
    },
    {
      label: '3. Purpose for which consent is requested and given',
      held: undefined,
      note: 'A record has no member for it. The words shown may state one.',
    },
    {
      label: '4. Copy of the consent provided',
      held: given,
      ...(other !== undefined && { note: `Of other texts: ${other}` }),
    },
    held(
      '5. Date consent was given',
      disclosures.length === 0 ? undefined : utcText(cdr.capturedAt),
      'The time of the capture.',
    ),
    {
      label: '6. What other sections of the rule ask of a consent, such as to billing',
      held: undefined,
      note: 'A record has no member for it.',
    },
  ];
}
