// Checks the English of the pages and the docstrings: a step of `npm run lint`. The words to avoid,
// each with the usual one, are in `.textlintrc.json`.
import { createLinter, loadTextlintrc } from 'textlint';
import { prosePages } from './docs/docstring-pages.ts';

const linter = createLinter({ descriptor: await loadTextlintrc() });
let found = 0;
for (const { file, text } of prosePages()) {
  if (text.trim() === '') continue;
  // By its name the linter knows Markdown, which docstrings are too.
  const { messages } = await linter.lintText(text, file.replace(/\.tsx?$/, '.md'));
  for (const { loc, message } of messages) {
    found += 1;
    console.error(`${file}:${String(loc.start.line)}: ${message}`);
  }
}
if (found > 0) process.exitCode = 1;
