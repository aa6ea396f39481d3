import { rememberAnswers } from '../../ground/lru-cache.ts';
import { collapseWhiteSpace } from '../page-text.ts';

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019]/g, "'"],
  [/[\u201c\u201d]/g, '"'],
  [/\p{Pd}/gu, '-'],
  [/[\p{M}\p{Cf}]/gu, ''],
  [/[\u00a1\u00bf]/g, ''],
];

/**
 * Brings a text as close to printable ASCII as possible: accents dropped, quotes and dashes plain.
 * Results are cached, because the pages of one form have the same texts.
 */
export const printable = rememberAnswers((text) => {
  let plain = text.normalize('NFKD');
  for (const [pattern, replacement] of PLAIN) plain = plain.replace(pattern, replacement);
  return collapseWhiteSpace(plain);
});
