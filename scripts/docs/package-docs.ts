import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EXAMPLES, examplePage } from './example-page.ts';
import { NAVIGATION } from './navigation.ts';
import { factsOf, pageFacts } from './page-facts.ts';
import { rewriteLinks } from './rewrite-links.ts';
import { SPECIFICATION, withSectionLinks } from './section-links.ts';
import { shippedAs, shippedPages } from './shipped-pages.ts';

const SUMMARY =
  'The typed client for the Consent Evidence Records API, a lead intake, a webhook receiver, and a faithful fake of the whole service for tests. A Certified Digital Record (CDR) proves who agreed to what on a web page. Receiving or collecting one costs money.';

interface IndexPart {
  readonly title: string;
  readonly rows: readonly string[];
}

function indexParts(): IndexPart[] {
  const row = (file: string): string => {
    const { title, about } = factsOf(file);
    return `- [${title}](${shippedAs(file)}): ${about}`;
  };
  const guides = NAVIGATION.map(({ title, guides: names }) => ({
    title,
    rows: names.map((name) => row(`docs/guides/${name}.md`)),
  }));
  const examples = EXAMPLES.map((file) => {
    const { title, about } = pageFacts(examplePage(file), file);
    return `- [${title.replace('Example: ', '')}](${shippedAs(file)}): ${about}`;
  });
  return [
    ...guides,
    { title: 'Reference', rows: [row('docs/errors.md')] },
    { title: 'Examples', rows: examples },
  ];
}

const partText = ({ title, rows }: IndexPart): string => `## ${title}\n\n${rows.join('\n')}\n`;

/** Returns the list of pages, for people and for coding assistants. */
function indexText(): string {
  const parts = indexParts().map(partText);
  const skill = 'Coding assistants: read [SKILL.md](SKILL.md) first.';
  return `# consent-evidence\n\n> ${SUMMARY}\n\n${skill}\n\n${parts.join('\n')}`;
}

/** Replaces tabs of the site with blocks one below the other, each with its name. */
function withoutTabs(text: string): string {
  return text
    .replaceAll(/^::: *code-group\n+|^:::\n+/gm, '')
    .replaceAll(/^```(\w+) \[(.+)\]$/gm, '**$2**\n\n```$1');
}

/** Leaves out which tests hold a statement: the package does not contain them. */
const withoutTests = (text: string): string =>
  text.replaceAll(/\s\((?:`test\/[^`]+`(?:, )?)+\)/g, '');

/** Returns the documentation that the package ships: text by path below `dist/docs`. */
export function packageDocs(): ReadonlyMap<string, string> {
  const files = shippedPages();
  const shipped = new Set(files);
  const pages = new Map<string, string>();
  for (const file of files) {
    const from = path.posix.dirname(shippedAs(file));
    const text = file.startsWith('examples/') ? examplePage(file) : readFileSync(file, 'utf8');
    const rewritten = rewriteLinks(text, file, (target, anchor) =>
      shipped.has(target) ? path.posix.relative(from, shippedAs(target)) + anchor : undefined,
    );
    const specification = path.posix.relative(from, shippedAs(SPECIFICATION));
    const linked = file === SPECIFICATION ? rewritten : withSectionLinks(rewritten, specification);
    pages.set(shippedAs(file), withoutTabs(withoutTests(linked)));
  }
  // Without the examples, a quarter of it: a reader opens the few that fit, by the list at the end.
  const full = [...pages]
    .filter(([file]) => !file.startsWith('examples/'))
    .map(([file, text]) => `<!-- ${file} -->\n\n${text.trimEnd()}\n`);
  full.push(...indexParts().slice(-1).map(partText));
  return new Map([
    ...pages,
    ['llms.txt', indexText()],
    ['llms-full.txt', `# consent-evidence\n\n> ${SUMMARY}\n\n${full.join('\n')}`],
  ]);
}
