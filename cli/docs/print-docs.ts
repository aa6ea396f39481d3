import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findTopic } from './find-topic.ts';

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
