import { placeholderIn } from '../options/is-no-value.ts';

// Functions, so that the Unicode sets of these patterns are compiled on use and not at every start.

const visible = () => /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * What Unicode shows nothing for, such as soft hyphens, zero-width spaces and direction marks, and
 * control characters other than white space. Emoji need the variation selectors and the tags.
 */
const invisible = () => /(?![\u200c\u200d\ufe0e\ufe0f\u{e0020}-\u{e007f}])\p{DI}|(?!\s)\p{Cc}/u;

/** Zero-width joiners, except where a script or an emoji needs them. */
const joiner = () =>
  /(?<=[\p{Script=Latin}\p{Nd}\p{P}\s])[\u200c\u200d]|[\u200c\u200d](?=[\p{Script=Latin}\p{Nd}\p{P}\s]|$)/u;

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/i;
const TAG = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>|<!--/i;

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Returns why no text of a page contains this phrase, or `undefined`. White space at its ends is
 * trimmed before it is compared (spec §2.7).
 */
export function phraseFlaw(phrase: string): string | undefined {
  const text = phrase.trim();
  if (!visible().test(text)) return 'has no visible character';
  const placeholder = placeholderIn(text);
  if (placeholder !== undefined)
    return `contains ${placeholder}, which a template should have replaced`;
  const [entity] = ENTITY.exec(text) ?? [];
  if (entity !== undefined) return `contains the HTML entity ${entity}`;
  const [tag] = TAG.exec(text) ?? [];
  if (tag !== undefined) return `contains the HTML tag ${tag}`;
  const [hidden] = invisible().exec(text) ?? joiner().exec(text) ?? [];
  return hidden === undefined ? undefined : `contains the invisible ${codePoint(hidden)}`;
}
