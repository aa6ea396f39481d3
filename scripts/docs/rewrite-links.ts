import path from 'node:path';

/** Where a link of a page leads, by the path of its target in the repository; what it says otherwise. */
export type LinkTarget = (file: string, anchor: string) => string | undefined;

const LINK = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
const FENCE = /^\s*(```|~~~)/;

function rewriteLine(line: string, page: string, targetOf: LinkTarget): string {
  return line.replaceAll(LINK, (whole, image: string, text: string, target: string) => {
    if (/^(?:[a-z]+:|\/\/|#)/i.test(target)) return whole;
    const [name = '', anchor] = target.split('#');
    const file = path.posix.join(path.posix.dirname(page), name).replace(/\/$/, '');
    const to = targetOf(file, anchor === undefined ? '' : `#${anchor}`);
    if (to !== undefined) return `${image}[${text}](${to})`;
    return image === '' ? `${text} (\`${file}\` in the repository)` : `*Picture: ${text}.*`;
  });
}

/**
 * A page with its links made over, code left alone. A link without a target becomes its text and the
 * file's name.
 *
 * @param page its path in the repository, which its links are relative to.
 */
export function rewriteLinks(text: string, page: string, targetOf: LinkTarget): string {
  let fenced = false;
  const lines = text.split('\n').map((line) => {
    if (FENCE.test(line)) fenced = !fenced;
    return fenced ? line : rewriteLine(line, page, targetOf);
  });
  return lines.join('\n');
}
