import * as z from 'zod';

/** What was derived from the captured page (spec §2.3); each member only when found. */
export interface AutoMetadata {
  /** Sorted, in `+1` form; numbers from the page's text included, so no proof of a lead's number. */
  phones?: string[];
  /** Sorted, at most 5, from form fields identified as first names. */
  firstNames?: string[];
  /** Sorted, at most 5, from form fields identified as last names. */
  lastNames?: string[];
  /** Cut at 200 characters. */
  pageTitle?: string;
  /** Where the form goes, cut at 500 characters. */
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

const text = z.string();

/** What was derived from the page (spec §2.3). */
export const autoMetadataSchema = z.object({
  phones: z.array(text).exactOptional(),
  firstNames: z.array(text).exactOptional(),
  lastNames: z.array(text).exactOptional(),
  pageTitle: text.exactOptional(),
  formAction: text.exactOptional(),
  utmSource: text.exactOptional(),
  utmMedium: text.exactOptional(),
  utmCampaign: text.exactOptional(),
  utmTerm: text.exactOptional(),
  utmContent: text.exactOptional(),
  gclid: text.exactOptional(),
  fbclid: text.exactOptional(),
  msclkid: text.exactOptional(),
}) satisfies z.ZodType<AutoMetadata>;
