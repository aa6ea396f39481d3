import * as limits from '../../contract/limits.ts';
import { listOf, membersOf } from '../answer.ts';
import type { Exchange, ObservedRule } from '../observed.ts';
import { factsOf } from '../records.ts';
import { shapeOf } from '../shape-of.ts';
import type { EveryAnswerRule } from './every-answer.ts';

type Members = Readonly<Record<string, unknown>>;

function membersIn(list: unknown): Members[] {
  return listOf(list).flatMap((each): Members[] => {
    const members = membersOf(each);
    return members === undefined ? [] : [members];
  });
}

/** Returns the records and list entries in a response. */
function recordsIn({ answer }: Exchange): Members[] {
  const single = membersOf(answer.data?.['cdr']);
  const entries = membersIn(answer.data?.['cdrs']);
  return single === undefined ? entries : [single, ...entries];
}

type SeeOne = (record: Members) => true | string | undefined;

/** Reports the first record that differs; otherwise `true` if any record fits. */
function eachRecord(see: SeeOne): ObservedRule['see'] {
  return (exchange) => {
    const found = recordsIn(exchange).map(see);
    return found.find((each) => typeof each === 'string') ?? found.find((each) => each === true);
  };
}

function rule(section: string, words: string, see: SeeOne): EveryAnswerRule {
  return { section, rule: words, see: eachRecord(see), basis: 'stated' };
}

const disclosuresOf = (record: Members) =>
  factsOf(record['detectedDisclosureDetails'])?.disclosures;

/** Returns the rule for a bound of spec §8 on a text or a list of `autoMetadata`. */
function bound(words: string, names: readonly string[], most: number): EveryAnswerRule {
  return rule('8', words, (record) => {
    const values = names.map((name) => membersOf(record['autoMetadata'])?.[name]);
    const lengths = values.flatMap((value) =>
      typeof value === 'string' || Array.isArray(value) ? [value.length] : [],
    );
    if (lengths.length === 0) return undefined;
    const longest = Math.max(...lengths);
    return longest <= most ? true : `${longest} in place of ${most}`;
  });
}

const ABSENT = ['devMode', 'guest', 'packageId', 'downloadUrl', 'sessionId', 'subGroupIds'];
const NEVER = ['pdfShareId', 'pdfCreatedAt', 'invalidated', 'invalidatedAt', 'invalidatedReason'];
const DETAIL_ONLY = [
  ...['organizationName', 'capturedAt', 'guest', 'producerOrgId', 'pageUrl', 'clientTimezone'],
  ...['timeOnPageMs', 'signerTelemetry', 'detectedDisclosureDetails'],
];
const URL_DERIVED = [
  ...['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'],
  ...['gclid', 'fbclid', 'msclkid'],
];

