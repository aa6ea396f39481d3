// Builds the documentation site into `docs/site`: `npm run docs`. The reference is TypeDoc's.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageDocs } from './package-docs.ts';
import { referenceIndex } from './reference-index.ts';
import { referencePage } from './reference-page.ts';
import { withSectionLinks } from './section-links.ts';
import { SPECIFICATION_ON_SITE, sitePages } from './site-pages.ts';

const SOURCE = 'reports/site';

const run = (command: string, ...args: string[]): void => {
  execFileSync('npx', [command, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
};

function write(file: string, text: string): void {
  const target = path.join(SOURCE, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

rmSync(SOURCE, { recursive: true, force: true });
run('typedoc');
for (const [file, text] of sitePages()) write(file, text);
const reference = new Map(
  globSync('**/*.md', { cwd: `${SOURCE}/api` }).map((file) => [
    file.split(path.sep).join('/'),
    readFileSync(path.join(SOURCE, 'api', file), 'utf8'),
  ]),
);
for (const [file, text] of reference) {
  const page = referencePage(text, file, (other) => reference.get(other));
  const shown = file === 'index.md' ? referenceIndex(text) : page;
  write(`api/${file}`, withSectionLinks(shown, SPECIFICATION_ON_SITE));
}
cpSync('docs/site-assets', path.join(SOURCE, 'public'), { recursive: true });
cpSync('docs/assets', path.join(SOURCE, 'public/assets'), { recursive: true });
for (const name of ['llms.txt', 'llms-full.txt']) {
  write(`public/${name}`, packageDocs().get(name) ?? '');
}
run('vitepress', 'build', 'docs');
