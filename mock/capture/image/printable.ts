import { collapseWhiteSpace } from '../page-text.ts';

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019]/g, "'"],
  [/[\u201c\u201d]/g, '"'],
  [/\p{Pd}/gu, '-'],
  [/[\p{M}\p{Cf}]/gu, ''],
  [/[\u00a1\u00bf]/g, ''],
];

/** Brings a text as near to printable ASCII as it goes: accents dropped, quotes and dashes plain. */
export function printable(text: string): string {
  let plain = text.normalize('NFKD');
  for (const [pattern, replacement] of PLAIN) plain = plain.replace(pattern, replacement);
  return collapseWhiteSpace(plain);
}
