import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, sharedBrowser } from '../../page/browser/support/browser.ts';
import { QUESTIONS } from './questions.ts';
import { serveSite } from './serve-site.ts';

/** Returns the pages that a question finds, best first, each once. */
async function foundBy(page: Page, question: string): Promise<string[]> {
  await page.locator('input.search-input').fill(question);
  // Give the list time to show the results of this question.
  const results = page.locator('.results a.result');
  await page.waitForTimeout(400);
  const links = await results.evaluateAll((all) =>
    all.map((each) => (each as unknown as { pathname: string }).pathname.slice(1)),
  );
  return [...new Set(links)];
}

describe.skipIf(chromiumPath === undefined)('the site’s search', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let page: Page;
  beforeAll(async () => {
    site = await serveSite();
    browser = await sharedBrowser();
    page = await browser.newPage();
    await page.goto(`${site.url}/guides/getting-started.html`);
    await page.locator('.VPNavBarSearch button').click();
    await page.locator('input.search-input').fill('intake');
    await page.locator('.results a.result').first().waitFor();
  });
  afterAll(async () => {
    await page.close();
    await site.close();
  });

  it('is asked twenty questions', () => {
    expect(QUESTIONS).toHaveLength(20);
  });

  it.each(QUESTIONS)('finds the page for “%s” among the first three', async (question, pages) => {
    const first = (await foundBy(page, question)).slice(0, 3);
    const isRight = first.some((found) => pages.some((wanted) => found.startsWith(wanted)));
    expect(isRight, first.join(', ')).toBe(true);
  });

  it('asks no other host', async () => {
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
    );
    expect(new Set(asked)).toEqual(new Set([site.url]));
  });
});
