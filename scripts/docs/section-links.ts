import { readFileSync } from 'node:fs';

/** The page with the specification, section by section. */
export const SPECIFICATION = 'docs/guides/specification.md';

const ANCHOR = /<a id="(s\d[\d-]*)"><\/a>/g;
/** A section, with a rule if one is named. What the section is of stands before it, as in `RFC 9112 §3.2.2`. */
const SECTION = /(?<!\[[^\]]*)(?<!RFC \d+ )§(\d+(?:\.\d+)*)(?: rule (\d+))?/g;
/** Code, and links that are links already. */
const APART = /(`[^`]*`|!?\[(?:[^\][]|\[[^\]]*\])*\]\([^)]*\)|<[^>]*>)/;
const FENCE = /^\s*(```|~~~)/;

let known: ReadonlySet<string> | undefined;

/** Returns every anchor of the page. */
export function sectionAnchors(): ReadonlySet<string> {
  const text = readFileSync(SPECIFICATION, 'utf8');
  return (known ??= new Set([...text.matchAll(ANCHOR)].map(([, id = '']) => id)));
}

/**
 * Returns the anchor of a section on that page: `s4-6` for 4.6, `s4-6-5` for its rule 5; `undefined`
 * if the specification has no such section.
 */
export function anchorOf(section: string, rule?: string): string | undefined {
  const anchor = ['s' + section.replaceAll('.', '-'), rule].filter(Boolean).join('-');
  return sectionAnchors().has(anchor) ? anchor : undefined;
}

/**
 * Replaces each section that a text names by a link to it, unless the specification has no such section.
 *
 * @param link makes it, from what stands in the text, the section, and its anchor.
 */
export function linkedSections(
  text: string,
  link: (named: string, section: string, anchor: string) => string,
): string {
  return text.replaceAll(SECTION, (named, section: string, rule?: string) => {
    const anchor = anchorOf(section, rule);
    return anchor === undefined ? named : link(named, section, anchor);
  });
}

/**
 * Links each section that a Markdown text names to the page with the specification, but not in code,
 * headings and links.
 *
 * @param page the address of that page, as seen from the text.
 */
export function withSectionLinks(text: string, page: string): string {
  const linked = (part: string): string =>
    linkedSections(part, (named, _, anchor) => `[${named}](${page}#${anchor})`);
  let isFenced = false;
  const lines = text.split('\n').map((line) => {
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced || line.startsWith('#')) return line;
    return line
      .split(APART)
      .map((part, index) => (index % 2 === 0 ? linked(part) : part))
      .join('');
  });
  return lines.join('\n');
}
