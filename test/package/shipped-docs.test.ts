import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allCodes } from '../../cli/account/explain/explain.ts';
import { readTopic } from '../../cli/docs/print-docs.ts';
import { sectionsOf } from '../../cli/docs/sections.ts';
import { deadLinks } from '../../scripts/dead-links.ts';
import { NAVIGATION } from '../../scripts/docs/navigation.ts';
import { rewriteLinks } from '../../scripts/docs/rewrite-links.ts';
import { sitePages } from '../../scripts/docs/site-pages.ts';
import { packagedReadme } from '../../scripts/stage-package.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { docsOf } from '../../src/errors/docs-of.ts';
import { CliProcess } from '../cli/cli-process.ts';

const pages = globSync('dist/docs/**/*.{md,txt}');
const read = (file: string): string => readFileSync(`dist/docs/${file}`, 'utf8');
const SHIPPED = new URL('../../dist/docs/', import.meta.url);
const guides = readdirSync('docs/guides').map((file) => file.replace('.md', ''));

async function docs(...args: string[]) {
  await using command = new CliProcess(['docs', ...args]);
  return await command.finished();
}

describe('the documentation in the package', () => {
  it('has every guide, by task, in one menu', () => {
    const listed = NAVIGATION.flatMap((part) => part.guides);
    expect(listed.toSorted()).toEqual(guides.toSorted());
    expect(new Set(listed).size).toBe(listed.length);
    const index = read('llms.txt');
    expect(guides.filter((name) => !index.includes(`(guides/${name}.md): `))).toEqual([]);
  });

  it('says of each page what it is good for, so that a reader can choose', () => {
    const rows = [...read('llms.txt').matchAll(/^- \[(.+)\]\((.+)\): (.*)$/gm)];
    const about = rows.map(([, , file = '', text = '']) => ({ file, text }));
    // The first sentence alone: it cannot lean on a heading or on the sentence after it.
    const dangling = /^(?:It|They|These|This page|You can) |: ?$|^Data that an example reads\.$/;
    const short = ({ file, text }: { file: string; text: string }): boolean =>
      file.startsWith('guides/') && (text.length < 50 || text.length > 220);
    const bad = about.filter((each) => dangling.test(each.text) || short(each));
    expect(bad.filter(({ file }) => !file.endsWith('.json.md'))).toEqual([]);
  });

  it('is complete without the repository', () => {
    expect(pages.length).toBeGreaterThan(50);
    expect(deadLinks(pages.filter((page) => !page.endsWith('llms-full.txt')))).toEqual([]);
    const outside = pages.filter((page) =>
      /\]\((?:\.\.\/)+(?:src|test|mock)\//.test(readFileSync(page, 'utf8')),
    );
    expect(outside).toEqual([]);
    const full = read('llms-full.txt');
    for (const name of guides) expect(full).toContain(`<!-- guides/${name}.md -->`);
    const examples = pages.filter((page) => page.includes('/examples/'));
    for (const page of examples) expect(full).toContain(`](${page.replace(/.*\/docs\//, '')})`);
    expect(full.length).toBeLessThan(437_000);
  });

  it('starts by saying to an assistant which calls charge', () => {
    const skill = read('SKILL.md');
    expect(skill).toMatch(/^---\nname: consent-evidence\ndescription: .{40,}\n---\n/);
    const [, first = ''] = /^## (.+)$/m.exec(skill) ?? [];
    expect(first).toBe('Money rules');
    const [rule = ''] = /^1\. .*$/m.exec(skill) ?? [];
    for (const { operation, billable } of Object.values(endpoints)) {
      expect(rule.includes(`\`${operation}\``), operation).toBe(billable);
    }
  });

  it('has a README whose links lead into the package, or to the site where there is one', () => {
    const source = readFileSync('README.md', 'utf8');
    const links = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);
    const within = links(packagedReadme(source, undefined));
    expect(within.length).toBeGreaterThan(5);
    const missing = within.filter(
      (to) => !/^(?:https:|#)/.test(to) && !existsSync(to.split('#')[0] ?? ''),
    );
    expect(missing).toEqual([]);
    const online = links(packagedReadme(source, 'https://docs.example/ce/'));
    expect(online).toContain('https://docs.example/ce/guides/lead-intake.html');
    expect(online.filter((to) => to.startsWith('dist/'))).toEqual([]);
  });
});

