import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { neededWidth, violationsOn } from './support/looks.ts';
import { shown } from './support/shown.ts';
import { VIEWS } from './support/views.ts';
import { useBrowser } from './support/visit.ts';

describe.skipIf(chromiumPath === undefined)('accessibility', () => {
  const visit = useBrowser();

  it.each(['light', 'dark'] as const)('axe finds nothing on any view, %s', async (colorScheme) => {
    const { page, go, served } = await visit({ seed: 'demo' }, { colorScheme });
    // The dark page only differs in its colours.
    const looked = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : undefined;
    await fetch(`${served.url}/v1/domains`);
    for (const [path, heading, text] of VIEWS) {
      await go(path, heading);
      await shown(page, text);
      expect(await violationsOn(page, looked), path).toEqual([]);
    }
  });

  it('axe finds nothing where faults, snapshots, criteria and what is wrong with them stand', async () => {
    const { page, go, mock, served } = await visit({ seed: 'demo' });
    mock.addFault({ operation: '*', status: 503 });
    await fetch(`${served.url}/v1/domains`);
    mock.addFault({ operation: '*', status: 503, times: Infinity });
    await go('/_mock/#/faults', 'Faults');
    await shown(page, 'Used up, newest first');
    await page.getByLabel('Status').fill('200');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await shown(page, 'expected a status from 400 to 599');
    expect(await violationsOn(page)).toEqual([]);
    await go('/_mock/#/snapshots', 'Snapshots');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await shown(page, 'Discard everything that has happened?');
    expect(await violationsOn(page)).toEqual([]);
    await go('/_mock/#/receive?token=shr_demo_live', 'Receive');
    await page.getByLabel('Typical criteria').selectOption('The wording names the caller');
    await page.getByLabel('Rule id').first().fill('record.mine');
    await shown(page, 'must not begin with');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('As JSON').fill('{');
    await shown(page, 'correct the JSON first');
    expect(await violationsOn(page)).toEqual([]);
  });

  it('axe finds nothing where a receive was refused, and on a narrow screen', async () => {
    const viewport = { width: 390, height: 800 };
    const { page, go } = await visit({ seed: 'demo' }, { viewport });
    await go('/_mock/#/receive?token=shr_demo_unchecked', 'Receive');
    await page.getByLabel('Receive as').selectOption('acme');
    await page.getByLabel('Every consent checkbox was checked').check();
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await shown(page, '422 CDR_ACCEPTANCE_FAILED');
    expect(await violationsOn(page)).toEqual([]);
  });

  it('keeps the focus where a button gives way to another', async () => {
    const { page, go } = await visit({ seed: 'demo' });
    const focused = page.locator(':focus');
    const press = async (before: string, after: string): Promise<void> => {
      await page.getByRole('button', { name: before }).focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => focused.innerText({ timeout: 1000 }).catch(() => ''))
        .toContain(after);
    };
    await go('/_mock/#/snapshots', 'Snapshots');
    await press('Reset', 'Cancel');
    await press('Cancel', 'Reset');
    await press('Reset', 'Cancel');
    await press('Yes, reset', 'Reset');
    await shown(page, 'Reset to the start.');
  });

  it('axe finds nothing on the specification, which no width from 320 to 1,600 px is too narrow for', async () => {
    const { page, go } = await visit({});
    await go('/_mock/specification', 'The specification, section by section');
    expect(await violationsOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOn(page, { runOnly: ['color-contrast'] })).toEqual([]);
    for (let width = 320; width <= 1600; width += 40) {
      await page.setViewportSize({ width, height: 800 });
      expect(await neededWidth(page)).toBeLessThanOrEqual(width);
    }
    await page.getByRole('link', { name: 'Back to the inspector' }).click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
  });

  // Tables scroll in regions of their own.
  it('no view is wider than its screen, at any width from 320 to 1,600 px', async () => {
    const { page, go, served } = await visit({ seed: 'demo' });
    await fetch(`${served.url}/v1/domains`);
    const tooWide: string[] = [];
    for (const [path, heading, text] of VIEWS) {
      await go(path, heading);
      await shown(page, text);
      for (let width = 320; width <= 1600; width += 40) {
        await page.setViewportSize({ width, height: 800 });
        const needed = await neededWidth(page);
        if (needed > width) tooWide.push(`${path} at ${width} px: ${needed}`);
      }
    }
    expect(tooWide).toEqual([]);
  });

  // At 1,280 px and 400 %, a screen is 320 px wide (WCAG 1.4.10).
  it.each([320, 1280])('%i px: breaks whatever name is too long for it', async (width) => {
    const { page, go, mock } = await visit({}, { viewport: { width, height: 800 } });
    const name = 'Langername'.repeat(20);
    const sun = mock.addOrganization({ name });
    const customMetadata = { lead_id: 'L'.repeat(200), [name]: name };
    const capture = presets.checkedBox({ autoShare: true, customMetadata });
    const { cdrId } = mock.capture(sun, capture);
    const tooWide: string[] = [];
    for (const [path, heading] of [
      ['/_mock/', 'Organizations'],
      ['/_mock/#/records', 'Records'],
      ['/_mock/#/tokens', 'Share tokens'],
      ['/_mock/#/charges', 'Charges'],
      ['/_mock/#/search?q=langer', 'Search results'],
      [`/_mock/#/records/${cdrId}`, `Record ${cdrId}`],
    ] as const) {
      await go(path, heading);
      // On a narrow screen a row is one line until it is opened.
      const closed = page.locator('.opener[aria-expanded=false]').filter({ visible: true });
      await page.locator('.opener').first().waitFor({ state: 'attached' });
      while ((await closed.count()) > 0) await closed.first().click();
      await shown(page.getByRole('main'), name);
      const needed = await neededWidth(page);
      if (needed > width) tooWide.push(`${path}: ${needed} px`);
    }
    expect(tooWide).toEqual([]);
    const column = page.locator('.facts dd', { hasText: name }).last();
    const narrowest = width === 320 ? 90 : 200;
    expect((await column.boundingBox())?.width).toBeGreaterThan(narrowest);
  });

  it('prints what a record shows, all of it, and nothing to press', async () => {
    const { page, go } = await visit({ seed: 'demo' });
    await go('/_mock/#/records/cdr_demo_solar', 'Record cdr_demo_solar');
    await shown(page, 'Handoffs');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Share…' }).isVisible()).toBe(false);
    const overflows = page.locator('.scroll').evaluateAll((all) =>
      all.map((each) => {
        const { ownerDocument } = each as unknown as {
          ownerDocument: { defaultView: { getComputedStyle(of: unknown): { overflowX: string } } };
        };
        return ownerDocument.defaultView.getComputedStyle(each).overflowX;
      }),
    );
    expect(new Set(await overflows)).toEqual(new Set(['visible']));
  });

  it('1,280 px: no table is wider than its place, and no identifier of the service’s breaks', async () => {
    const viewport = { width: 1280, height: 800 };
    const { page, go, mock, served } = await visit({ seed: 'demo' }, { viewport });
    const { cdrId } = mock.capture('sunroof', presets.checkedBox({ autoShare: true }));
    const body = {
      acceptance: { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } },
    };
    const headers = { 'x-api-key': mock.clientOptions('acme').apiKey };
    const asked = { method: 'POST', headers, body: JSON.stringify(body) };
    await fetch(`${served.url}/v1/shares/shr_demo_unchecked`, asked);
    await fetch(`${served.url}/v1/cdrs/${cdrId}/collect`, { method: 'POST', headers });
    const more = [`/_mock/#/records/${cdrId}`, `Record ${cdrId}`, 'Timeline'] as const;
    const found = [
      '/_mock/#/search?q=quotes.sunroof',
      'Search results',
      'quotes.sunroof.co.test',
    ] as const;
    const problems: string[] = [];
    for (const [path, heading, text] of [...VIEWS, more, found]) {
      await go(path, heading);
      await shown(page, text);
      const tables = await page.locator('.scroll').evaluateAll((all) =>
        all.map((each) => {
          const { scrollWidth, clientWidth } = each as unknown as Record<string, number>;
          return [scrollWidth, clientWidth] as const;
        }),
      );
      for (const [needed, there] of tables) {
        if (needed !== there) problems.push(`${path}: a table of ${needed} px in ${there} px`);
      }
      const ids = page.locator('.scroll .identifier a.code').filter({ hasText: /^(cdr|whk|shr)_/ });
      for (const [id, lines] of await ids.evaluateAll((all) =>
        all.map((each) => {
          const { textContent, firstChild, ownerDocument } = each as unknown as {
            textContent: string;
            firstChild: object;
            ownerDocument: {
              createRange(): {
                selectNode(node: object): void;
                getClientRects(): { top: number }[];
              };
            };
          };
          const range = ownerDocument.createRange();
          range.selectNode(firstChild);
          return [
            textContent,
            new Set([...range.getClientRects()].map(({ top }) => top)).size,
          ] as const;
        }),
      )) {
        if (lines !== 1) problems.push(`${path}: ${id} on ${lines} lines`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('what leads to a record, request, delivery or token has its JSON and its copy beside it', async () => {
    const { page, go, served } = await visit({ seed: 'demo' });
    await fetch(`${served.url}/v1/domains`);
    const bare: string[] = [];
    for (const [path, heading, text] of VIEWS) {
      await go(path, heading);
      await shown(page, text);
      const links = await page
        .locator('main :is(th, td, dd, h1) a')
        .evaluateAll((all) =>
          (all as unknown as { href: string; closest(of: string): unknown; textContent: string }[])
            .filter((each) => each.closest('.identifier') === null)
            .map(({ href, textContent }) => [href, textContent] as const),
        );
      for (const [href, said] of links) {
        if (/#\/(records|requests|deliveries|tokens)\/./.test(href)) bare.push(`${path}: ${said}`);
      }
    }
    expect(bare).toEqual([]);
  });
});
