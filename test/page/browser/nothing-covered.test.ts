import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/browser.ts';
import { shown } from './support/shown.ts';
import { VIEWS } from './support/views.ts';
import { useBrowser } from './support/visit.ts';

/** Every 40 px from 320 to 1,600, and two that phones and tablets have. */
const WIDTHS = [390, 768, ...Array.from({ length: 33 }, (_, step) => 320 + 40 * step)];

/**
 * Returns the controls that something else would get the click of, each scrolled to and asked for at
 * its middle, as a mouse would.
 */
async function coveredOn(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`[...document.querySelectorAll(
    'a[href], button, input, select, textarea, summary')].flatMap((control) => {
      if (!control.checkVisibility({ checkVisibilityCSS: true })) return [];
      if (control.closest('.unseen, .skip, dialog') !== null) return [];
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const [box] = control.getClientRects();
      if (box === undefined || box.width < 2) return [];
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const isOwn = hit !== null && (control.contains(hit) || hit.contains(control)
        || hit.closest('label')?.control === control);
      return isOwn ? [] : [control.outerHTML.slice(0, 100) + ' is under ' + hit?.outerHTML.slice(0, 100)];
    })`);
}

/** Clicks where the middle of a button is, whatever is there. */
async function clickAt(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`there is no button ${name}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

describe.skipIf(chromiumPath === undefined)('nothing covers a control', () => {
  const visit = useBrowser();

  it.each(['light', 'dark'] as const)(
    'whatever the last message says, on every view at every width, %s',
    async (colorScheme) => {
      const { page, go, served } = await visit({ seed: 'demo' }, { colorScheme });
      await fetch(`${served.url}/v1/domains`);
      const covered: string[] = [];
      for (const [path, heading, text] of VIEWS) {
        await page.setViewportSize({ width: 1280, height: 720 });
        await go(path, heading);
        await shown(page, text);
        await page.getByRole('button', { name: '+2 s' }).click();
        await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 720 });
          for (const each of await coveredOn(page)) covered.push(`${path} at ${width} px: ${each}`);
        }
      }
      expect(covered).toEqual([]);
    },
    180_000,
  );

  it.each([320, 390, 768, 1280])(
    '%i px: the clock’s buttons and Undo do what they say',
    async (width) => {
      const { page, go, mock } = await visit(
        { seed: 'demo' },
        { viewport: { width, height: 720 } },
      );
      const begin = mock.clock.now();
      await go('/_mock/', 'Organizations');
      if (width < 832) await page.getByRole('button', { name: 'Menu' }).click();
      const said = page.getByRole('status');
      await page.getByRole('button', { name: '+30 d' }).scrollIntoViewIfNeeded();
      await clickAt(page, '+1 h');
      await shown(said, 'Advanced the clock to 2026-01-05 13:00');
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
      await clickAt(page, '+1 h');
      await shown(said, 'Advanced the clock to 2026-01-05 14:00');
      const text = await said.boundingBox();
      await page.mouse.click((text?.x ?? 0) + 5, (text?.y ?? 0) + 5);
      expect(mock.clock.now() - begin).toBe(2 * 3_600_000);
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
      await clickAt(page, 'Undo');
      await shown(said, 'Undid the clock change. It is 2026-01-05 13:00:00 UTC again.');
    },
  );

  it('a message goes away by itself, but not while someone points at it', async () => {
    const { page, go } = await visit({ seed: 'demo' });
    await page.clock.install();
    await go('/_mock/#/charges', 'Charges');
    const said = page.getByRole('status');
    await page.getByRole('button', { name: '+1 h' }).click();
    await shown(said, 'Advanced the clock');
    await said.hover();
    await page.clock.fastForward(60_000);
    await shown(said, 'Advanced the clock');
    await page.getByRole('heading', { level: 1 }).hover();
    await page.clock.fastForward(11_000);
    await expect.poll(() => said.innerText()).toBe('');
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(0);
  });

  it('what failed stays until it is closed', async () => {
    const { page, go } = await visit({ seed: 'demo' });
    await page.clock.install();
    await go('/_mock/', 'Organizations');
    await page.route('**/api/clock/advance', (route) => route.fulfill({ status: 500, json: {} }));
    const said = page.getByRole('status');
    await page.getByRole('button', { name: '+1 h' }).click();
    await shown(said, 'Failed: the fake answered 500');
    await page.clock.fastForward(600_000);
    await shown(said, 'Failed: the fake answered 500');
    await page.getByRole('button', { name: 'Close this message' }).click();
    await expect.poll(() => said.innerText()).toBe('');
  });

  it('Back goes to where a list was left, and a new view begins at its top', async () => {
    const { page, go } = await visit({ seed: 'demo' });
    await go('/_mock/#/records', 'Records');
    const link = page.getByRole('rowheader').getByRole('link', { name: /^cdr_/ }).nth(20);
    await link.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate<number>("document.getElementById('main').scrollTop");
    const before = await scrolled();
    expect(before).toBeGreaterThan(100);
    await link.click();
    await page.getByRole('heading', { level: 1, name: /^Record cdr_/ }).waitFor();
    await shown(page, 'Handoffs');
    expect(await scrolled()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Records' }).waitFor();
    await expect.poll(scrolled).toBe(before);
  });

  it('the keys that scroll a document scroll the view', async () => {
    const { page, go } = await visit({ seed: 'demo' });
    await go('/_mock/#/records', 'Records');
    await shown(page, 'Newest first');
    await page.keyboard.press('PageDown');
    const scrolled = "document.getElementById('main').scrollTop";
    await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(300);
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate(scrolled)).toBe(0);
  });
});
