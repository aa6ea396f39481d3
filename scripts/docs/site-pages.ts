import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PARTS } from '../../examples/run.ts';
import { changelogPage } from './changelog-page.ts';
import { EXAMPLES, examplePage } from './example-page.ts';
import { pageFacts } from './page-facts.ts';
import { rewriteLinks } from './rewrite-links.ts';
import { SPECIFICATION, withSectionLinks } from './section-links.ts';
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

/** The specification's address on the site. */
export const SPECIFICATION_ON_SITE = '/guides/specification.html';

/** Turns the tests of a statement into a small mark that names them. */
const withTestMarks = (text: string): string =>
  text.replaceAll(
    /\s\(((?:`test\/[^`]+`(?:, )?)+)\)/g,
    (_, tests: string) =>
      `<sup class="tested" title="Tested by ${tests.replaceAll('`', '')}">✓</sup>`,
  );

function targetOf(known: ReadonlySet<string>, file: string, anchor: string): string | undefined {
  if (known.has(file)) return `/${sitePathOf(file)}${anchor}`;
  if (file.startsWith('docs/assets/')) return file.replace('docs/', '/');
  if (file.startsWith('docs/api-report')) return '/api/index.md';
  if (file === 'examples') return '/examples/index.md';
  return undefined;
}

/** Files that the examples share. They are read there, and are no examples by themselves. */
const HELPERS =
  /(?:progress-bar|exported-ids|fake-env|criteria|route-lead|settings|evidence-job|dbos-decisions|commonjs\.d|queues\/receiver)\.[a-z.]+$/;

function examplesIndex(): string {
  const shown = EXAMPLES.filter((file) => !HELPERS.test(file));
  const partOf = (file: string) => PARTS.find(([, files]) => files.test(file))?.[0];
  const parts = PARTS.map(([title]) => {
    const rows = shown
      .filter((file) => partOf(file) === title)
      .map((file) => {
        const facts = pageFacts(examplePage(file), file);
        // `<cdrId>` of a path would be an element of the page.
        const text = facts.about.replaceAll('<', '&lt;');
        return `- [${facts.title.replace('Example: ', '')}](/${sitePathOf(file)}): ${text}`;
      });
    return `## ${title}\n\n${rows.join('\n')}\n`;
  });
  return `# Examples\n\nSmall programs to copy. The tests run each of them. In the repository, \`npm run example NAME\` runs one, most of them without an account. One that needs a server says so.\n\n${parts.join('\n')}`;
}

/** Returns the site's Markdown as text by path, without the reference. */
export function sitePages(): ReadonlyMap<string, string> {
  const known = new Set(sources());
  const pages = [...known].map((file): [string, string] => {
    const text = file.startsWith('examples/') ? examplePage(file) : readFileSync(file, 'utf8');
    const rewritten = rewriteLinks(text, file, (to, anchor) => targetOf(known, to, anchor));
    const linked =
      file === SPECIFICATION ? rewritten : withSectionLinks(rewritten, SPECIFICATION_ON_SITE);
    return [sitePathOf(file), withTestMarks(linked)];
  });
  return new Map([
    ...pages,
    ['examples/index.md', examplesIndex()],
    ['changelog.md', changelogPage()],
  ]);
}
