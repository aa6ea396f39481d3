import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rewriteLinks } from './docs/rewrite-links.ts';
import { shippedAs, shippedPages } from './docs/shipped-pages.ts';

/**
 * The parts of the package besides its README; some do not exist until they are generated. The
 * changelog is on the site: it grows with each release, and the package has a size budget.
 */
const PARTS = ['dist', 'package.json', 'LICENSE', 'THIRD-PARTY-LICENSES.txt'];

/** Returns a page's URL: `https://docs.example/guides/webhooks.html` for `guides/webhooks.md`. */
function onSite(homepage: string, page: string): string {
  const [name = '', anchor] = page.split('#');
  const file = name === 'errors.md' ? 'errors/' : name.replace(/\.md$/, '.html');
  return `${homepage.replace(/\/$/, '')}/${file}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Rewrites the README's links to work outside the repository: into the site, if it has an address. */
export function packagedReadme(text: string, homepage: string | undefined): string {
  const shipped = new Set(shippedPages());
  return rewriteLinks(text, 'README.md', (file, anchor) => {
    if (PARTS.includes(file)) return file + anchor;
    if (file.startsWith('docs/assets/')) {
      return homepage && `${homepage.replace(/\/$/, '')}/${file.replace('docs/', '')}`;
    }
    if (!shipped.has(file)) return undefined;
    const page = shippedAs(file) + anchor;
    return homepage === undefined ? `dist/docs/${page}` : onSite(homepage, page);
  });
}

/** Rewrites the links of the rules for assistants to the pages in the package. */
export function packagedSkill(text: string): string {
  const shipped = new Set(shippedPages());
  return rewriteLinks(text, 'docs/SKILL.md', (file, anchor) =>
    shipped.has(file) ? `../../dist/docs/${shippedAs(file)}${anchor}` : undefined,
  );
}

/** Lays out the package in a folder of its own, ready to be packed. Requires a build. */
export function stagePackage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS) {
    if (existsSync(part)) cpSync(part, path.join(folder, part), { recursive: true });
  }
  const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { homepage?: string };
  const readme = packagedReadme(readFileSync('README.md', 'utf8'), homepage);
  writeFileSync(path.join(folder, 'README.md'), readme);
  // Where tools that install skills look for them.
  const skill = path.join(folder, 'skills/consent-evidence/SKILL.md');
  mkdirSync(path.dirname(skill), { recursive: true });
  writeFileSync(skill, packagedSkill(readFileSync('docs/SKILL.md', 'utf8')));
}
