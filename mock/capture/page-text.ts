/**
 * Replaces every run of white space, including no-break spaces and line breaks, with one space;
 * trims.
 */
export function collapseWhiteSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/**
 * Cuts `text` at `maxChars` characters, counted as the platform counts them (UTF-16 units). A
 * character that takes two units is dropped rather than split.
 */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const splitsPair =
    isHighSurrogate(text.charCodeAt(maxChars - 1)) && /^[\udc00-\udfff]/.test(text[maxChars] ?? '');
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars);
}
