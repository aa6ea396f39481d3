import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { createMockService } from '../../../mock/fake/mock-service.ts';
import { serveMock } from '../../../mock/node.ts';
import { chromiumPath } from './support/browser.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

/** A browser has no more connections to one server, for all its tabs together. */
const CONNECTIONS_MAX = 6;

/** Hides the page, or shows it, as a browser does with the tabs behind the first. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

describe.skipIf(chromiumPath === undefined)('a page that follows the world', () => {
  const visit = useBrowser();

  async function market() {
    const there = await visit();
    const { mock, page } = there;
    mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads', autoCollect: false });
    const capture = () => mock.capture('sun', presets.buttonOnly()).cdrId;
    const has = (count: number, of: Page = page) =>
      shown(of.getByRole('main'), `Newest first, 1 to ${count} of ${count}`);
    const lost = page.getByText('Connection to the fake lost.');
    return { ...there, capture, has, lost };
  }

  it('keeps no connection while it is hidden, so that any number of tabs can be open', async () => {
    const { page, served, capture, has, lost } = await market();
    capture();
    const tabs: Page[] = [];
    for (let count = 0; count <= CONNECTIONS_MAX; count += 1) {
      const tab = await page.context().newPage();
      await tab.goto(`${served.url}/_mock/#/records`, { timeout: 8000 });
      await has(1, tab);
      await setHidden(tab, true);
      tabs.push(tab);
    }
    const [first = page] = tabs;
    capture();
    await page.goto(`${served.url}/_mock/#/records`);
    await has(2);
    await setHidden(first, false);
    await has(2, first);
    capture();
    await has(3, first);
    expect(await lost.count()).toBe(0);
  });

  it('shows the world in a tab that was opened behind', async () => {
    const { page, served, capture, has } = await market();
    capture();
    await page.addInitScript('Object.defineProperty(document, "hidden", { value: true })');
    await page.goto(`${served.url}/_mock/#/records`);
    await has(1);
  });

  it('reads the world again after a read that failed', async () => {
    const { page, go, capture, has, lost } = await market();
    await go('/_mock/#/records', 'Records');
    await shown(page, 'No records. Capture one.');
    await page.route('**/api/clock', (route) => route.fulfill({ status: 500, json: {} }));
    capture();
    await lost.waitFor();
    await page.unroute('**/api/clock');
    await has(1);
    await lost.waitFor({ state: 'detached' });
  });

  it('reconnects where the connection to the fake is silently lost', async () => {
    const { page, served, capture, has, lost } = await market();
    let asked = 0;
    // The first request is never answered, and never refused either.
    await page.route('**/api/events', (route) => {
      asked += 1;
      return asked === 1 ? undefined : route.continue();
    });
    await page.clock.install();
    await page.goto(`${served.url}/_mock/#/records`);
    await expect.poll(() => asked).toBe(1);
    await page.clock.fastForward(30_000);
    expect(await lost.count()).toBe(0);
    capture();
    await page.clock.fastForward(15_000);
    await has(1);
    await lost.waitFor({ state: 'detached' });
  });

  it('shows what a slow read brought, however often the world changes meanwhile', async () => {
    const { page, go, capture } = await market();
    const waiting: Route[] = [];
    await page.route('**/api/records?*', (route) => void waiting.push(route));
    await go('/_mock/#/records', 'Records');
    const revision = () => page.waitForResponse('**/api/organizations');
    await expect.poll(() => waiting.length).toBe(1);
    for (const _ of [1, 2, 3]) {
      const read = revision();
      capture();
      await read;
    }
    // One read at a time: a list that takes long is not asked for again and again.
    expect(waiting).toHaveLength(1);
    await waiting.shift()?.continue();
    await shown(page.getByRole('main'), 'Newest first, 1 to 3 of 3');
    await expect.poll(() => waiting.length).toBe(1);
    await waiting.shift()?.continue();
  });

  it('keeps what it shows while the fake is stopped, and continues when there is one again', async () => {
    const { page, go, served, capture, lost } = await market();
    const cdrId = capture();
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    await page.getByText('Time on page').waitFor();
    const port = Number(new URL(served.url).port);
    const failed = page.waitForEvent('requestfailed');
    await page.route(`**/api/records/${cdrId}`, (route) => route.abort('connectionrefused'));
    capture();
    await failed;
    await served.close();
    await lost.waitFor();
    expect(await page.getByText('Time on page').isVisible()).toBe(true);
    const again = await serveMock(createMockService({ now: '2026-01-05T12:00:00Z' }), { port });
    await page.unroute(`**/api/records/${cdrId}`);
    await shown(page.getByRole('main'), /^No record .*It may have been removed by a reset\.$/);
    await lost.waitFor({ state: 'detached' });
    await page.goto('about:blank');
    await again.close();
  });
});