/** The rules that every record and list entry is checked against (spec §2.2 to §2.4, §8). */
export const everyRecordRules: readonly EveryAnswerRule[] = [
  rule(
    '2.2',
    'A record is filed under the last two labels of its host.',
    ({ domain, domainId }) => {
      if (typeof domain !== 'string' || typeof domainId !== 'string') return undefined;
      const labels = domain.toLowerCase().split('.');
      if (labels.length < 2 || /^[\d.:[\]]+$/.test(domain)) return undefined;
      return labels.slice(-2).join('.') === domainId ? true : 'another part of the host';
    },
  ),
  rule('2.3', 'An absent field is left out, never null or false.', (record) => {
    const odd = ABSENT.find((name) => record[name] === null || record[name] === false);
    return odd === undefined ? true : shapeOf({ [odd]: record[odd] });
  }),
  rule('2.3', 'pdf and invalidated fields never appear.', (record) => {
    const odd = NEVER.find((name) => name in record);
    return odd === undefined ? true : shapeOf({ [odd]: record[odd] });
  }),
  rule(
    '2.3',
    'devMode is there and true for a Dev Mode capture, and collected is false.',
    (record) => {
      if (!('devMode' in record)) return undefined;
      return record['devMode'] === true &&
        record['collected'] === false &&
        !('downloadUrl' in record)
        ? true
        : 'a Dev Mode record that is collected, or has a downloadUrl';
    },
  ),
  rule('2.4', 'A collected entry has downloadUrl, an entry of a package packageId.', (record) => {
    if (record['collected'] === true)
      return 'downloadUrl' in record ? true : 'none on a collected one';
    return 'downloadUrl' in record ? 'one on a record that is not collected' : undefined;
  }),
  {
    section: '2.4',
    rule: 'A list entry leaves out what the single record alone has.',
    basis: 'stated',
    see({ answer }) {
      const entries = membersIn(answer.data?.['cdrs']);
      const odd = DETAIL_ONLY.find((name) => entries.some((entry) => name in entry));
      if (odd !== undefined) return `an entry with ${odd}`;
      return entries.length === 0 ? undefined : true;
    },
  },
  rule('2.3', 'userSubmitted is always true.', (record) => {
    const details = membersOf(record['detectedDisclosureDetails']);
    if (details === undefined) return undefined;
    return details['userSubmitted'] === true ? true : shapeOf({ u: details['userSubmitted'] });
  }),
  rule('2.3', 'checkboxAffirmed is there only where checkboxDetected is true.', (record) => {
    const odd = disclosuresOf(record)?.find(
      ({ checkboxDetected, checkboxAffirmed }) =>
        checkboxDetected !== (checkboxAffirmed !== undefined),
    );
    if (disclosuresOf(record) === undefined) return undefined;
    return odd === undefined ? true : 'one where it is not, or none where it is';
  }),
  rule('2.3', 'consentMechanism is checkbox, button_submission or none_detected.', (record) => {
    const found = disclosuresOf(record)?.flatMap((each) => each.consentMechanism ?? []) ?? [];
    const known = ['checkbox', 'button_submission', 'none_detected'];
    if (found.length === 0) return undefined;
    return found.every((each) => known.includes(each)) ? true : 'another mechanism';
  }),
  rule('2.3', 'phones are in +1 form.', (record) => {
    const phones = listOf(membersOf(record['autoMetadata'])?.['phones']);
    if (phones.length === 0) return undefined;
    return phones.every((each) => /^\+1\d{10}$/.test(String(each))) ? true : 'another form';
  }),
  rule('2.3', 'phones are sorted.', (record) => {
    const phones = listOf(membersOf(record['autoMetadata'])?.['phones']).map(String);
    if (phones.length < 2) return undefined;
    return phones.join() === phones.toSorted().join() ? true : 'another order';
  }),
  rule('8', 'At most 50 disclosures.', (record) => {
    const count = disclosuresOf(record)?.length;
    if (count === undefined) return undefined;
    return count <= limits.DISCLOSURES_MAX ? true : `${count} disclosures`;
  }),
  rule('8', 'A disclosure text is cut at 5,000 characters.', (record) => {
    const lengths = disclosuresOf(record)?.map(({ text }) => text.length) ?? [];
    if (lengths.length === 0) return undefined;
    const longest = Math.max(...lengths);
    return longest <= limits.DISCLOSURE_TEXT_MAX_CHARS ? true : `${longest} characters`;
  }),
  rule('8', 'autoMetadata is at most 4,000 characters serialised.', (record) => {
    const auto = membersOf(record['autoMetadata']);
    if (auto === undefined) return undefined;
    const { length } = JSON.stringify(auto);
    return length <= limits.AUTO_METADATA_MAX_CHARS ? true : `${length} characters`;
  }),
  bound('At most 10 phones.', ['phones'], limits.AUTO_METADATA_PHONES_MAX),
  bound(
    'At most 5 names of each kind.',
    ['firstNames', 'lastNames'],
    limits.AUTO_METADATA_NAMES_MAX,
  ),
  bound('pageTitle is cut at 200 characters.', ['pageTitle'], limits.PAGE_TITLE_MAX_CHARS),
  bound('formAction is cut at 500 characters.', ['formAction'], limits.FORM_ACTION_MAX_CHARS),
  bound(
    'Values from the URL are cut at 200 characters.',
    URL_DERIVED,
    limits.URL_DERIVED_VALUE_MAX_CHARS,
  ),
];
