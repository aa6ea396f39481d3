import type { Cdr } from '../../contract/cdr.ts';
import type { RecordLine } from '../manifest-line.ts';
import { entriesOf, isMembers, type Members, textOf } from '../stranger-data.ts';
import type { Candidate } from './find-candidates.ts';

/** A row of a section: a label, and the value in the record; `undefined`: not in the record. A reply is not refused for members that are not as documented, so a value can be anything. */
export interface Fact {
  readonly label: string;
  readonly value: unknown;
  /** What a reader must know about the value. */
  readonly note?: string;
}

/** A disclosure, ready to be shown. */
export interface ShownDisclosure {
  readonly key: unknown;
  readonly text: unknown;
  readonly agreed: string;
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** `2026-01-05 12:00:00 UTC`. */
export function utcText(instant: unknown): string | undefined {
  const date = new Date(typeof instant === 'number' ? instant : Number.NaN);
  if (Number.isNaN(date.getTime())) return undefined;
  return `${date.toISOString().slice(0, -5).replace('T', ' ')} UTC`;
}

/** Adds the visitor's local time, if the record has a time zone. */
function instantText(instant: unknown, timeZone: unknown): string | undefined {
  const utc = utcText(instant);
  if (utc === undefined || typeof timeZone !== 'string') return utc;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      dateStyle: 'long',
      timeStyle: 'long',
    });
    return `${utc} (${format.format(Number(instant))}, ${timeZone})`;
  } catch {
    return utc; // the zone comes from the visitor's device and may be invalid
  }
}

const durationText = (ms: unknown): unknown =>
  !Number.isFinite(ms) || typeof ms !== 'number'
    ? ms
    : `${Math.floor(ms / 60_000)} min ${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)} s`;

/** The entries of a list as one text; `undefined` if there is none. */
export function listText(values: unknown): string | undefined {
  const entries = entriesOf(values);
  return entries.length === 0 ? undefined : entries.map(textOf).join(', ');
}

function placeText(geo: unknown): unknown {
  if (!isMembers(geo)) return geo;
  const { city, region, countryCode, latitude, longitude, accuracyRadiusKm, source } = geo;
  const names = listText([city, region, countryCode].filter((name) => name !== undefined));
  const point =
    latitude === undefined || longitude === undefined
      ? []
      : [`${textOf(latitude)}, ${textOf(longitude)}`];
  const radius = accuracyRadiusKm === undefined ? [] : [`within ${textOf(accuracyRadiusKm)} km`];
  const by = source === undefined ? [] : [`by ${textOf(source)}`];
  return listText([...(names === undefined ? [] : [names]), ...point, ...radius, ...by]);
}

/** Who. Nothing here was checked against a real person. */
export function whoFacts({ autoMetadata, sessionId }: Cdr): readonly Fact[] {
  const { phones, firstNames, lastNames } = autoMetadata ?? {};
  return [
    {
      label: 'Phone numbers on the page',
      value: listText(phones),
      note: 'From its form fields and its text; at most ten.',
    },
    { label: 'First names in the form', value: listText(firstNames) },
    { label: 'Last names in the form', value: listText(lastNames) },
    { label: 'Capture session', value: sessionId },
  ];
}

/** When, and for how long. */
export function whenFacts(cdr: Cdr): readonly Fact[] {
  const { capturedAt, createdAt, clientTimezone, timeOnPageMs } = cdr;
  return [
    {
      label: 'Captured',
      value: instantText(capturedAt, clientTimezone),
      // Spec §2.3: in records from before the device's time was recorded, the two are equal.
      note:
        capturedAt === createdAt
          ? 'The same as the processing time, as in old records, which lack the time of the visitor’s device.'
          : 'By the clock of the visitor’s device.',
    },
    {
      label: 'Processed',
      value: instantText(createdAt, clientTimezone),
      note: 'By the clock of the service.',
    },
    { label: 'Time on the page before the submission', value: durationText(timeOnPageMs) },
    { label: 'Time zone of the device', value: clientTimezone },
  ];
}

