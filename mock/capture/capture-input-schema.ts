import * as z from 'zod/mini';
import type { DeclaredDisclosure } from '../../src/contract/disclosure.ts';
import { CUSTOM_METADATA_MAX_BYTES, SHARE_EXPIRY_MAX_MS } from '../../src/contract/limits.ts';
import { exactly, schemaOf } from '../../src/contract/schema-of.ts';
import type { Geo } from '../../src/contract/signer-telemetry.ts';
import * as bounds from './capture-bounds.ts';
import type {
  CapturedDisclosure,
  CapturedField,
  CapturedImage,
  CapturedSigner,
  CapturedSubmit,
  CaptureInput,
  CheckboxState,
  RenderPlan,
} from './capture-input.ts';

function text(maxChars: number, minChars = 0) {
  return z
    .string({ error: 'expected a string' })
    .check(
      z.minLength(minChars, `expected at least ${minChars} character`),
      z.maxLength(maxChars, `expected at most ${maxChars} characters`),
    );
}

function list<T extends z.ZodMiniType>(entry: T, max: number, of: string) {
  return z
    .array(entry, { error: `expected a list of ${of}` })
    .check(z.maxLength(max, `expected at most ${max} ${of}`));
}

const name = schemaOf(exactly<string>, () => text(bounds.NAME_MAX_CHARS, 1));
const flag = schemaOf(exactly<boolean>, () => z.boolean({ error: 'expected true or false' }));
const milliseconds = schemaOf(exactly<number>, () =>
  z
    .number({ error: 'expected a finite number of milliseconds' })
    .check(
      z.minimum(0, 'expected 0 milliseconds or more'),
      z.maximum(8.64e15, 'expected at most 8.64e15 milliseconds, the last instant of a Date'),
    ),
);

/** A host such as `.` or `a..example` is a URL's and no domain's. */
function isPageUrl(url: string): boolean {
  if (url !== url.trim() || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const labels = new URL(url).hostname.replace(/\.$/, '').split('.');
  return labels.every((label) => label !== '');
}

const pageUrl = schemaOf(exactly<string>, () =>
  text(bounds.PAGE_URL_MAX_CHARS).check(
    z.refine(
      isPageUrl,
      'expected an absolute http:// or https:// URL, such as "https://quotes.example.com/solar"',
    ),
  ),
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

const customMetadata = schemaOf(exactly<Record<string, unknown>>, () =>
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
    ),
);

const checkboxState = schemaOf(exactly<CheckboxState>, () =>
  z.enum(['checked', 'unchecked', 'unreadable'], {
    error: 'expected "checked", "unchecked" or "unreadable"',
  }),
);

const fieldSchema = schemaOf(exactly<CapturedField>, () =>
  z.strictObject(
    {
      name: name(),
      type: z.optional(text(bounds.NAME_MAX_CHARS)),
      autocomplete: z.optional(text(bounds.NAME_MAX_CHARS)),
      value: text(bounds.FIELD_VALUE_MAX_CHARS),
    },
    { error: 'expected a field { name, type?, autocomplete?, value }' },
  ),
);

const disclosureSchema = schemaOf(exactly<CapturedDisclosure>, () =>
  z.strictObject(
    {
      key: z.optional(name()),
      text: text(bounds.DISCLOSURE_INPUT_MAX_CHARS).check(
        z.refine(
          (wording) => wording.trim() !== '',
          'expected some text: without it there is no disclosure',
        ),
      ),
      checkbox: z.optional(
        z.union(
          [
            checkboxState(),
            list(checkboxState(), bounds.CHECKBOXES_PER_DISCLOSURE_MAX, 'checkboxes').check(
              z.minLength(1, 'expected at least 1 checkbox; leave it out if there is none'),
            ),
          ],
          { error: 'expected "checked", "unchecked", "unreadable" or a list of these' },
        ),
      ),
    },
    { error: 'expected a disclosure { key?, text, checkbox? }' },
  ),
);

const submitSchema = schemaOf(exactly<CapturedSubmit>, () =>
  z.strictObject(
    { label: z.optional(text(bounds.LABEL_MAX_CHARS)), nodeId: z.optional(name()) },
    { error: 'expected { label?, nodeId? }, or null if no submission was detected' },
  ),
);

const declaredSchema = schemaOf(exactly<DeclaredDisclosure>, () =>
  z.strictObject(
    { key: name(), language: text(bounds.DISCLOSURE_INPUT_MAX_CHARS), agreed: flag() },
    { error: 'expected a declared disclosure { key, language, agreed }' },
  ),
);

const degrees = (most: number) =>
  z
    .number({ error: 'expected a number of degrees' })
    .check(
      z.minimum(-most, `expected ${-most} to ${most} degrees`),
      z.maximum(most, `expected ${-most} to ${most} degrees`),
    );

const geoSchema = schemaOf(exactly<Geo>, () =>
  z.strictObject(
    {
      countryCode: z.exactOptional(name()),
      region: z.exactOptional(name()),
      city: z.exactOptional(name()),
      latitude: z.exactOptional(degrees(90)),
      longitude: z.exactOptional(degrees(180)),
      accuracyRadiusKm: z.exactOptional(
        z.number({ error: 'expected kilometres' }).check(z.minimum(0)),
      ),
      source: z.exactOptional(name()),
    },
    { error: 'expected a place { countryCode, region, city, … }, or null' },
  ),
);

const signerSchema = schemaOf(exactly<CapturedSigner>, () =>
  z.strictObject(
    {
      ip: z.optional(z.nullable(name())),
      userAgent: z.optional(z.nullable(text(bounds.USER_AGENT_MAX_CHARS))),
      ipChain: z.optional(list(name(), bounds.IP_CHAIN_MAX, 'addresses')),
      geo: z.optional(z.nullable(geoSchema())),
    },
    { error: 'expected { ip?, userAgent?, ipChain?, geo? }, or null if none was recorded' },
  ),
);

const imageSchema = schemaOf(exactly<CapturedImage>, () =>
  z.strictObject(
    {
      contentType: text(bounds.NAME_MAX_CHARS).check(
        z.regex(/^[\w.+-]+\/[\w.+-]+$/, 'expected a MIME type, such as "image/png"'),
      ),
      base64: text(bounds.IMAGE_BASE64_MAX_CHARS, 1).check(
        z.refine(
          (base64) => base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64),
          'expected standard base64 with its padding',
        ),
      ),
    },
    { error: 'expected an image { contentType, base64 }' },
  ),
);

