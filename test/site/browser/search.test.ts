import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expand, stem } from '../../../scripts/docs/search-options.ts';
import { chromiumPath, sharedBrowser } from '../../page/browser/support/browser.ts';
import { siteSearch } from '../search-index.ts';
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

  it('finds the right page first for three questions of four, and among three for nineteen of twenty', async () => {
    const search = await siteSearch();
    const places = QUESTIONS.map(([question, pages]) => {
      const at = search(question).findIndex((found) =>
        pages.some((page) => found.startsWith(page)),
      );
      return { question, at };
    });
    const share = (within: number): number =>
      places.filter(({ at }) => at >= 0 && at < within).length / places.length;
    console.log(
      `search: ${places.length} questions, the right page first in ${Math.round(share(1) * 100)} %, among three in ${Math.round(share(3) * 100)} %`,
    );
    expect(places).toHaveLength(60);
    expect(share(1), JSON.stringify(places.filter(({ at }) => at !== 0))).toBeGreaterThanOrEqual(
      0.75,
    );
    expect(share(3), JSON.stringify(places.filter(({ at }) => at > 2))).toBeGreaterThanOrEqual(
      0.95,
    );
  });

  it.each(['docker compose', 'rotate key', 'opentelemetry'])(
    'shows the same in the page for “%s”',
    async (question) => {
      const [first] = (await siteSearch())(question);
      expect((await foundBy(page, question))[0]).toBe(first);
      expect(await page.locator('.results .excerpt').count()).toBeGreaterThan(0);
    },
  );

  it('stems what is typed as it stems the pages', () => {
    const words = QUESTIONS.flatMap(([question]) => question.split(' '));
    for (const word of words) expect(expand(word)?.[0] ?? null, word).toBe(stem(word));
  });

  it('asks no other host', async () => {
    const asked = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin),
    );
    expect(new Set(asked)).toEqual(new Set([site.url]));
  });
});
