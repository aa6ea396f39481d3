import * as z from 'zod';
import { CUSTOM_METADATA_MAX_BYTES, SHARE_EXPIRY_MAX_MS } from '../../src/contract/limits.ts';
import * as bounds from './capture-bounds.ts';
import type { CaptureInput } from './capture-input.ts';

function text(maxChars: number, minChars = 0) {
  return z
    .string({ error: 'expected a string' })
    .min(minChars, `expected at least ${minChars} character`)
    .max(maxChars, `expected at most ${maxChars} characters`);
}

function list<T extends z.ZodType>(entry: T, max: number, of: string) {
  return z
    .array(entry, { error: `expected a list of ${of}` })
    .max(max, `expected at most ${max} ${of}`);
}

const name = text(bounds.NAME_MAX_CHARS, 1);
const flag = z.boolean({ error: 'expected true or false' });
const milliseconds = z
  .number({ error: 'expected a finite number of milliseconds' })
  .min(0, 'expected 0 milliseconds or more')
  .max(8.64e15, 'expected at most 8.64e15 milliseconds, the last instant of a Date');

/** A host such as `.` or `a..example` is a URL's and no domain's. */
function isPageUrl(url: string): boolean {
  if (url !== url.trim() || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  return labels.every((label) => label !== '');
}

const pageUrl = text(bounds.PAGE_URL_MAX_CHARS).refine(
  isPageUrl,
  'expected an absolute http:// or https:// URL, as "https://quotes.example.com/solar"',
);

/** The size of custom data as JSON in UTF-8 bytes; `undefined` where it is not a JSON object. */
function jsonBytesOf(custom: unknown): number | undefined {
  if (typeof custom !== 'object' || custom === null || Array.isArray(custom)) return undefined;
  try {
    const json: unknown = JSON.stringify(custom);
    if (typeof json !== 'string' || !json.startsWith('{')) return undefined;
    return new TextEncoder().encode(json).length;
  } catch {
    return undefined;
  }
}

const customMetadata = z
  .custom<Record<string, unknown>>((custom) => jsonBytesOf(custom) !== undefined, {
    error: 'expected an object that JSON can carry',
    abort: true,
  })
  .refine(
    (custom) => (jsonBytesOf(custom) ?? 0) <= CUSTOM_METADATA_MAX_BYTES,
    `expected at most ${CUSTOM_METADATA_MAX_BYTES} bytes of JSON (16 KB, spec §8)`,
  );

const checkboxState = z.enum(['checked', 'unchecked', 'unreadable'], {
  error: 'expected "checked", "unchecked" or "unreadable"',
});

const fieldSchema = z.strictObject(
  {
    name,
    type: text(bounds.NAME_MAX_CHARS).optional(),
    autocomplete: text(bounds.NAME_MAX_CHARS).optional(),
    value: text(bounds.FIELD_VALUE_MAX_CHARS),
  },
  { error: 'expected a field { name, type?, autocomplete?, value }' },
);

const disclosureSchema = z.strictObject(
  {
    key: name.optional(),
    text: text(bounds.DISCLOSURE_INPUT_MAX_CHARS).refine(
      (wording) => wording.trim() !== '',
      'expected a wording: a page without one has no disclosure here',
    ),
    checkbox: z
      .union(
        [
          checkboxState,
          list(checkboxState, bounds.CHECKBOXES_PER_DISCLOSURE_MAX, 'checkboxes').min(
            1,
            'expected at least 1 checkbox; leave it out where none is bound',
          ),
        ],
        { error: 'expected "checked", "unchecked", "unreadable" or a list of these' },
      )
      .optional(),
  },
  { error: 'expected a disclosure { key?, text, checkbox? }' },
);

const submitSchema = z.strictObject(
  { label: text(bounds.LABEL_MAX_CHARS).optional(), nodeId: name.optional() },
  { error: 'expected { label?, nodeId? }, or null where no submission was detected' },
);

const declaredSchema = z.strictObject(
  { key: name, language: text(bounds.DISCLOSURE_INPUT_MAX_CHARS), agreed: flag },
  { error: 'expected a declared disclosure { key, language, agreed }' },
);

const degrees = (most: number) =>
  z
    .number({ error: 'expected a number of degrees' })
    .min(-most, `expected ${-most} to ${most} degrees`)
    .max(most, `expected ${-most} to ${most} degrees`);

const geoSchema = z.strictObject(
  {
    countryCode: name.exactOptional(),
    region: name.exactOptional(),
    city: name.exactOptional(),
    latitude: degrees(90).exactOptional(),
    longitude: degrees(180).exactOptional(),
    accuracyRadiusKm: z.number({ error: 'expected kilometres' }).min(0).exactOptional(),
    source: name.exactOptional(),
  },
  { error: 'expected a place { countryCode, region, city, … }, or null' },
);

const signerSchema = z.strictObject(
  {
    ip: name.nullable().optional(),
    userAgent: text(bounds.USER_AGENT_MAX_CHARS).nullable().optional(),
    ipChain: list(name, bounds.IP_CHAIN_MAX, 'addresses').optional(),
    geo: geoSchema.nullable().optional(),
  },
  { error: 'expected { ip?, userAgent?, ipChain?, geo? }, or null where none was recorded' },
);

const imageSchema = z.strictObject(
  {
    contentType: text(bounds.NAME_MAX_CHARS).regex(
      /^[\w.+-]+\/[\w.+-]+$/,
      'expected a MIME type, as "image/png"',
    ),
    base64: text(bounds.IMAGE_BASE64_MAX_CHARS, 1).refine(
      (base64) => base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64),
      'expected standard base64 with its padding',
    ),
  },
  { error: 'expected an image { contentType, base64 }' },
);

