import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { nearestName } from '../../src/options/nearest-name.ts';
import { RunFailure } from '../output/print-finding.ts';
import { tell } from '../output/printable.ts';
import { lineIn, sectionsOf, wholeSection } from './sections.ts';

/** `webhooks` for `guides/webhooks.md`; examples and decisions keep their folder. */
const nameOf = (page: string): string => page.replace(/^guides\//, '').replace(/\.md$/, '');

/** Of longer lists, an error shows the beginning. */
const LISTED_MAX = 40;

function meant(given: string, names: readonly string[]): string {
  const near = nearestName(given, names);
  if (near !== undefined) return `did you mean ${near}?`;
  const shown = names.slice(0, LISTED_MAX).join(', ');
  return `expected one of ${shown}${names.length > LISTED_MAX ? ', …' : ''}`;
}

/**
 * Finds the page of a topic: by its name, or by a part of the name that no other page has.
 *
 * @param pages paths below the documentation, such as `guides/webhooks.md`.
 */
function findTopic(pages: readonly string[], topic: string): string {
  const wanted = nameOf(topic.toLowerCase());
  const exact = pages.find((page) => nameOf(page).toLowerCase() === wanted);
  if (exact !== undefined) return exact;
  const guides = pages.filter((page) => page.startsWith('guides/'));
  const fits = guides.filter((page) => nameOf(page).includes(wanted));
  const [only] = fits;
  if (only !== undefined && fits.length === 1) return only;
  const names = (fits.length > 0 ? fits : guides).map(nameOf);
  throw invalidInput('topic', `there is no guide with this name; ${meant(wanted, names)}`);
}

/** Beside the built command line. */
const FOLDER = new URL('./docs/', import.meta.url);

async function pagesOf(folder = FOLDER): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.md$/.test(file))
    .toSorted();
}

const readPage = (page: string, folder = FOLDER): Promise<string> =>
  readFile(new URL(page, folder), 'utf8');

/**
 * Reads a page of the documentation, or the list of pages if no topic is given.
 *
 * @param topic also with an anchor, as `error.docs` has it: `errors/#cdr_pending`.
 */
export async function readTopic(topic: string | undefined, folder = FOLDER): Promise<string> {
  const [name = '', anchor] = topic?.split(/\/?#/) ?? [];
  const page = topic === undefined ? 'llms.txt' : findTopic(await pagesOf(folder), name);
  const text = await readPage(page, folder);
  if (anchor === undefined) return text;
  const sections = sectionsOf(text);
  const found = sections.find((each) => each.anchor === anchor.toLowerCase());
  if (found === undefined) {
    const anchors = sections.flatMap((each) => (each.anchor === '' ? [] : [each.anchor]));
    throw invalidInput(
      'topic',
      `${nameOf(page)} has no section ${anchor}; ${meant(anchor, anchors)}`,
    );
  }
  return `${wholeSection(sections, found).join('\n\n')}\n`;
}

/** Prints what `readTopic` reads. */
export async function printDocs(topic: string | undefined): Promise<void> {
  process.stdout.write(await readTopic(topic));
}

/** The most sections that a search lists. */
const FOUND_MAX = 20;

/**
 * Lists the sections that have all the words, guides first, those with a word in the heading before
 * the others.
 *
 * @param topic only sections of this page; default: of every page.
 */
export async function searchDocs(given: string, topic: string | undefined): Promise<void> {
  const words = given
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const all = await pagesOf();
  const pages = topic === undefined ? all : [findTopic(all, topic)];
  const found: { readonly rank: number; readonly line: string }[] = [];
  for (const page of pages) {
    for (const section of sectionsOf(await readPage(page))) {
      const line = lineIn(section, words, nameOf(page));
      if (line === undefined) continue;
      const heading = section.heading.toLowerCase();
      const isNamed = words.some((word) => heading.includes(word));
      found.push({ rank: (page.startsWith('guides/') ? 0 : 2) + (isNamed ? 0 : 1), line });
    }
  }
  if (found.length === 0)
    throw new RunFailure(`no section has all these words: ${words.join(' ')}`);
  const lines = found.toSorted((a, b) => a.rank - b.rank).map(({ line }) => line);
  process.stdout.write(`${lines.slice(0, FOUND_MAX).join('\n')}\n`);
  if (lines.length > FOUND_MAX) tell(`${lines.length - FOUND_MAX} more; add a word`);
}
