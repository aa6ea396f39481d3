/** A heading of a page, and what stands below it up to the next heading. */
export interface Section {
  readonly level: number;
  readonly heading: string;
  /** As the site makes it; empty for what stands before the first heading. */
  readonly anchor: string;
  readonly text: string;
}

/** As GitHub and the site make the anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Splits a page at its headings, which in a code block are none. */
export function sectionsOf(page: string): Section[] {
  const sections: { head: string; lines: string[] }[] = [{ head: '', lines: [] }];
  let isCode = false;
  for (const line of page.split('\n')) {
    if (/^ *(?:```|:::)/.test(line) && line.includes('```')) isCode = !isCode;
    if (!isCode && /^#{1,6} /.test(line)) sections.push({ head: line, lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ head, lines }) => {
    const heading = head.replace(/^#+ /, '');
    const level = head.length - head.replace(/^#+/, '').length;
    return { level, heading, anchor: anchorOf(heading), text: lines.join('\n').trim() };
  });
}

/** Returns the texts of a section and of those inside it. */
export function wholeSection(sections: readonly Section[], found: Section): string[] {
  const rest = sections.slice(sections.indexOf(found) + 1);
  const end = rest.findIndex(({ level }) => level <= found.level);
  return [found, ...rest.slice(0, end < 0 ? undefined : end)].map(({ text }) => text);
}

const EXCERPT_MAX_CHARS = 100;

/**
 * Returns `page#anchor  the sentence with most of the words`, or `undefined` if the section lacks
 * one of them.
 */
export function lineIn(
  section: Section,
  words: readonly string[],
  page: string,
): string | undefined {
  const text = section.text.toLowerCase();
  if (!words.every((word) => text.includes(word))) return undefined;
  const count = (line: string): number =>
    words.filter((word) => line.toLowerCase().includes(word)).length;
  const lines = section.text.split('\n').filter((line) => !/^(?:#|```|:::|<!--)/.test(line));
  const [best = section.heading] = lines.toSorted((a, b) => count(b) - count(a));
  const from = Math.max(0, best.toLowerCase().indexOf(words[0] ?? '') - EXCERPT_MAX_CHARS / 2);
  const excerpt = best.slice(from, from + EXCERPT_MAX_CHARS).trim();
  const place = section.anchor === '' ? page : `${page}#${section.anchor}`;
  return `${place}  ${from > 0 ? '…' : ''}${excerpt}${from + EXCERPT_MAX_CHARS < best.length ? '…' : ''}`;
}
