import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sampleDossier } from '../../archive/support/sample-dossier.ts';
import { chromiumPath, sharedBrowser } from './support/browser.ts';
import { violationsOn } from './support/looks.ts';

describe.skipIf(chromiumPath === undefined)('the page of a dossier', () => {
  let browser: Browser;
  let folder: string;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-dossier-'));
    url = pathToFileURL(await sampleDossier(path.join(folder, 'case'))).href;
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(
    colorScheme: 'light' | 'dark',
    name = 'data/dossier.html',
  ): Promise<{ page: Page; said: string[] }> {
    const context = await browser.newContext({ colorScheme });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => {
      if (!/^(?:file|data):/.test(request.url())) said.push(`asked for ${request.url()}`);
    });
    await page.goto(url.replace('data/dossier.html', name));
    return { page, said };
  }

  it.each(['light', 'dark'] as const)(
    'is sound to axe, %s, and sends no request',
    async (scheme) => {
      const { page, said } = await open(scheme);
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(23, 24, 26)');
      expect(await violationsOn(page, {})).toEqual([]);
      expect(said).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)('the form beside it likewise, %s', async (scheme) => {
    const { page, said } = await open(scheme, 'declaration.html');
    expect(await page.getByText('28 U.S.C. § 1746').count()).toBeGreaterThan(0);
    expect(await violationsOn(page, {})).toEqual([]);
    expect(said).toEqual([]);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  });

  it('shows each image, and leads to each record', async () => {
    const { page } = await open('light');
    const widths = await page.evaluate(
      'Promise.all([...document.images].map(async (i) => { await i.decode(); return i.naturalWidth; }))',
    );
    expect(widths).toHaveLength(3);
    expect((widths as number[]).every((width) => width > 100)).toBe(true);
    await page.getByRole('link', { name: '4', exact: true }).click();
    expect(page.url()).toMatch(/#record-4$/);
    expect(await page.getByRole('heading', { level: 2, name: /^Record \d of 4/ }).count()).toBe(4);
  });

  it('fits a narrow screen', async () => {
    const { page } = await open('light');
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  });

  const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;
  it.runIf(hasPoppler)('prints black on white, each record on a page of its own', async () => {
    const { page } = await open('dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
    const file = path.join(folder, 'dossier.pdf');
    writeFileSync(file, await page.pdf({ format: 'Letter', preferCSSPageSize: true }));
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    const pages = text.split('\f');
    for (const at of [1, 2, 3, 4]) {
      const first = pages.find((each) => each.includes(`Record ${at} of 4`)) ?? '';
      expect(first.trimStart()).toMatch(new RegExp(`^Record ${at} of 4`));
    }
    expect(text).toContain('not in this record');
  });
});
