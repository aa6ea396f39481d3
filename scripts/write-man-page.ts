// Writes the page of the manual beside the built package; a step of `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { manPage } from './man-page.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
Object.assign(globalThis, { __PACKAGE_VERSION__: version }); // as the bundler defines it
const { createProgram } = await import('../cli/program.ts');
writeFileSync('dist/consent-evidence.1', manPage(createProgram(), version));
