import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import type { Seed } from '../../../mock/seed/seed.ts';
import { chromiumPath } from './support/browser.ts';
import { expectSound } from './support/looks.ts';
import { cellsOf, shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

describe.skipIf(chromiumPath === undefined)('finding', () => {
  const visit = useBrowser();

  async function market(look = {}) {
    const there = await visit({}, look);
    const { mock, page } = there;
    const sun = mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads' });
    mock.addOrganization({ organizationId: 'acme', name: 'Acme Solar' });
    const { cdrId, shareUrl } = mock.capture(sun, presets.checkedBox({ autoShare: true }));
    const { apiKey } = mock.clientOptions('acme');
    const receive = () =>
      fetch(there.served.url + new URL(shareUrl).pathname, {
        method: 'POST',
        headers: { 'x-api-key': apiKey },
      });
    const main = page.getByRole('main');
    return { ...there, sun, cdrId, shareUrl, receive, main };
  }

  it('keeps filters in the address: they are shared, and the way back leads through them', async () => {
    const { page, go, mock, main, receive, cdrId } = await market();
    await receive();
    for (let count = 0; count < 60; count += 1) mock.capture('sun', presets.buttonOnly());
    await go('/_mock/#/records', 'Records');
    await page.getByLabel('Held by').selectOption('sun');
    await page.getByRole('button', { name: 'Older' }).click();
    await shown(page, 'Newest first, 51 to 61 of 61');
    const shared = page.url();
    await page.getByLabel('Held by').selectOption('acme');
    await shown(page, 'Newest first, 1 to 1 of 1');
    expect((await cellsOf(page, cdrId)).slice(-3)).toEqual(['received', 'not charged', 'yes']);
    await page.goBack();
    await shown(page, 'Newest first, 51 to 61 of 61');
    await page.getByRole('button', { name: 'Newer' }).click();
    await shown(page, 'Newest first, 1 to 50 of 61');
    await page.goto('about:blank');
    await page.goto(shared);
    await shown(page, 'Newest first, 51 to 61 of 61');
    expect(await page.getByLabel('Held by').inputValue()).toBe('sun');
    await page.getByLabel('Domain').fill('sunroof.example');
    await page.keyboard.press('Enter');
    await main.getByRole('link', { name: cdrId, exact: true }).waitFor();
    expect(page.url()).toContain('organization=sun&domainId=sunroof.example');
  });

  it('finds by one text, and says what it was found by', async () => {
    const { page, go, cdrId, shareUrl, main, receive } = await market();
    await receive();
    await go('/_mock/', 'Organizations');
    await main.getByRole('rowheader', { name: 'Acme Solar' }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('(212) 555-0147');
    await page.getByRole('heading', { level: 1, name: 'Search results' }).waitFor();
    // What was typed so far is searched for, too.
    await expect
      .poll(async () => (await cellsOf(page, cdrId)).slice(0, 3))
      .toEqual([
        'Record',
        "the form's phone number: ••• ••• 0147",
        'L-1001 · ••• ••• 0147 · quotes.sunroof.example',
      ]);
    await expectSound(page);
    const box = page.getByRole('searchbox', { name: 'Search' });
    await box.fill(shareUrl);
    await main.getByText('Share token', { exact: true }).waitFor();
    expect(await main.innerText()).not.toContain(shareUrl.split('/').at(-1));
    await box.fill('van der berg');
    await page.keyboard.press('Enter');
    await page.locator('h1:focus', { hasText: 'Search results' }).waitFor();
    await main.getByRole('link', { name: cdrId, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Record ${cdrId}` }).waitFor();
    await page.goBack();
    await expect.poll(() => box.inputValue()).toBe('van der berg');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
  });

  it('shows the story of a record over all organizations', async () => {
    const { page, go, cdrId, main, receive } = await market();
    await receive();
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    const table = page.getByRole('table', { name: /From capture to webhooks/ });
    await table.waitFor();
    expect(await table.getByRole('rowheader').allInnerTexts()).toEqual([
      'Captured',
      'Rendered',
      'Request',
      'Shared',
      'Received',
      'Charged',
    ]);
    await expectSound(page);
    await table.getByRole('link', { name: /^req_/ }).first().click();
    await page.getByRole('heading', { level: 1, name: /^Request req_/ }).waitFor();
    await main.getByRole('link', { name: cdrId, exact: true }).waitFor();
  });

  it('has the JSON of a thing and its copy beside its identifier, and cuts tokens in sight', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, go, cdrId, main, shareUrl } = await market({ permissions });
    const token = shareUrl.split('/').at(-1) ?? '';
    await go('/_mock/#/records', 'Records');
    await page.getByRole('button', { name: `Copy ${cdrId}` }).click();
    await shown(page.getByRole('status'), `Copied ${cdrId}.`);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(cdrId);
    await page.getByRole('link', { name: `JSON of ${cdrId}` }).click();
    await page.getByRole('heading', { level: 1, name: `JSON of ${cdrId}` }).waitFor();
    const json = main.locator('pre');
    await json.waitFor();
    expect(await json.innerText()).toContain('"leadId": "L-1001"');
    expect(await json.innerText()).not.toContain(token);
    await main.getByRole('button', { name: /^Copy/ }).click();
    await shown(page.getByRole('status'), 'Copied the JSON of');
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(token);
    await main.getByRole('link', { name: `The page of ${cdrId}` }).click();
    await main
      .getByRole('link', { name: `${token.slice(0, 8)}…`, exact: true })
      .first()
      .click();
    await page
      .getByRole('heading', { level: 1, name: `Share token ${token.slice(0, 8)}` })
      .waitFor();
  });

  it('goes anywhere by the palette', async () => {
    const { page, go, cdrId } = await market();
    await go('/_mock/#/records', 'Records');
    await page.getByLabel('Domain').focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await page.keyboard.type('re');
    const options = palette.getByRole('option');
    await expect
      .poll(async () => (await options.first().innerText()).startsWith('Records'))
      .toBe(true);
    await expectSound(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('h1:focus', { hasText: 'Requests' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('L-1001');
    await palette.getByRole('option', { name: new RegExp(cdrId) }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus', { hasText: `Record ${cdrId}` }).waitFor();
    await page.keyboard.press('Meta+k');
    await palette.waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
  });

  it('takes what the palette finds, though Enter comes before it is found', async () => {
    const { page, go, cdrId, mock } = await market();
    const { cdrId: another } = mock.capture('sun', presets.buttonOnly());
    await go('/_mock/#/records', 'Records');
    for (const id of [cdrId, another, cdrId]) {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(id);
      await page.keyboard.press('Enter');
      await page.locator('h1:focus', { hasText: `Record ${id}` }).waitFor();
    }
  });

  it('narrows the records to a state, and says when the list is empty', async () => {
    const { page, go, mock, main, cdrId } = await market();
    const { cdrId: pending } = mock.capture('sun', presets.buttonOnly({ render: 'manual' }));
    await go('/_mock/#/records', 'Records');
    await page.getByLabel('State').selectOption('pending');
    await shown(page, 'Newest first, 1 to 1 of 1');
    await main.getByRole('link', { name: pending, exact: true }).waitFor();
    expect(page.url()).toContain('state=pending');
    await page.getByLabel('State').selectOption('invalid');
    await shown(page, 'No records match.');
    mock.invalidate(cdrId);
    await main.getByRole('link', { name: cdrId, exact: true }).waitFor();
  });

  it('goes through the pages by one key', async () => {
    const { page, go, mock } = await market();
    for (let count = 0; count < 120; count += 1) mock.capture('sun', presets.buttonOnly());
    const focused = page.locator(':focus');
    for (const [view, heading] of [
      ['records', 'Records'],
      ['charges', 'Charges'],
    ] as const) {
      await go(`/_mock/#/${view}`, heading);
      await shown(page, 'Newest first, 1 to 50 of 121');
      await page.getByRole('button', { name: 'Older' }).focus();
      await page.keyboard.press('Enter');
      await shown(page, 'Newest first, 51 to 100 of 121');
      await page.keyboard.press('Enter');
      await shown(page, 'Newest first, 101 to 121 of 121');
      expect(await focused.innerText()).toBe('Older');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await shown(page, 'Newest first, 51 to 100 of 121');
    }
  });

  it('does not fetch back who has typed and gone elsewhere', async () => {
    const { page, go } = await market();
    await page.clock.install();
    await go('/_mock/', 'Organizations');
    await page.keyboard.press('/');
    await page.keyboard.type('quotes');
    await page.getByRole('link', { name: 'Share tokens' }).click();
    await page.getByRole('heading', { level: 1, name: 'Share tokens' }).waitFor();
    await page.clock.fastForward(1000);
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('');
    expect(page.url()).toMatch(/#\/tokens$/);
  });

  it.each(['shr_of-a-seed-with-dashes', 'any-text-that-a-seed-may-give'])(
    '§2.5: shows %s whole nowhere, its JSON included',
    async (token) => {
      const seed: Seed = {
        organizations: [{ organizationId: 'sun', name: 'Sunroof Leads' }],
        captures: [{ organization: 'sun', name: 'lead', cdrId: 'cdr_1', preset: 'checkedBox' }],
        shares: [{ capture: 'lead', from: 'sun', token }],
      };
      const { page, served } = await visit({ seed });
      await fetch(`${served.url}/v1/shares/${token}`, { method: 'POST' });
      for (const [view, text] of [
        ['tokens', 'Newest first'],
        [`tokens/${token}`, 'What it opens'],
        ['records/cdr_1', 'Share tokens'],
        ['requests', 'Newest first'],
        ['json/cdr_1?kind=record', 'Share tokens are shortened here'],
        [`json/${token}?kind=token`, 'Share tokens are shortened here'],
        [`search?q=${token}`, 'Share token'],
      ] as const) {
        await page.goto('about:blank');
        await page.goto(`${served.url}/_mock/#/${view}`);
        await shown(page.getByRole('main'), text);
        const said = await page.locator('body').innerText();
        expect(said.includes(token), view).toBe(false);
      }
    },
  );
});
