import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, sharedBrowser } from '../../page/browser/support/browser.ts';
import { violationsOn } from '../../page/browser/support/looks.ts';
import { serveSite } from './serve-site.ts';

const PAGES = [
  '',
  'guides/getting-started.html',
  'guides/lead-intake.html',
  'guides/webhooks.html',
  'errors/',
  'api/consent-evidence/intake/functions/createLeadIntake.html',
];

const VIEWS = PAGES.flatMap((path) => [
  [path, 390, 'light'] as const,
  [path, 1280, 'dark'] as const,
]);

describe.skipIf(chromiumPath === undefined)('the site’s pages', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  beforeAll(async () => {
    site = await serveSite();
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await site.close();
  });

  it.each(VIEWS)('“%s” at %i px, %s, has no flaw that axe finds', async (path, width, scheme) => {
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ viewport, colorScheme: scheme });
    const page = await context.newPage();
    await page.goto(`${site.url}/${path}`, { waitUntil: 'networkidle' });
    expect(await violationsOn(page, {})).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await context.close();
  });

  it('has the entry of a code where error.docs says', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/errors/#cdr_acceptance_failed`);
    await page.locator('h3#cdr_acceptance_failed').waitFor();
    await page.close();
  });
});
