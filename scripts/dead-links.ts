import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { slugOf } from './docs/slug-of.ts';

/** A broken link: its page, and its target as written there. */
export interface DeadLink {
  readonly page: string;
  readonly target: string;
}

const anchors = new Map<string, ReadonlySet<string>>();

/** Returns the anchors of `file`: what a link can name after its `#`. */
export function anchorsOf(file: string): ReadonlySet<string> {
  const known = anchors.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8');
  const found = file.endsWith('.md')
    ? [
        ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading)),
        ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
      ]
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
 * Finds links of Markdown or HTML pages to a missing file or heading. Links to other sites are not
 * checked.
 *
 * @param root the folder that links with a leading slash are relative to.
 */
export function deadLinks(pages: readonly string[], root = '.'): DeadLink[] {
  return pages.flatMap((page) =>
    targetsOf(page)
      .filter((target) => isDead(page, target, root))
      .map((target) => ({ page, target })),
  );
}
