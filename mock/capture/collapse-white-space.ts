/** Makes every run of white space, no-break and line-breaking ones included, one space; trims. */
export function collapseWhiteSpace(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