/** Where: the page, and the place of the visitor. */
export function whereFacts(cdr: Cdr): readonly Fact[] {
  const { pageUrl, domain, autoMetadata, signerTelemetry } = cdr;
  return [
    { label: 'Page', value: pageUrl },
    { label: 'Title of the page', value: autoMetadata?.pageTitle },
    { label: 'Domain', value: domain },
    { label: 'Form submitted to', value: autoMetadata?.formAction },
    { label: 'IP address', value: signerTelemetry?.ip ?? undefined },
    { label: 'Chain of IP addresses', value: listText(signerTelemetry?.ipChain) },
    { label: 'Browser', value: signerTelemetry?.userAgent ?? undefined },
    {
      label: 'Approximate place',
      value: placeText(signerTelemetry?.geo),
      note: 'Derived from the IP address.',
    },
  ];
}

const MECHANISMS: ReadonlyMap<string, string> = new Map([
  ['button_submission', 'By pressing the button: no consent checkbox belonged to this text.'],
  ['none_detected', 'No way of consenting was detected for this text.'],
]);

/** The members of an entry that is to be an object. */
const membersOf = (entry: unknown): Members => (isMembers(entry) ? entry : {});

/** How a person agreed to a disclosure, according to the record alone. */
export function agreedText(disclosure: unknown): string {
  const { consentMechanism, checkboxDetected, checkboxAffirmed } = membersOf(disclosure);
  const box =
    checkboxAffirmed === undefined
      ? 'A consent checkbox belonged to this text; whether it was checked is not in this record.'
      : `A consent checkbox belonged to this text and was ${checkboxAffirmed === true ? 'checked' : 'not checked'}.`;
  if (consentMechanism === 'checkbox' || (consentMechanism === undefined && checkboxDetected)) {
    return box;
  }
  if (consentMechanism === undefined)
    return 'How this text was consented to is not in this record.';
  const mechanism = textOf(consentMechanism);
  return MECHANISMS.get(mechanism) ?? `By the mechanism "${mechanism}".`;
}

/** The texts that the service read from the page; `undefined`: no submission was detected. */
export function detectedOf({ detectedDisclosureDetails }: Cdr): ShownDisclosure[] | undefined {
  if (detectedDisclosureDetails === undefined) return undefined;
  return entriesOf(detectedDisclosureDetails.disclosures).map((each) => {
    const { key, text } = membersOf(each);
    return { key, text, agreed: agreedText(each) };
  });
}

/** The texts that the page's operator declared. */
export function declaredOf({ disclosures }: Cdr): ShownDisclosure[] {
  return entriesOf(disclosures).map((each) => {
    const { key, language: text, agreed } = membersOf(each);
    const said = agreed === true ? 'agreed to' : 'not agreed to';
    return { key, text, agreed: `Declared by the page’s operator as ${said}.` };
  });
}

const reached = (guest: boolean | undefined): string =>
  guest === true
    ? 'The record was shared into this account by another organization.'
    : 'The record was captured on this account’s own page.';

/** How the record came to this account, as far as the record and the ledger tell. */
export function handOverFacts(cdr: Cdr, line: RecordLine, candidate: Candidate): readonly Fact[] {
  const leads = candidate.leads.flatMap(({ leadId, state, heldSince, decidedAt, requestIds }) => [
    {
      label: `Lead ${leadId}`,
      value: `taken in ${utcText(heldSince)}; ${state}${decidedAt === null ? '' : ` ${utcText(decidedAt)}`}`,
      ...(requestIds.length > 0 && { note: `Requests: ${requestIds.join(', ')}` }),
    },
  ]);
  const accepted =
    candidate.isAccepted === undefined
      ? []
      : [
          {
            label: 'Accepted lead',
            value: candidate.isAccepted ? 'yes, according to the ledger' : 'none in the ledger',
          },
        ];
  return [
    { label: 'Captured by the organization', value: cdr.producerOrgId },
    { label: 'Account', value: cdr.organizationName },
    { label: 'How it came to this account', value: reached(cdr.guest) },
    ...accepted,
    ...leads,
    {
      label: 'Acknowledged by this account’s receiver',
      value: utcText(cdr.webhookSuccessfullySentAt),
    },
    { label: 'Fetched from the service', value: utcText(line.fetchedAt) },
    { label: 'Request at the service', value: line.requestId },
    { label: 'Package', value: cdr.packageId },
  ];
}
