/** Makes every run of white space, no-break and line-breaking ones included, one space; trims. */
export function collapseWhiteSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Cuts `text` at `maxChars` characters, counted as the platform counts them (UTF-16 units). A
 * character that takes two is left out whole rather than split.
 */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const splitsPair =
    isHighSurrogate(text.charCodeAt(maxChars - 1)) && /^[\udc00-\udfff]/.test(text[maxChars] ?? '');
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars);
}
