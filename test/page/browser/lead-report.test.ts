import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reportPage } from '../../../src/intake/index.ts';
import { sampleReport } from '../../intake/support/sample-report.ts';
import { chromiumPath, sharedBrowser } from './support/browser.ts';
import { violationsOn } from './support/looks.ts';

describe.skipIf(chromiumPath === undefined)('the page of a lead report', () => {
  let browser: Browser;
  let folder: string;
  let url: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-leads-'));
    const file = path.join(folder, 'leads.html');
    writeFileSync(file, reportPage(await sampleReport('source', ['sunroof', 'x'.repeat(100)])));
    url = pathToFileURL(file).href;
    browser = await sharedBrowser();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function open(colorScheme: 'light' | 'dark'): Promise<{ page: Page; said: string[] }> {
    const context = await browser.newContext({ colorScheme });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('request', (request) => {
      if (!/^file:/.test(request.url())) said.push(`asked for ${request.url()}`);
    });
    await page.goto(url);
    return { page, said };
  }

  it.each([
    ['light', 1200],
    ['dark', 1200],
    ['light', 375],
  ] as const)('is sound to axe, %s, %i wide, and sends no request', async (scheme, width) => {
    const { page, said } = await open(scheme);
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await violationsOn(page, {})).toEqual([]);
    expect(said).toEqual([]);
  });

  it('draws the bar of a source as long as its leads', async () => {
    const { page } = await open('light');
    const widthOf = async (row: number): Promise<number> => {
      const parts = page.locator('#groups ~ .wide tbody tr').nth(row).locator('rect');
      const boxes = await Promise.all((await parts.all()).map((each) => each.boundingBox()));
      return boxes.reduce((sum, box) => sum + (box?.width ?? 0), 0);
    };
    expect((await widthOf(1)) / (await widthOf(0))).toBeCloseTo(4, 1);
  });

  const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;
  it.runIf(hasPoppler)('prints black on white, all columns of it', async () => {
    const { page } = await open('dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
    const file = path.join(folder, 'leads.pdf');
    writeFileSync(file, await page.pdf({ format: 'Letter', preferCSSPageSize: true }));
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    for (const each of ['sunroof', 'Duplicates', 'refused', 'Leads taken', 'Shadow']) {
      expect(text).toContain(each);
    }
  });
});
