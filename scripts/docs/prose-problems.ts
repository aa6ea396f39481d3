import { createLinter, loadTextlintrc } from 'textlint';
import type { Prose } from './docstring-pages.ts';

/** What the word list and the rules of `.textlintrc.json` find in a text, each with file and line. */
export async function proseProblems(pages: readonly Prose[]): Promise<string[]> {
  const linter = createLinter({ descriptor: await loadTextlintrc() });
  const problems: string[] = [];
  for (const { file, text } of pages) {
    if (text.trim() === '') continue;
    // By its name the linter knows Markdown, which docstrings are too.
    const { messages } = await linter.lintText(text, file.replace(/\.tsx?$/, '.md'));
    for (const { loc, message } of messages) {
      problems.push(`${file}:${String(loc.start.line)}: ${message}`);
    }
  }
  return problems;
}
