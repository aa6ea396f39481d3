import * as z from 'zod/mini';
import type { DeclaredDisclosure } from '../../src/contract/disclosure.ts';
import { SHARE_EXPIRY_MAX_MS } from '../../src/contract/limits.ts';
import { exactly, schemaOf } from '../../src/contract/schema-of.ts';
import type { Geo } from '../../src/contract/signer-telemetry.ts';
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
import * as bounds from './value-schemas.ts';
import { flag, list, milliseconds, name, text } from './value-schemas.ts';

const checkboxState = schemaOf(exactly<CheckboxState>, () =>
  z.enum(['checked', 'unchecked', 'unreadable'], {
    error: 'expected "checked", "unchecked" or "unreadable"',
  }),
);

/** A field of the form. */
export const fieldSchema = schemaOf(exactly<CapturedField>, () =>
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

/** A disclosure beside the form, with its checkboxes. */
export const disclosureSchema = schemaOf(exactly<CapturedDisclosure>, () =>
  z.strictObject(
    {
      key: z.optional(name()),
      text: text(bounds.DISCLOSURE_INPUT_MAX_CHARS).check(
        z.regex(/\S/, 'expected some text: without it there is no disclosure'),
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

/** The button that was pressed. */
export const submitSchema = schemaOf(exactly<CapturedSubmit>, () =>
  z.strictObject(
    { label: z.optional(text(bounds.LABEL_MAX_CHARS)), nodeId: z.optional(name()) },
    { error: 'expected { label?, nodeId? }, or null if no submission was detected' },
  ),
);

/** A disclosure as the page's own code declares it. */
export const declaredSchema = schemaOf(exactly<DeclaredDisclosure>, () =>
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

/** Who filled in the form, and where. */
export const signerSchema = schemaOf(exactly<CapturedSigner>, () =>
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

const BASE64 = 'expected standard base64 with its padding';

/** The evidence image. */
export const imageSchema = schemaOf(exactly<CapturedImage>, () =>
  z.strictObject(
    {
      contentType: text(bounds.NAME_MAX_CHARS).check(
        z.regex(/^[\w.+-]+\/[\w.+-]+$/, 'expected a MIME type, such as "image/png"'),
      ),
      base64: text(bounds.IMAGE_BASE64_MAX_CHARS, 1).check(
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/, { error: BASE64, abort: true }),
        z.refine((base64) => base64.length % 4 === 0, BASE64),
      ),
    },
    { error: 'expected an image { contentType, base64 }' },
  ),
);

/** When the record is rendered. */
export const renderSchema = schemaOf(exactly<RenderPlan>, () =>
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

/** Whether it is shared immediately, and for how long. */
export const autoShareSchema = schemaOf(exactly<NonNullable<CaptureInput['autoShare']>>, () =>
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