const renderSchema = schemaOf(exactly<RenderPlan>, () =>
  z.union(
    [
      z.enum(['complete', 'manual']),
      z.strictObject({ afterMs: milliseconds() }),
      z.strictObject({
        afterReceives: z.int().check(z.minimum(0), z.maximum(bounds.PENDING_RECEIVES_MAX)),
      }),
    ],
    {
      error: `expected "complete", "manual", { afterMs } (0 or more) or { afterReceives } (a whole number up to ${bounds.PENDING_RECEIVES_MAX})`,
    },
  ),
);

const autoShareSchema = schemaOf(exactly<NonNullable<CaptureInput['autoShare']>>, () =>
  z.union(
    [
      flag(),
      z.strictObject({
        expiresInMs: z.number().check(z.positive(), z.maximum(SHARE_EXPIRY_MAX_MS)),
      }),
    ],
    {
      error: `expected true, false or { expiresInMs }, more than 0 and at most ${SHARE_EXPIRY_MAX_MS} (2 years)`,
    },
  ),
);

/**
 * The shape of a described page: strict at every depth, for a capture, a seed file or a control
 * API. Check with `checkCaptureInput`, which names the field and the nearest known name.
 */
export const captureInputSchema = schemaOf(exactly<CaptureInput>, () =>
  z.strictObject(
    {
      pageUrl: pageUrl(),
      pageTitle: z.optional(text(bounds.PAGE_TITLE_INPUT_MAX_CHARS)),
      formAction: z.optional(text(bounds.FORM_ACTION_INPUT_MAX_CHARS)),
      pageText: z.optional(text(bounds.PAGE_TEXT_MAX_CHARS)),
      fields: z.optional(list(fieldSchema(), bounds.FIELDS_MAX, 'fields')),
      disclosures: z.optional(
        list(disclosureSchema(), bounds.DISCLOSURES_INPUT_MAX, 'disclosures'),
      ),
      misconfiguredCheckbox: z.optional(flag()),
      submit: z.optional(z.nullable(submitSchema())),
      declaredDisclosures: z.optional(
        list(declaredSchema(), bounds.DECLARED_DISCLOSURES_MAX, 'declared disclosures'),
      ),
      customMetadata: z.optional(customMetadata()),
      signer: z.optional(z.nullable(signerSchema())),
      clientTimezone: z.optional(name()),
      timeOnPageMs: z.optional(milliseconds()),
      sessionId: z.optional(name()),
      packageId: z.optional(name()),
      subGroupIds: z.optional(list(name(), bounds.SUB_GROUP_IDS_MAX, 'sub-group identifiers')),
      devMode: z.optional(flag()),
      capturedAt: z.optional(milliseconds()),
      createdAt: z.optional(milliseconds()),
      image: z.optional(imageSchema()),
      derivedBeforeMechanism: z.optional(flag()),
      render: z.optional(renderSchema()),
      autoShare: z.optional(autoShareSchema()),
    },
    { error: 'expected a page, at least { pageUrl }' },
  ),
);
