import { createLinter, loadTextlintrc } from 'textlint';
import type { Prose } from './docstring-pages.ts';

/** Returns the problems that `.textlintrc.json` finds in the pages, each with file and line. */
export async function proseProblems(pages: readonly Prose[]): Promise<string[]> {
  const linter = createLinter({ descriptor: await loadTextlintrc() });
  const problems: string[] = [];
  for (const { file, text } of pages) {
    if (text.trim() === '') continue;
    // The linter recognises Markdown by the file name, and docstrings are Markdown too.
    const { messages } = await linter.lintText(text, file.replace(/\.tsx?$/, '.md'));
    for (const { loc, message } of messages) {
      problems.push(`${file}:${String(loc.start.line)}: ${message}`);
    }
  }
  return problems;
}
