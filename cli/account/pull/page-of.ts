import { CUSTOM_METADATA_MAX_BYTES, UNIT_MS } from '../../../src/contract/limits.ts';
import type { Cdr, DetectedDisclosure } from '../../../src/index.ts';
import { type OwnWords, ownWordsOf, withoutOwnWords } from './own-words.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { ipFor, phoneFor, replaceValue, textFor } from './replace-value.ts';

type Json = Readonly<Record<string, unknown>>;

const DECLARED_MAX = 200;
const IP_V4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** A record whose facts no page gives in the fake. */
export class NotReproducible extends Error {}

function boxOf({ checkboxDetected, checkboxAffirmed, ...facts }: DetectedDisclosure): Json {
  const { consentMechanism, checkboxNodeId } = facts;
  const expected = checkboxDetected ? ['checkbox'] : ['button_submission', 'none_detected'];
  if (consentMechanism !== undefined && !expected.includes(consentMechanism)) {
    throw new NotReproducible();
  }
  if (checkboxDetected) return { checkbox: checkboxAffirmed === true ? 'checked' : 'unchecked' };
  const isUnread = consentMechanism === 'none_detected' || checkboxNodeId !== undefined;
  // A box that cannot be read: the one way in which a disclosure alone is without a mechanism.
  if (isUnread && consentMechanism !== 'button_submission') return { checkbox: 'unreadable' };
  return {};
}

/** Returns the disclosures and the control that was pressed: what verdicts depend on. */
function consentOf(pseudonyms: Pseudonyms, own: OwnWords, cdr: Cdr): Json {
  const facts = cdr.detectedDisclosureDetails;
  if (facts === undefined) return { submit: null };
  const old = facts.disclosures.filter(({ consentMechanism }) => consentMechanism === undefined);
  if (old.length > 0 && old.length < facts.disclosures.length) throw new NotReproducible();
  return {
    disclosures: facts.disclosures.map((disclosure) => ({
      key: textFor(pseudonyms, disclosure.key),
      text: withoutOwnWords(pseudonyms, own, disclosure.text),
      ...boxOf(disclosure),
    })),
    ...(old.length > 0 && { derivedBeforeMechanism: true }),
  };
}

function declaredOf(pseudonyms: Pseudonyms, own: OwnWords, { disclosures }: Cdr): Json {
  if (disclosures === undefined) return {};
  const declared = disclosures.slice(0, DECLARED_MAX).map(({ key, language, agreed }) => ({
    key: textFor(pseudonyms, key),
    language: withoutOwnWords(pseudonyms, own, language),
    agreed,
  }));
  return { declaredDisclosures: declared };
}

/** Replaces a host label by label: two records on one domain stay on one domain. */
function hostFor(pseudonyms: Pseudonyms, { domain, domainId }: Cdr): string {
  const host = domain.toLowerCase();
  if (host === 'localhost') return host;
  if (IP_V4.test(host)) return ipFor(pseudonyms, host);
  const site = `site${pseudonyms.of('domain', domainId)}`;
  const base = domainId.includes('.') ? `${site}.example` : site;
  const below = host.endsWith(`.${domainId.toLowerCase()}`)
    ? host.slice(0, -domainId.length - 1).split('.')
    : [];
  return [...below.map((label) => `h${pseudonyms.of('host', label)}`), base].join('.');
}

const PARAMETERS = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  gclid: 'gclid',
  fbclid: 'fbclid',
  msclkid: 'msclkid',
} as const;

function urlFor(pseudonyms: Pseudonyms, cdr: Cdr): string {
  const { pageUrl = '', autoMetadata = {} } = cdr;
  const path = URL.canParse(pageUrl) ? new URL(pageUrl).pathname : '/';
  const url = new URL(`https://${hostFor(pseudonyms, cdr)}/`);
  if (path !== '/') url.pathname = `/${textFor(pseudonyms, path)}`;
  for (const [member, parameter] of Object.entries(PARAMETERS)) {
    const value = autoMetadata[member as keyof typeof PARAMETERS];
    if (value !== undefined) url.searchParams.set(parameter, textFor(pseudonyms, value));
  }
  return url.href;
}

/**
 * Returns the form and the page around it. Which numbers were in phone fields cannot be read from a
 * record: the first one that no wording has is put into one.
 */
