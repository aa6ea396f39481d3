import { readFileSync } from 'node:fs';

/** What an index says about a page. */
export interface PageFacts {
  readonly title: string;
  /** The first sentence of its text. */
  readonly about: string;
}

/** Removes Markdown's marks from a text. */
const plain = (text: string): string =>
  text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\*\*|`/g, '');

function firstSentence(paragraph: string): string {
  const [sentence = paragraph] = /^.*?(?:\.(?= |$)|:$)/.exec(paragraph) ?? [];
  return sentence.replace(/:$/, '.');
}

/** Returns the title of a Markdown text and the first sentence below it. */
export function pageFacts(text: string, name: string): PageFacts {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`${name} has no title`);
  const below = text.slice(text.indexOf(`# ${title}`) + title.length + 2);
  const paragraph =
    below.split(/\n{2,}/).find((part) => /^(?!```)[A-Za-z`[*]/.test(part.trim())) ?? '';
  const about = firstSentence(plain(paragraph.trim().replaceAll('\n', ' ')));
  return { title: plain(title), about };
}

/** Returns the facts of a file. */
export const factsOf = (file: string): PageFacts => pageFacts(readFileSync(file, 'utf8'), file);
