import { normalizePhone } from '../../../src/acceptance/normalize-phone.ts';
import type { DerivedPage } from '../../capture/derived-page.ts';
import type { StoredCdr } from '../../world/entities.ts';

/** More than 16 KB of custom data (spec §8) can contain. */
const NODES_MAX = 10_000;
const LEAD_KEY = /^lead(?:id)?$/;

/** One text by which a record can be found. */
export interface RecordTerm {
  /** The field's path, such as `domain` or `customMetadata.lead_id`. */
  readonly field: string;
  readonly value: string;
  /** The value after `foldText`. */
  readonly folded: string;
}

/** Everything by which a record can be found. */
export interface RecordTerms {
  readonly texts: readonly RecordTerm[];
  /** All texts joined, so that most records need only one comparison. */
  readonly allTexts: string;
  /** Ten digits each, with the field that holds them. */
  readonly phones: readonly { readonly field: string; readonly digits: string }[];
  readonly allDigits: string;
  /** The integration's id for the lead, if it gave one. */
  readonly leadId: string | null;
}

/**
 * Removes case, accents and differences between apostrophes, so two encodings of a name are equal.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .toLowerCase();
}

/** Returns `••• ••• 0147`: enough to tell two numbers apart, but not a number to call. */
export const maskedPhone = (tenDigits: string): string => `••• ••• ${tenDigits.slice(-4)}`;

/** Returns the texts and numbers of custom data, each with its dotted path. */
function leavesOf(custom: Readonly<Record<string, unknown>> | undefined): [string, string][] {
  const leaves: [string, string][] = [];
  const open: [string, unknown][] = custom === undefined ? [] : [['customMetadata', custom]];
  for (let seen = 0; seen < open.length && seen < NODES_MAX; seen += 1) {
    const [path, node] = open[seen] ?? ['', null];
    if (typeof node === 'string' || typeof node === 'number') leaves.push([path, String(node)]);
    if (typeof node !== 'object' || node === null) continue;
    for (const [name, member] of Object.entries(node)) open.push([`${path}.${name}`, member]);
  }
  return leaves;
}

function leadIdOf(leaves: readonly (readonly [path: string, value: string])[]): string | null {
  const found = leaves.find(([path, value]) => {
    const name = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    return value !== '' && LEAD_KEY.test(name.replace(/[^a-z0-9]/g, ''));
  });
  return found?.[1] ?? null;
}

function namesIn({ autoMetadata }: DerivedPage): [string, string][] {
  const { firstNames = [], lastNames = [] } = autoMetadata ?? {};
  const names: [string, string][] = [...firstNames, ...lastNames].map((name) => ['name', name]);
  const [first] = firstNames;
  const [last] = lastNames;
  // If there is one of each, they belong to the same person.
  return first !== undefined && last !== undefined && firstNames.length + lastNames.length === 2
    ? [['name', `${first} ${last}`], ...names]
    : names;
}

function phonesIn(page: DerivedPage, leaves: readonly (readonly [string, string])[]) {
  const found = [
    ...page.formPhones.map((digits) => ['phone', digits] as const),
    ...leaves,
    ...(page.autoMetadata?.phones ?? []).map((phone) => ['autoMetadata.phones', phone] as const),
  ];
  return found.flatMap(([field, text]) => {
    const digits = normalizePhone(text, 'lenient');
    return digits === undefined ? [] : [{ field, digits }];
  });
}

function makeTerms(page: DerivedPage): RecordTerms {
  const leaves = leavesOf(page.customMetadata);
  const phones = phonesIn(page, leaves);
  const isPhone = new Set(phones.map(({ field }) => field));
  const texts: [string, string][] = [
    ...leaves.filter(([path]) => !isPhone.has(path)),
    ...namesIn(page),
    ['domain', page.domain],
  ];
  const terms = texts.map(([field, value]) => ({ field, value, folded: foldText(value) }));
  return {
    texts: terms,
    allTexts: terms.map(({ folded }) => folded).join('\n'),
    phones,
    allDigits: phones.map(({ digits }) => digits).join(' '),
    leadId: leadIdOf(leaves),
  };
}

/**
 * Keyed by the captured page, which never changes in place; the record itself changes more often.
 */
const kept = new WeakMap<DerivedPage, RecordTerms>();

/** Returns everything by which the record can be found; computed once per page. */
export function recordTerms({ page }: StoredCdr): RecordTerms {
  const known = kept.get(page);
  if (known !== undefined) return known;
  const made = makeTerms(page);
  kept.set(page, made);
  return made;
}
