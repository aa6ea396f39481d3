// Checks the English of the pages, the docstrings and the titles of the tests: a step of `npm run lint`.
// The words to avoid and their replacements are in `.textlintrc.json`.
import { prosePages } from './docs/docstring-pages.ts';
import { proseProblems } from './docs/prose-problems.ts';
import { testTitles } from './docs/test-titles.ts';

const problems = await proseProblems([...prosePages(), ...testTitles()]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
