/** Query parameters that make a URL a credential, including those that instrumentations hide too. */
const NAMES =
  'sig|signature|awsaccesskeyid|x-goog-signature|x-goog-credential|x-amz-signature|x-amz-credential|x-amz-security-token|token';

/** What precedes a parameter in a text: as it is, or escaped in HTML, in a URL or in JSON. */
const BEFORE = String.raw`[?&]|&amp;|%(?:25)*(?:3f|26)|\\u00(?:3f|26)`;

/** The value of such a parameter in an absolute URL. `$1` is what precedes it. */
export const SIGNING_IN_URL = new RegExp(`([?&](?:${NAMES})=)[^&#]+`, 'gi');

/** The same in a URL within any text. */
export const SIGNING_IN_TEXT = new RegExp(
  String.raw`((?:${BEFORE})(?:${NAMES})(?:=|%(?:25)*3d|\\u003d))[^&#\s"'<>\\]+`,
  'gi',
);
