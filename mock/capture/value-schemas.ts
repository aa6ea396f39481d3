import * as z from 'zod/mini';
import { CUSTOM_METADATA_MAX_BYTES } from '../../src/contract/limits.ts';
import { exactly, schemaOf } from '../../src/contract/schema-of.ts';
import { jsonText } from '../../src/texts/json-text.ts';
import { isPlain } from '../ground/is-plain.ts';

/**
 * Bounds of a described page. The service cuts what it derives (spec §8). These bounds are the
 * fake's own: wide enough to exceed each of the service's, but finite.
 */
export const PAGE_URL_MAX_CHARS = 8192;
export const PAGE_TITLE_INPUT_MAX_CHARS = 2000;
export const FORM_ACTION_INPUT_MAX_CHARS = 8192;
export const PAGE_TEXT_MAX_CHARS = 200_000;
export const FIELDS_MAX = 500;
export const FIELD_VALUE_MAX_CHARS = 10_000;
export const DISCLOSURES_INPUT_MAX = 500;
export const DISCLOSURE_INPUT_MAX_CHARS = 50_000;
export const CHECKBOXES_PER_DISCLOSURE_MAX = 50;
export const DECLARED_DISCLOSURES_MAX = 200;
export const SUB_GROUP_IDS_MAX = 100;
export const IP_CHAIN_MAX = 50;
export const NAME_MAX_CHARS = 200;
export const LABEL_MAX_CHARS = 500;
export const USER_AGENT_MAX_CHARS = 2000;
export const IMAGE_BASE64_MAX_CHARS = 16 * 1024 * 1024;
export const PENDING_RECEIVES_MAX = 10_000;

/** Text of `minChars` to `maxChars` characters. */
export function text(maxChars: number, minChars = 0) {
  return z
    .string({ error: 'expected a string' })
    .check(
      z.minLength(minChars, `expected at least ${minChars} character`),
      z.maxLength(maxChars, `expected at most ${maxChars} characters`),
    );
}

/** A list of at most `max` entries. `of` names them in messages. */
export function list<T extends z.ZodMiniType>(entry: T, max: number, of: string) {
  return z
    .array(entry, { error: `expected a list of ${of}` })
    .check(z.maxLength(max, `expected at most ${max} ${of}`));
}

/** A name or an identifier. */
export const name = schemaOf(exactly<string>, () => text(NAME_MAX_CHARS, 1));
/** True or false. */
export const flag = schemaOf(exactly<boolean>, () =>
  z.boolean({ error: 'expected true or false' }),
);
const inTime = () => [
  z.minimum(0, 'expected 0 milliseconds or more'),
  z.maximum(8.64e15, 'expected at most 8.64e15 milliseconds, the last instant of a Date'),
];

/** A duration. */
export const milliseconds = schemaOf(exactly<number>, () =>
  z.number({ error: 'expected a finite number of milliseconds' }).check(...inTime()),
);
/** An instant of the world. All times of the service are whole milliseconds. */
export const instant = schemaOf(exactly<number>, () =>
  z.int({ error: 'expected a whole number of milliseconds' }).check(...inTime()),
);

/** A host such as `.` or `a..example` is valid in a URL, but is not a domain. */
function isPageUrl(url: string): boolean {
  if (url !== url.trim() || !URL.canParse(url)) return false;
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  return labels.every((label) => label !== '');
}

const PAGE_URL =
  'expected an absolute http:// or https:// URL, such as "https://quotes.example.com/solar"';

/** The URL of a page. */
export const pageUrl = schemaOf(exactly<string>, () =>
  text(PAGE_URL_MAX_CHARS).check(
    // A pattern too, because a JSON Schema can have one. It has no flag for the case.
    z.regex(/^[Hh][Tt]{2}[Pp][Ss]?:\/\//, { error: PAGE_URL, abort: true }),
    z.refine(isPageUrl, PAGE_URL),
  ),
);

/**
 * Returns the size of custom data as JSON in UTF-8 bytes, or `undefined` if it is not a JSON
 * object. The JSON of a `Map` or of `URLSearchParams` is empty, whatever they contain.
 */
function jsonBytesOf(custom: unknown): number | undefined {
  if (!isPlain(custom)) return undefined;
  try {
    const json: unknown = jsonText(custom);
    if (typeof json !== 'string' || !json.startsWith('{')) return undefined;
    return new TextEncoder().encode(json).length;
  } catch {
    return undefined;
  }
}

/** Custom data sent by the page's own code (spec §8). */
export const customMetadata = schemaOf(exactly<Record<string, unknown>>, () =>
  z
    .custom<Record<string, unknown>>((custom) => jsonBytesOf(custom) !== undefined, {
      error: 'expected an object that JSON can represent',
      abort: true,
    })
    .check(
      z.refine(
        (custom) => (jsonBytesOf(custom) ?? 0) <= CUSTOM_METADATA_MAX_BYTES,
        `expected at most ${CUSTOM_METADATA_MAX_BYTES} bytes of JSON (16 KB, spec §8)`,
      ),
    )
    .register(z.globalRegistry, { type: 'object', additionalProperties: {} }),
);
