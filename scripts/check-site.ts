// Follows every internal link of the built documentation; a step of `npm run docs`.
import { globSync } from 'node:fs';
import { deadLinks } from './dead-links.ts';

const pages = globSync('docs/site/**/*.html');
const dead = deadLinks(pages, 'docs/site');
for (const { page, target } of dead) console.error(`${page}: ${target}`);
if (pages.length < 50) console.error(`the site has only ${pages.length} pages`);
if (dead.length > 0 || pages.length < 50) process.exitCode = 1;
