/** What stands in place of a secret. */
export const MASK = '[redacted]';

/** Whose request it is, as its headers tell. */
export interface Sender {
  /** It comes from a client of this package. */
  readonly ours: boolean;
  /** It takes anything, as the client does for an image, whose whole address is signed. */
  readonly isImage: boolean;
}

/** A share token in a path; `shares` of another API than `/v1` are none of ours. */
const TOKEN = /(\/v1\/+(?:package-)?shares\/+)[^/?#]+/gi;

/** The same, escaped once or more, as in the query of a form that a lead came with. */
const ESCAPED_TOKEN = /(%(?:25)*2fv1(?:%(?:25)*2f)+(?:package-)?shares(?:%(?:25)*2f)+)[^&#]+/gi;

/** Parameters that make an address a credential, those that instrumentations hide by themselves included. */
const SIGNING =
  /([?&](?:sig|signature|awsaccesskeyid|x-goog-signature|x-goog-credential|x-amz-signature|x-amz-credential|x-amz-security-token|token)=)[^&#]+/gi;

/** An absolute URL without what may not be shown of it. */
export function hideInUrl(href: string, { ours, isImage }: Sender): string {
  if (ours && isImage) return href.replace(/^([^/]*\/\/[^/?#]*)[^]*$/, `$1/${MASK}`);
  const shown = href
    .replace(TOKEN, `$1${MASK}`)
    .replace(ESCAPED_TOKEN, `$1${MASK}`)
    .replace(SIGNING, `$1${MASK}`);
  return ours ? shown.replace(/\?[^#]*/, `?${MASK}`) : shown;
}
