import { normalizePhone } from '../../../src/acceptance/normalize-phone.ts';
import type { Cdr } from '../../../src/index.ts';
import { patternOf } from '../find/phone-in-value.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { inSpelling, phoneFor, replaceValue, textFor } from './replace-value.ts';

/** Members of custom data that hold a person's name. */
const NAME = /name|nombre|apellido/i;
/** Fewer could be an amount or a year, which is a part of the wording. */
const ID_DIGITS = 5;
const VALUES_MAX = 2000;

/** What a record says of its person that could also be in the wording shown to that person. */
export interface OwnWords {
  /** Ten digits each. */
  readonly phones: ReadonlySet<string>;
  /** Email addresses, identifiers with digits, addresses with a house number. */
  readonly values: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** Returns the texts and numbers in a JSON value, each with the name of the member that holds it. */
function leavesOf(root: unknown): [name: string, text: string][] {
  const leaves: [string, string][] = [];
  const open: [string, unknown][] = [['', root]];
  while (open.length > 0 && leaves.length < VALUES_MAX) {
    const [name, value] = open.pop() ?? ['', undefined];
    if (typeof value === 'string' || typeof value === 'number') leaves.push([name, String(value)]);
    else if (Array.isArray(value)) for (const each of value) open.push([name, each]);
    else if (typeof value === 'object' && value !== null) open.push(...Object.entries(value));
  }
  return leaves;
}

/** Returns what a record says of its person. */
export function ownWordsOf({ autoMetadata, customMetadata, signerTelemetry }: Cdr): OwnWords {
  const phones = new Set<string>();
  const values = new Set<string>();
  const names = new Set<string>();
  const addName = (name: string): void => {
    for (const each of [name, ...name.split(/\s+/u)]) if (each.length > 1) names.add(each);
  };
  const { firstNames = [], lastNames = [] } = autoMetadata ?? {};
  for (const name of [...firstNames, ...lastNames]) addName(name);
  const said: [string, string][] = [
    ...(autoMetadata?.phones ?? []).map((phone): [string, string] => ['phone', phone]),
    ['ip', signerTelemetry?.ip ?? ''],
    ...leavesOf(customMetadata),
  ];
  for (const [member, text] of said) {
    const phone = normalizePhone(text);
    if (phone !== undefined) phones.add(phone);
    else if (text.includes('@') || text.replace(/\D/g, '').length >= ID_DIGITS) values.add(text);
    else if (NAME.test(member)) addName(text);
  }
  return { phones, values, names };
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** As it was given, and as a page may write it: in both encodings, in capitals. */
function formsOf(word: string): string[] {
  const forms = [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
  return forms.flatMap((form) => [form.normalize('NFC'), form.normalize('NFD')]);
}

const longestFirst = (words: Iterable<string>): string[] =>
  [...new Set(words)].sort((a, b) => b.length - a.length);

/**
 * Replaces a person's own numbers and names in a wording, and nothing else: the rest is what criteria
 * are about.
 */
export function withoutOwnWords(pseudonyms: Pseudonyms, own: OwnWords, wording: string): string {
  // What has been put in is not looked at again.
  const done: string[] = [];
  const put = (text: string): string => `\uE000${done.push(text) - 1}\uE001`;
  let text = wording.replace(/[\uE000\uE001]/g, '');
  const digitsIn = text.replace(/[^0-9]/g, '');
  for (const phone of own.phones) {
    if (!digitsIn.includes(phone)) continue; // a pattern costs far more than this
    text = text.replace(patternOf(phone), (_, country: string | undefined, digits: string) =>
      put((country ?? '') + inSpelling(digits, phoneFor(pseudonyms, phone))),
    );
  }
  const words: [Iterable<string>, (word: string) => string][] = [
    [own.values, (word) => String(replaceValue(pseudonyms, word))],
    [own.names, (word) => textFor(pseudonyms, word)],
  ];
  for (const [of, replaced] of words) {
    for (const word of longestFirst(of)) {
      const there = longestFirst(formsOf(word)).filter((form) => text.includes(form));
      if (there.length === 0) continue;
      const forms = there.map(literal).join('|');
      const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}])`, 'gu');
      text = text.replace(pattern, () => put(replaced(word)));
    }
  }
  return text.replace(/\uE000(\d+)\uE001/g, (_, index: string) => done[Number(index)] ?? '');
}
