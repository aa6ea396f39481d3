import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

/** Addresses of each list that the control API refuses: the filter, its value, and the heading. */
const REFUSED = [
  ['records', 'organization', 'gone', 'Held by'],
  ['records', 'state', 'bogus', 'State'],
  ['tokens', 'organization', 'gone', 'Created by'],
  ['tokens', 'live', 'bogus', 'Lifetime'],
  ['deliveries', 'organization', 'gone', 'Organization'],
  ['deliveries', 'state', 'bogus', 'State'],
  ['requests', 'organization', 'gone', 'By organization'],
  ['requests', 'status', 'bogus', 'Response'],
  ['charges', 'organization', 'gone', 'Organization'],
  ['charges', 'cause', 'bogus', 'Cause'],
] as const;

/** Ids that a URL would read as a step of its path, on each page that shows one thing. */
const STEPS = ['.', '..'].flatMap((id) =>
  ['records', 'tokens', 'deliveries', 'requests', 'json'].map((view) => `${view}/${id}`),
);

describe.skipIf(chromiumPath === undefined)('an address that leads nowhere', () => {
  const visit = useBrowser();

  async function market() {
    const there = await visit();
    const { mock, page, served } = there;
    mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads' });
    const main = page.getByRole('main');
    /** Opens the address as one that was copied. */
    const open = async (address: string): Promise<void> => {
      await page.goto('about:blank');
      await page.goto(`${served.url}/_mock/#/${address}`);
      await page.locator('h1').waitFor();
    };
    return { ...there, main, open };
  }

  it('says what is wrong with a filter instead of reading for ever, and shows it as it is', async () => {
    const { main, open } = await market();
    for (const [view, name, value, label] of REFUSED) {
      await open(`${view}?${name}=${value}`);
      await main.getByRole('alert').first().waitFor();
      expect(await main.getByText('Loading…').count(), `${view} ${name}`).toBe(0);
      const chosen = main
        .getByRole('combobox', { name: label, exact: true })
        .locator('option:checked');
      expect(await chosen.innerText(), `${view} ${name}`).toBe(value);
    }
  });

  it('goes back to the newest records where its page is gone', async () => {
    const { page, mock, main, open } = await market();
    for (let count = 0; count < 60; count += 1) mock.capture('sun', presets.buttonOnly());
    await open('records');
    await page.getByRole('button', { name: 'Older' }).click();
    await shown(main, 'Newest first, 51 to 60 of 60');
    mock.reset();
    mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads' });
    mock.capture('sun', presets.buttonOnly());
    await main.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Newer' }).click();
    await shown(main, 'Newest first, 1 to 1 of 1');
  });

  it('skips no more than a list can', async () => {
    const { main, open } = await market();
    await open('charges?skip=1e21');
    await shown(main, 'There are no older charges.');
  });

  it('finds no page for an id that would be another path', async () => {
    const { main, open } = await market();
    for (const address of STEPS) {
      await open(`${address}?kind=record`);
      await main.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    }
    await open('json/?kind=record');
    await main.getByRole('heading', { level: 1, name: 'JSON not found' }).waitFor();
  });

  it('says what broke a view, and the other views continue', async () => {
    const { page, main, open } = await market();
    // As an inspector of another version would answer.
    await page.route('**/api/records/*', (route) => route.fulfill({ json: {} }));
    await open('records/cdr_1');
    await main.getByRole('heading', { level: 1, name: 'Not shown' }).waitFor();
    await shown(main, /This is a bug in the inspector: Cannot/);
    await page.getByRole('link', { name: 'Share tokens' }).click();
    await shown(main, 'No share tokens yet.');
  });

  it('does not take a missing number for 0', async () => {
    const { page, main, open } = await market();
    await page.route('**/api/totals', (route) => route.fulfill({ status: 500, json: {} }));
    await open('organizations');
    await main.getByRole('alert').waitFor();
    await main.getByRole('rowheader').waitFor();
    expect(new Set(await main.locator('td.number').allInnerTexts())).toEqual(new Set(['…']));
  });
});