function formOf(pseudonyms: Pseudonyms, cdr: Cdr): Json {
  const {
    phones = [],
    firstNames = [],
    lastNames = [],
    pageTitle,
    formAction,
  } = cdr.autoMetadata ?? {};
  const numbers = phones.map((phone) => phoneFor(pseudonyms, phone.replace(/\D/g, '').slice(-10)));
  const wordings =
    cdr.detectedDisclosureDetails?.disclosures.map(({ text }) => text).join(' ') ?? '';
  const digits = wordings.replace(/\D/g, '');
  const inField = phones.findIndex(
    (phone) => !digits.includes(phone.replace(/\D/g, '').slice(-10)),
  );
  const elsewhere = numbers.filter((_, index) => index !== inField);
  const named = (name: string, values: readonly string[]) =>
    values.map((value, index) => ({
      name: `${name}_${index + 1}`,
      value: textFor(pseudonyms, value),
    }));
  return {
    fields: [
      ...(inField < 0 ? [] : [{ name: 'phone', type: 'tel', value: `+1${numbers[inField]}` }]),
      ...named('first_name', firstNames),
      ...named('last_name', lastNames),
    ],
    ...(elsewhere.length > 0 && { pageText: elsewhere.map((each) => `+1${each}`).join('; ') }),
    ...(pageTitle !== undefined && { pageTitle: textFor(pseudonyms, pageTitle) }),
    ...(formAction !== undefined && { formAction: textFor(pseudonyms, formAction) }),
  };
}

function signerOf(pseudonyms: Pseudonyms, { signerTelemetry }: Cdr): Json {
  if (signerTelemetry === undefined) return { signer: null };
  const { ip, userAgent, ipChain, geo } = signerTelemetry;
  const { countryCode, latitude, longitude, accuracyRadiusKm, ...texts } = geo ?? {};
  const place = {
    ...(replaceValue(pseudonyms, texts) as Json),
    ...(countryCode !== undefined && /^[A-Z]{2}$/i.test(countryCode) && { countryCode }),
    ...(latitude !== undefined && { latitude: 0 }),
    ...(longitude !== undefined && { longitude: 0 }),
    ...(accuracyRadiusKm !== undefined && { accuracyRadiusKm }),
  };
  return {
    signer: {
      ip: ip === null ? null : ipFor(pseudonyms, ip),
      userAgent: userAgent === null ? null : textFor(pseudonyms, userAgent),
      ipChain: (ipChain ?? []).slice(0, 50).map((each) => ipFor(pseudonyms, each)),
      geo: geo === undefined ? null : place,
    },
  };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Replaces custom data; what would no longer fit is left out, from the last member on. */
function customOf(pseudonyms: Pseudonyms, { customMetadata }: Cdr): Json {
  if (customMetadata === undefined) return {};
  const members = Object.entries(replaceValue(pseudonyms, customMetadata) as Json);
  while (bytesOf(Object.fromEntries(members)) > CUSTOM_METADATA_MAX_BYTES) members.pop();
  return { customMetadata: Object.fromEntries(members) };
}

function groupsOf(pseudonyms: Pseudonyms, { sessionId, packageId, subGroupIds }: Cdr): Json {
  return {
    ...(sessionId !== undefined && { sessionId: textFor(pseudonyms, sessionId) }),
    ...(packageId !== undefined && { packageId: textFor(pseudonyms, packageId) }),
    ...(subGroupIds && {
      subGroupIds: subGroupIds.slice(0, 100).map((id) => textFor(pseudonyms, id)),
    }),
  };
}

/** Whether it is the name of a time zone, and not a text. */
function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function timesOf({ clientTimezone, timeOnPageMs }: Cdr): Json {
  return {
    ...(clientTimezone !== undefined && isZone(clientTimezone) && { clientTimezone }),
    ...(timeOnPageMs !== undefined && {
      timeOnPageMs: Math.max(0, Math.round(timeOnPageMs / UNIT_MS.seconds) * UNIT_MS.seconds),
    }),
  };
}

/**
 * Returns the page of a seed from which the fake derives what the service derived from the real one,
 * with no word about its person.
 *
 * @throws NotReproducible
 */
export function pageOf(pseudonyms: Pseudonyms, cdr: Cdr): Json {
  const own = ownWordsOf(cdr);
  return {
    pageUrl: urlFor(pseudonyms, cdr),
    ...formOf(pseudonyms, cdr),
    ...consentOf(pseudonyms, own, cdr),
    ...declaredOf(pseudonyms, own, cdr),
    ...customOf(pseudonyms, cdr),
    ...signerOf(pseudonyms, cdr),
    ...timesOf(cdr),
    ...groupsOf(pseudonyms, cdr),
    ...(cdr.devMode && { devMode: true }),
  };
}
