/** Returns GitHub's slug of a heading. */
export function slugOf(heading: string): string {
  const plain = heading.replaceAll(/`|\[|\]\([^)]*\)/g, '').toLowerCase();
  return plain
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
