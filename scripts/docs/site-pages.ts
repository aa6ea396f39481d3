import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { changelogPage } from './changelog-page.ts';
import { EXAMPLES, examplePage } from './example-page.ts';
import { pageFacts } from './page-facts.ts';
import { rewriteLinks } from './rewrite-links.ts';
import { shippedPages } from './shipped-pages.ts';

const REPORTS = [
  ...['docs/conformance.md', 'docs/performance.md', 'docs/quality.md', 'docs/options.md'],
  'docs/index.md',
];

/** Lists the pages of the site: those of the package, and those that only the site has. */
function sources(): string[] {
  const decisions = globSync('docs/decisions/*.md').map((file) => file.split(path.sep).join('/'));
  return [...shippedPages(), ...decisions.toSorted(), ...REPORTS];
}

/** Returns a page's path on the site. The codes are at `errors/`, the address that `error.docs` has. */
export function sitePathOf(file: string): string {
  if (file === 'docs/errors.md') return 'errors/index.md';
  if (file === 'docs/SKILL.md') return 'assistants.md';
  if (file.startsWith('examples/')) return `${file}.md`;
  return file.replace('docs/', '').replace(/README\.md$/, 'index.md');
}

function targetOf(known: ReadonlySet<string>, file: string, anchor: string): string | undefined {
  if (known.has(file)) return `/${sitePathOf(file)}${anchor}`;
  if (file.startsWith('docs/assets/')) return file.replace('docs/', '/');
  if (file.startsWith('docs/api-report')) return '/api/index.md';
  if (file === 'examples') return '/examples/index.md';
  return undefined;
}

function examplesIndex(): string {
  const rows = EXAMPLES.map((file) => {
    const { title, about } = pageFacts(examplePage(file), file);
    // `<cdrId>` of a path would be an element of the page.
    const text = about.replaceAll('<', '&lt;');
    return `- [${title.replace('Example: ', '')}](/${sitePathOf(file)}): ${text}`;
  });
  return `# Examples\n\nSmall programs to copy. The tests run each of them. In the repository, \`npm run example NAME\` runs one without an account.\n\n${rows.join('\n')}\n`;
}

/** Returns the site's Markdown as text by path, without the reference. */
export function sitePages(): ReadonlyMap<string, string> {
  const known = new Set(sources());
  const pages = [...known].map((file): [string, string] => {
    const text = file.startsWith('examples/') ? examplePage(file) : readFileSync(file, 'utf8');
    return [
      sitePathOf(file),
      rewriteLinks(text, file, (to, anchor) => targetOf(known, to, anchor)),
    ];
  });
  return new Map([
    ...pages,
    ['examples/index.md', examplesIndex()],
    ['changelog.md', changelogPage()],
  ]);
}
