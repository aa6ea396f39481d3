import { phoneReadings } from '../../src/acceptance/normalize-phone.ts';
import type { World } from '../world/world.ts';

/** How much of a token is shown if it is long enough. */
const SHOWN_CHARS = 8;
/** A shorter secret could be an ordinary word, and would be masked everywhere. */
const SECRET_MIN_CHARS = 8;
const DEPTH_MAX = 100;

const SHARE_PATH = /((?:shares|claim)(?:\/|%2F)+)([^/\s"'?#&%]+)/gi;
const MINTED_TOKEN = /shr_[0-9a-z]{5,}/g;
const SIGNATURE = /((?:signature|nonce)=)[^&\s"'<>]+/g;
const WORD = /[\w-]+/g;

const SEPARATORS = String.raw`[\s\p{Pd}.·()/_,]{0,3}`;

let phone: RegExp | undefined;

/** Ten digits grouped as a North American number, or a number that begins with +. Made on first use. */
function phonePattern(): RegExp {
  return (phone ??= new RegExp(
    [
      String.raw`(?<!\p{Nd})\(?(?:\+?\p{Nd}{1,3}${SEPARATORS})?`,
      [String.raw`\p{Nd}{3}`, String.raw`\p{Nd}{3}`, String.raw`\p{Nd}{4}`].join(SEPARATORS),
      String.raw`(?!\p{Nd})|[+＋]\s?\p{Nd}[\p{Nd}\s\p{Pd}.()]{6,18}\p{Nd}`,
    ].join(''),
    'gu',
  ));
}

const PHONE_NAME = /phone|mobile|m[oó]vil|tel(?:$|[_\d]|efono)|cell?(?:$|[_\dP])|celular/i;
/** The names that a URL or a reply gives to credentials. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['token', 'signature', 'nonce']);
/** The names of numbers that are never phone numbers: instants, durations and sizes. */
const MEASURE = /(?:Ms|At|Seconds|size|timestamp)$/;

function cut(token: string): string {
  return `${token.slice(0, Math.min(SHOWN_CHARS, Math.floor(token.length / 2)))}…`;
}

/** Keeps the last two digits, to tell numbers apart. */
function dots(phone: string): string {
  return `••••${phone.replace(/\P{Nd}/gu, '').slice(-2)}`;
}

/** The secrets that only the world knows. */
export interface KnownSecrets {
  readonly tokens: Pick<World['tokens'], 'has'>;
  /** The secrets of keys and webhooks, whatever their owners chose. */
  readonly held: readonly string[];
}

/** Cuts the word, or its part after a `%2F`, if it is a token of this world. */
function withoutToken({ tokens }: KnownSecrets, word: string): string {
  const at = /^2F/i.test(word) && !tokens.has(word) ? 2 : 0;
  return tokens.has(word.slice(at)) ? word.slice(0, at) + cut(word.slice(at)) : word;
}

/** Returns the secrets of the world's keys and webhooks, except those that could be ordinary words. */
export function heldSecrets({ organizations, keys }: World): string[] {
  const secrets = organizations.values().map(({ webhook }) => webhook?.secret ?? '');
  for (const { secret } of keys.values()) secrets.push(secret);
  return secrets.filter(({ length }) => length >= SECRET_MIN_CHARS);
}

/** Masks share tokens, keys, secrets, signatures and phone numbers in a text. */
export function maskText(known: KnownSecrets, text: string): string {
  return known.held
    .reduce((masked, secret) => masked.replaceAll(secret, '…'), text)
    .replace(SHARE_PATH, (_, before: string, token: string) => before + cut(token))
    .replace(MINTED_TOKEN, cut)
    .replace(WORD, (word) => withoutToken(known, word))
    .replace(SIGNATURE, '$1…')
    .replace(phonePattern(), dots);
}

/** More letters, such as those of an identifier, do not stand in a number: "ext" or "cell" do. */
const PHONE_LETTERS_MAX = 4;
const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Whether the whole value is a number to any reading of the service, such as `212-555-0147 x12`. */
function isPhone(value: string): boolean {
  if (IP_ADDRESS.test(value)) return false;
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  return letters <= PHONE_LETTERS_MAX && phoneReadings(value).length > 0;
}

function maskNumber(name: string, value: number): number | string {
  const digits = String(Math.abs(value));
  if (PHONE_NAME.test(name)) return dots(digits);
  return /^\d{10,11}$/.test(digits) && !MEASURE.test(name) ? dots(digits) : value;
}

/** Masks the same in a JSON value. Values nested too deep are left out. */
function masked(known: KnownSecrets, name: string, value: unknown, depth: number): unknown {
  if (typeof value === 'number') return maskNumber(name, value);
  if (typeof value === 'string') {
    if (PHONE_NAME.test(name) ? /\p{Nd}/u.test(value) : isPhone(value)) return dots(value);
    return SECRET_NAMES.has(name) ? cut(value) : maskText(known, value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.map((each) => masked(known, name, each, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      maskText(known, key),
      masked(known, key, each, depth + 1),
    ]),
  );
}

/** Masks share tokens, keys, secrets, signatures and phone numbers in a body, JSON or not. */
export function maskBody(known: KnownSecrets, text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return maskText(known, text);
  }
  return JSON.stringify(masked(known, '', json, 0));
}

/** Masks the value of a query parameter, whose name says what it is. */
export function maskValue(known: KnownSecrets, name: string, value: string): string {
  return String(masked(known, name, value, 0));
}
