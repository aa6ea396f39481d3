import * as z from 'zod/mini';
import { exactly, schemaOf } from '../../src/contract/schema-of.ts';
import { checkInput } from '../ground/check-input.ts';
import type { CaptureInput } from './capture-input.ts';
import {
  autoShareSchema,
  declaredSchema,
  disclosureSchema,
  fieldSchema,
  imageSchema,
  renderSchema,
  signerSchema,
  submitSchema,
} from './part-schemas.ts';
import * as bounds from './value-schemas.ts';
import {
  customMetadata,
  flag,
  instant,
  list,
  milliseconds,
  name,
  pageUrl,
  text,
} from './value-schemas.ts';

/**
 * Returns the described page itself. Refuses a page that is malformed, out of bounds or impossible
 * before anything is changed.
 *
 * @throws InvalidInputError with a dotted path for each field, for example `disclosures.0.text`.
 */
export function checkCaptureInput(input: unknown): CaptureInput {
  checkInput(captureInputSchema(), input);
  return input as CaptureInput;
}

/**
 * The shape of a described page: strict at every depth, for a capture, a seed file or the control
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
      capturedAt: z.optional(instant()),
      createdAt: z.optional(instant()),
      image: z.optional(imageSchema()),
      derivedBeforeMechanism: z.optional(flag()),
      render: z.optional(renderSchema()),
      autoShare: z.optional(autoShareSchema()),
    },
    { error: 'expected a page, at least { pageUrl }' },
  ),
);

type PageChanges = Omit<CaptureInput, 'pageUrl'> & { pageUrl?: string | undefined };

/** A page, or what differs from a preset, for the control API and seed files. */
export const pageChangesSchema = schemaOf(exactly<PageChanges>, () =>
  z.partial(captureInputSchema()),
);
