// Builds the documentation site into `docs/site`: `npm run docs`. The reference is TypeDoc's.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageDocs } from './package-docs.ts';
import { sitePages } from './site-pages.ts';

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
cpSync('docs/assets', path.join(SOURCE, 'public/assets'), { recursive: true });
for (const name of ['llms.txt', 'llms-full.txt']) {
  write(`public/${name}`, packageDocs().get(name) ?? '');
}
run('vitepress', 'build', 'docs');
