import { SIGNING_IN_URL } from '../transport/signing-parameters.ts';

/** The replacement for a secret. */
export const MASK = '[redacted]';

/** What the headers say about a request. */
export interface Sender {
  /** Whether it comes from a client of this package. */
  readonly ours: boolean;
  /** Whether it accepts any type, as the client does for images. Image URLs are signed. */
  readonly isImage: boolean;
}

/** A share token in a path. `shares` outside `/v1` belong to other APIs. */
const TOKEN = /(\/v1\/+(?:package-)?shares\/+)[^/?#]+/gi;

/** A share token in an escaped URL, such as in the query of a form that delivers a lead. */
const ESCAPED_TOKEN = /(%(?:25)*2fv1(?:%(?:25)*2f)+(?:package-)?shares(?:%(?:25)*2f)+)[^&#]+/gi;

/** Returns an absolute URL without its secrets. */
export function hideInUrl(href: string, { ours, isImage }: Sender): string {
  if (ours && isImage) return href.replace(/^([^/]*\/\/[^/?#]*)[^]*$/, `$1/${MASK}`);
  const shown = href
    .replace(TOKEN, `$1${MASK}`)
    .replace(ESCAPED_TOKEN, `$1${MASK}`)
    .replace(SIGNING_IN_URL, `$1${MASK}`);
  return ours ? shown.replace(/\?[^#]*/, `?${MASK}`) : shown;
}
