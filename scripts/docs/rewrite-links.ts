import path from 'node:path';

/** Returns the new target of a link by its path in the repository; `undefined` if there is none. */
export type LinkTarget = (file: string, anchor: string) => string | undefined;

const LINK = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
/** Nothing but links in parentheses, such as the tests of a statement. */
const ONLY_LINKS = /\((\[[^\][]+\]\([^)\s]+\)(?:, )?)+\)/g;
const FENCE = /^\s*(```|~~~)/;

function rewriteLine(line: string, page: string, targetOf: LinkTarget): string {
  const linked = (part: string, fallback: (text: string, file: string) => string): string =>
    part.replaceAll(LINK, (whole, image: string, text: string, target: string) => {
      if (/^(?:[a-z]+:|\/\/|#)/i.test(target)) return whole;
      const [name = '', anchor] = target.split('#');
      const file = path.posix.join(path.posix.dirname(page), name).replace(/\/$/, '');
      const to = targetOf(file, anchor === undefined ? '' : `#${anchor}`);
      if (to !== undefined) return `${image}[${text}](${to})`;
      return image === '' ? fallback(text, file) : `*Picture: ${text}.*`;
    });
  const bare = line.replaceAll(ONLY_LINKS, (part) => linked(part, (_, file) => `\`${file}\``));
  return linked(bare, (text, file) => `${text} (\`${file}\` in the repository)`);
}

/**
 * Rewrites the links of a page, but not those in code. A link without a target becomes its text and
 * the file's name, or only the name where parentheses hold nothing but links.
 *
 * @param page its path in the repository; its links are relative to it.
 */
export function rewriteLinks(text: string, page: string, targetOf: LinkTarget): string {
  let fenced = false;
  const lines = text.split('\n').map((line) => {
    if (FENCE.test(line)) fenced = !fenced;
    return fenced ? line : rewriteLine(line, page, targetOf);
  });
  return lines.join('\n');
}
