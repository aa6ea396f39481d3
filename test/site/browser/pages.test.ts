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

  it('nothing overflows at any width from 320 to 1,600 px', async () => {
    const page = await browser.newPage();
    const tooWide: string[] = [];
    for (const path of [
      ...PAGES,
      'guides/specification.html',
      'guides/readings.html',
      'examples/',
    ]) {
      await page.goto(`${site.url}/${path}`, { waitUntil: 'networkidle' });
      for (let width = 320; width <= 1600; width += 40) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate<number>(
          'document.documentElement.scrollWidth - innerWidth',
        );
        if (over > 0) tooWide.push(`${path} at ${width} px: ${over}`);
      }
    }
    expect(tooWide).toEqual([]);
    await page.close();
  });

  it('an address that is not there has the search and six tasks', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/guides/nowhere.html`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect(await page.locator('.not-found li a').count()).toBe(6);
    await page.getByRole('button', { name: 'Search the documentation' }).click();
    await page.locator('input.search-input').waitFor();
    await page.close();
  });

  it('has each section of the specification at its address, and links to it', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/guides/security.html`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: '§5', exact: true }).first().click();
    await page.waitForURL('**/guides/specification.html#s5');
    await page.getByRole('heading', { name: '§5 Authentication' }).waitFor();
    await page.close();
  });

  it('prints without what leads elsewhere, and with its code wrapped', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/guides/webhooks.html`, { waitUntil: 'networkidle' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    const wrapping = "getComputedStyle(document.querySelector('.vp-doc pre code')).whiteSpace";
    expect(await page.evaluate(wrapping)).toBe('pre-wrap');
    await page.close();
  });

  it('has the entry of a code where error.docs says', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/errors/#cdr_acceptance_failed`);
    await page.locator('h3#cdr_acceptance_failed').waitFor();
    await page.close();
  });
});