describe('the index of examples on the site', () => {
  it('has no elements, which the site would take for its own', () => {
    const index = sitePages().get('examples/index.md') ?? '';
    expect(index).toContain('/evidence/&lt;cdrId>');
    expect(index).not.toMatch(/<\w/);
  });
});

describe('a link that is made over', () => {
  const rewrite = (text: string) =>
    rewriteLinks(text, 'docs/guides/a.md', (file, anchor) =>
      file === 'docs/errors.md' ? `../errors.md${anchor}` : undefined,
    );

  it('becomes its text where its target is not there, and stays where it is code', () => {
    expect(rewrite('[codes](../errors.md#gone) [x](https://x.example) [y](#z)')).toBe(
      '[codes](../errors.md#gone) [x](https://x.example) [y](#z)',
    );
    expect(rewrite('[`a` [b]](../quality.md)')).toBe(
      '`a` [b] (`docs/quality.md` in the repository)',
    );
    expect(rewrite('free ([test](../../test/a.test.ts), [B](../../test/b.test.ts)).')).toBe(
      'free (`test/a.test.ts`, `test/b.test.ts`).',
    );
    expect(rewrite('see ([codes](../errors.md))')).toBe('see ([codes](../errors.md))');
    expect(rewrite('![a picture](../assets/x.png)')).toBe('*Picture: a picture.*');
    expect(rewrite('```md\n[a](./b.md)\n```')).toBe('```md\n[a](./b.md)\n```');
  });
});

describe('consent-evidence docs', () => {
  it('lists the guides, and prints one by its name or a part of it', async () => {
    const list = await docs();
    expect(list).toEqual({ code: 0, stdout: read('llms.txt'), stderr: '' });
    expect((await docs('lead-intake')).stdout).toBe(read('guides/lead-intake.md'));
    expect((await docs('paging')).stdout).toBe(read('guides/paging-and-exports.md'));
    expect((await docs('errors')).stdout).toBe(read('errors.md'));
    expect((await docs('examples/worker.ts')).stdout).toBe(read('examples/worker.ts.md'));
  });

  it('prints the section of an anchor, as `error.docs` and `explain` have it', async () => {
    const page = await docs('errors#cdr_pending');
    expect(page.code).toBe(0);
    expect(page.stdout).toMatch(/^### `CDR_PENDING`\n/);
    expect(page.stdout.match(/^#/gm)).toHaveLength(1);
    expect((await docs(docsOf('CDR_PENDING'))).stdout).toBe(page.stdout);
    const near = await docs('errors#cdr_pendin');
    expect(near).toMatchObject({ code: 2, stdout: '' });
    expect(near.stderr).toContain('did you mean cdr_pending?');
  });

  it('opens the entry of every code that `explain` knows', () => {
    const anchors = sectionsOf(read('errors.md')).map(({ anchor }) => anchor);
    const entries = allCodes().map(({ docs: entry }) => entry.replace('errors/#', ''));
    expect(entries.filter((entry) => !anchors.includes(entry))).toEqual([]);
  });

  it('lists the sections that have all the words of a search, guides first', async () => {
    const found = await docs('--search', 'Lost answer');
    const places = found.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ')[0] ?? '');
    expect(places.length).toBeGreaterThan(1);
    for (const place of places) {
      expect((await readTopic(place, SHIPPED)).toLowerCase()).toMatch(
        /lost[^]*answer|answer[^]*lost/,
      );
    }
    const isGuide = places.map((place) => guides.includes(place.split('#')[0] ?? ''));
    expect(isGuide).toEqual(isGuide.toSorted((a, b) => Number(b) - Number(a)));
    const none = await docs('--search', 'xyzzy');
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('no section has all these words: xyzzy');
  }, 120_000);

  it('names what there is for a topic that it does not have', async () => {
    const near = await docs('web-hooks');
    expect(near.code).toBe(2);
    expect(near.stderr).toContain('did you mean webhooks?');
    const many = await docs('webh');
    expect([many.code, many.stdout]).toEqual([2, '']);
    expect(many.stderr).toMatch(/expected one of [^.]*\bwebhooks-exactly-once\b/);
    expect((await docs('../../package.json')).code).toBe(2);
  });
});