const renderSchema = z.union(
  [
    z.enum(['complete', 'manual']),
    z.strictObject({ afterMs: milliseconds }),
    z.strictObject({ afterReceives: z.int().min(0).max(bounds.PENDING_RECEIVES_MAX) }),
  ],
  {
    error: `expected "complete", "manual", { afterMs } (0 or more) or { afterReceives } (a whole number up to ${bounds.PENDING_RECEIVES_MAX})`,
  },
);

const autoShareSchema = z.union(
  [flag, z.strictObject({ expiresInMs: z.number().positive().max(SHARE_EXPIRY_MAX_MS) })],
  {
    error: `expected true, false or { expiresInMs }, more than 0 and at most ${SHARE_EXPIRY_MAX_MS} (2 years)`,
  },
);

/**
 * The shape of a described page: strict at every depth, for a capture, a seed file or a control
 * API. Check with `checkCaptureInput`, which names the field and the nearest known name.
 */
export const captureInputSchema = z.strictObject(
  {
    pageUrl,
    pageTitle: text(bounds.PAGE_TITLE_INPUT_MAX_CHARS).optional(),
    formAction: text(bounds.FORM_ACTION_INPUT_MAX_CHARS).optional(),
    pageText: text(bounds.PAGE_TEXT_MAX_CHARS).optional(),
    fields: list(fieldSchema, bounds.FIELDS_MAX, 'fields').optional(),
    disclosures: list(disclosureSchema, bounds.DISCLOSURES_INPUT_MAX, 'disclosures').optional(),
    misconfiguredCheckbox: flag.optional(),
    submit: submitSchema.nullable().optional(),
    declaredDisclosures: list(
      declaredSchema,
      bounds.DECLARED_DISCLOSURES_MAX,
      'declared disclosures',
    ).optional(),
    customMetadata: customMetadata.optional(),
    signer: signerSchema.nullable().optional(),
    clientTimezone: name.optional(),
    timeOnPageMs: milliseconds.optional(),
    sessionId: name.optional(),
    packageId: name.optional(),
    subGroupIds: list(name, bounds.SUB_GROUP_IDS_MAX, 'sub-group identifiers').optional(),
    devMode: flag.optional(),
    capturedAt: milliseconds.optional(),
    createdAt: milliseconds.optional(),
    image: imageSchema.optional(),
    derivedBeforeMechanism: flag.optional(),
    render: renderSchema.optional(),
    autoShare: autoShareSchema.optional(),
  },
  { error: 'expected a described page, at least { pageUrl }' },
) satisfies z.ZodType<CaptureInput>;
