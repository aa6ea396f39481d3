import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WIDTHS = [390, 1280] as const;

/** Returns what axe finds, each as its rule and the first element that breaks it. */
export async function violationsOn(
  page: Page,
  // WCAG 2.2 demands targets of a size, which axe checks only where it is asked to.
  options: axe.RunOptions = { rules: { 'target-size': { enabled: true } } },
): Promise<string[]> {
  // Of a document once: the views of a page share it. What is found is made short where it is found,
  // for axe's whole answer also has each element that passes.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source);
  const script = `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(
    ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`;
  return await page.evaluate<string[]>(script);
}

/**
 * Returns the width that the page needs, in pixels. The inspector scrolls its content in a frame of
 * its own, which hides what is too wide from the document.
 */
export async function neededWidth(page: Page): Promise<number> {
  return await page.evaluate<number>(`(() => {
    const main = document.getElementById('main');
    const hidden = main === null ? 0 : main.scrollWidth - main.clientWidth;
    return Math.max(document.documentElement.scrollWidth, innerWidth + hidden);
  })()`);
}

/** Checks the page with axe, narrow and wide, light and dark, and that it fits the screen's width. */
export async function expectSound(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await neededWidth(page), `at ${width} px`).toBeLessThanOrEqual(width);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await violationsOn(page), `${width} px, light`).toEqual([]);
    // The dark page only differs in its colours.
    await page.emulateMedia({ colorScheme: 'dark' });
    const contrast = await violationsOn(page, { runOnly: ['color-contrast'] });
    expect(contrast, `${width} px, dark`).toEqual([]);
  }
}
