// Follows every internal link of the built documentation, and finds code that the site has swallowed; a
// step of `npm run docs`.
import { globSync, readFileSync } from 'node:fs';
import { deadLinks } from './dead-links.ts';

const pages = globSync('docs/site/**/*.html');
const dead = deadLinks(pages, 'docs/site');
for (const { page, target } of dead) console.error(`${page}: ${target}`);
const swallowed = pages.filter((page) => readFileSync(page, 'utf8').includes('<code></code>'));
for (const page of swallowed) console.error(`${page}: empty code`);
if (pages.length < 50) console.error(`the site has only ${pages.length} pages`);
if (dead.length > 0 || swallowed.length > 0 || pages.length < 50) process.exitCode = 1;
