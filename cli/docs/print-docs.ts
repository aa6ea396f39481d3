import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { nearestName } from '../../src/options/nearest-name.ts';

/** `webhooks` for `guides/webhooks.md`; examples and decisions keep their folder. */
const nameOf = (page: string): string => page.replace(/^guides\//, '').replace(/\.md$/, '');

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
  const near = fits.length > 0 ? undefined : nearestName(wanted, names);
  const meant =
    near === undefined ? `expected one of ${names.join(', ')}` : `did you mean ${near}?`;
  throw invalidInput('topic', `there is no guide with this name; ${meant}`);
}

/** Beside the built command line. */
const FOLDER = new URL('./docs/', import.meta.url);

/** Prints a page of the documentation, or the list of pages if no topic is given. */
export async function printDocs(topic: string | undefined): Promise<void> {
  const files = await readdir(FOLDER, { recursive: true });
  const pages = files
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.md$/.test(file));
  const page = topic === undefined ? 'llms.txt' : findTopic(pages.toSorted(), topic);
  process.stdout.write(await readFile(new URL(page, FOLDER), 'utf8'));
}
