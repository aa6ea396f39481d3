import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reportPage } from '../../../src/calibrate/page/report-page.ts';
import { sampleReports } from '../../calibrate/support/sample-reports.ts';
import { chromiumPath, sharedBrowser } from './support/browser.ts';
import { violationsOn } from './support/looks.ts';

describe.skipIf(chromiumPath === undefined)('the page of a calibration', () => {
  let browser: Browser;
  let folder: string;
  let url: string;
  let rows: number;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-calibration-'));
    const { report, earlier } = await sampleReports();
    rows = report.readings.length + report.statements.length;
    const file = path.join(folder, 'calibration.html');
    writeFileSync(file, reportPage(report, { earlier }));
    url = pathToFileURL(file).href;
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
  });

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
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(23, 24, 26)');
    expect(await violationsOn(page, {})).toEqual([]);
    expect(said).toEqual([]);
  });

  it('shows each verdict in words, what differs first', async () => {
    const { page } = await open('light');
    expect(await page.locator('.verdict:not(#since *)').count()).toBeGreaterThanOrEqual(rows);
    const first = page.locator('#statements ~ table tbody tr').first();
    expect(await first.locator('.differs').innerText()).toBe('differs');
  });

  it('fits a narrow screen', async () => {
    const { page } = await open('light');
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  });

  const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;
  it.runIf(hasPoppler)('prints black on white, all of it', async () => {
    const { page } = await open('dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
    const file = path.join(folder, 'calibration.pdf');
    writeFileSync(file, await page.pdf({ format: 'Letter', preferCSSPageSize: true }));
    const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
    expect(text).toContain('collectFalse');
    expect(text).toContain('not measured');
  });
});
