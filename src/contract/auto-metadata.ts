import * as z from 'zod/mini';
import { anyText } from './any-text.ts';
import { exactly, schemaOf } from './schema-of.ts';

/** What was derived from the captured page (spec §2.3). A member is present only if it was found. */
export interface AutoMetadata {
  /** Sorted, in `+1` form. Includes numbers from the page's text, so not proof of a lead's number. */
  phones?: string[];
  /** Sorted, at most 5, from form fields identified as first names. */
  firstNames?: string[];
  /** Sorted, at most 5, from form fields identified as last names. */
  lastNames?: string[];
  /** Cut at 200 characters. */
  pageTitle?: string;
  /** Where the form is submitted, cut at 500 characters. */
  formAction?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmSource?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmMedium?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmCampaign?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmTerm?: string;
  /** From the page URL's query, cut at 200 characters. */
  utmContent?: string;
  /** From the page URL's query, cut at 200 characters. */
  gclid?: string;
  /** From the page URL's query, cut at 200 characters. */
  fbclid?: string;
  /** From the page URL's query, cut at 200 characters. */
  msclkid?: string;
}

/** What was derived from the page (spec §2.3). */
export const autoMetadataSchema = schemaOf(exactly<AutoMetadata>, () =>
  z.object({
    phones: z.exactOptional(z.array(anyText())),
    firstNames: z.exactOptional(z.array(anyText())),
    lastNames: z.exactOptional(z.array(anyText())),
    pageTitle: z.exactOptional(anyText()),
    formAction: z.exactOptional(anyText()),
    utmSource: z.exactOptional(anyText()),
    utmMedium: z.exactOptional(anyText()),
    utmCampaign: z.exactOptional(anyText()),
    utmTerm: z.exactOptional(anyText()),
    utmContent: z.exactOptional(anyText()),
    gclid: z.exactOptional(anyText()),
    fbclid: z.exactOptional(anyText()),
    msclkid: z.exactOptional(anyText()),
  }),
);
