import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { slugOf } from './docs/slug-of.ts';

/** A link that leads nowhere: the page, and its target as it stands there. */
export interface DeadLink {
  readonly page: string;
  readonly target: string;
}

const anchors = new Map<string, ReadonlySet<string>>();

/** What a link into `file` can name behind its `#`. */
export function anchorsOf(file: string): ReadonlySet<string> {
  const known = anchors.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const found = file.endsWith('.md')
    ? [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))
    : [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
  const set = new Set(found);
  anchors.set(file, set);
  return set;
}

function targetsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  if (page.endsWith('.html')) {
    return [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
  }
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

function isDead(page: string, target: string, root: string): boolean {
  if (/^(?:[a-z]+:|\/\/)/i.test(target)) return false;
  const [file = '', anchor] = target.replaceAll('&amp;', '&').split('#');
  const [name = ''] = file.split('?');
  const from = name.startsWith('/') ? root : path.dirname(page);
  const to = name === '' ? page : path.join(from, decodeURIComponent(name));
  if (!existsSync(to)) return true;
  const whole = statSync(to).isDirectory() ? path.join(to, 'index.html') : to;
  if (!anchor || !existsSync(whole) || !/\.(?:md|html)$/.test(whole)) return false;
  return !anchorsOf(whole).has(decodeURIComponent(anchor));
}

/**
 * The links of Markdown or HTML pages that lead to no file, or to no heading of it. Others' sites are
 * not asked.
 *
 * @param root what a link that begins with a slash is relative to.
 */
export function deadLinks(pages: readonly string[], root = '.'): DeadLink[] {
  return pages.flatMap((page) =>
    targetsOf(page)
      .filter((target) => isDead(page, target, root))
      .map((target) => ({ page, target })),
  );
}
