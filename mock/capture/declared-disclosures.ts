import type { DeclaredDisclosure } from '../../src/contract/disclosure.ts';
import { DISCLOSURE_TEXT_MAX_CHARS } from '../../src/contract/limits.ts';
import { collapseWhiteSpace, cutText } from './page-text.ts';

/** Tags of elements on their own line: they separate words. */
const BLOCK_TAG = /<\/?(?:br|p|div|li|ul|ol|h[1-6]|tr|td|th|table|section|hr)\b[^<>]*>/gi;

/** Any other tag, including comments. "a < b" and "<3" are text. */
const TAG = /<[/!a-z][^<>]*>/gi;

const ENTITIES = new Map(
  Object.entries({
    '&amp;': '&',
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&apos;': "'",
    '&nbsp;': ' ',
  }),
);

function plainTextOf(language: string): string {
  const text = language
    .replace(BLOCK_TAG, ' ')
    .replace(TAG, '')
    .replace(/&(?:amp|lt|gt|quot|#39|apos|nbsp);/g, (entity) => ENTITIES.get(entity) as string);
  return collapseWhiteSpace(text);
}

/**
 * Converts what an integration declared to the form that the record carries (spec §2.3): markup
 * stripped, white space normalised, at most 5,000 characters each. Returns `undefined` if nothing
 * was declared.
 */
export function declaredDisclosuresOf(
  declared: readonly DeclaredDisclosure[] | undefined,
): DeclaredDisclosure[] | undefined {
  if (declared === undefined || declared.length === 0) return undefined;
  return declared.map(({ key, language, agreed }) => ({
    key,
    language: cutText(plainTextOf(language), DISCLOSURE_TEXT_MAX_CHARS),
    agreed,
  }));
}
