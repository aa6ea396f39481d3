import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deadLinks } from '../../scripts/dead-links.ts';

const pages = [...globSync('*.md'), ...globSync('docs/*.md'), ...globSync('docs/*/*.md')];

describe('the links of the documentation', () => {
  it('lead to files and headings that are there', () => {
    expect(pages.length).toBeGreaterThan(20);
    expect(deadLinks(pages)).toEqual([]);
  });

  it('are found dead where they are', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
    const page = path.join(folder, 'page.md');
    const links = '[a](#a-heading) [b](./page.md#none) [c](./none.md) [d](https://d.example/)';
    writeFileSync(page, `# A *heading*\n\n${links} \`[e](./e.md)\`\n`);
    expect(deadLinks([page]).map(({ target }) => target)).toEqual(['./page.md#none', './none.md']);
    rmSync(folder, { recursive: true });
  });

  it('give a guide its title, in docstrings and the release note too', () => {
    const titles = globSync('docs/guides/*.md').map(
      (file) => /^# ([^:\n]+)/.exec(readFileSync(file, 'utf8'))?.[1],
    );
    const files = [...globSync('.changeset/*.md'), ...globSync('{src,mock,cli}/**/*.ts'), ...pages];
    const named = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/guide (?:is )?"([^"]+)"/g)].map(
        ([, title]) => title,
      ),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((title) => !titles.includes(title))).toEqual([]);
  });

  it('name every decision in its index', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const files = readdirSync('docs/decisions').filter((file) => file !== 'README.md');
    expect(files.filter((file) => !index.includes(`](./${file})`))).toEqual([]);
  });
});
