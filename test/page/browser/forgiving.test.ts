import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { expectSound } from './support/looks.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

const NARROW = { viewport: { width: 390, height: 800 } };

describe.skipIf(chromiumPath === undefined)('forgiving', () => {
  const visit = useBrowser();

  async function market(look = {}) {
    const there = await visit({}, look);
    const { mock, page } = there;
    mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads', autoCollect: false });
    mock.addOrganization({ organizationId: 'acme', name: 'Acme Solar' });
    const page1 = presets.checkedBox({ autoShare: true });
    const { cdrId, shareUrl } = mock.capture('sun', page1);
    const { apiKey } = mock.clientOptions('acme');
    const ask = () => fetch(`${there.served.url}/v1/domains`, { headers: { 'x-api-key': apiKey } });
    const said = (text: string | RegExp) => shown(page.getByRole('status'), text);
    return { ...there, cdrId, shareUrl, ask, said };
  }

  it('takes an act back, and says what went with it', async () => {
    const { page, go, mock, cdrId, said } = await market();
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    await page.getByRole('button', { name: 'Collect', exact: true }).click();
    await said(`Sunroof Leads collected ${cdrId}.`);
    expect(mock.charges()).toHaveLength(1);
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    // It stays for as long as it has the focus.
    await undo.focus();
    await expectSound(page);
    await undo.click();
    await said(
      /^Undid “Sunroof Leads collected cdr_\w+”\. It is .* UTC again\. 1 charge was removed\. Webhooks already/,
    );
    expect(mock.charges()).toEqual([]);
    await undo.waitFor({ state: 'hidden' });
  });

  it('takes a double click on Undo for one, and never for a yes', async () => {
    const { page, go, mock, cdrId, ask, said } = await market();
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await page.getByRole('button', { name: 'Collect', exact: true }).click();
    await undo.dblclick();
    await said(/^Undid “Sunroof Leads collected/);
    await page.getByRole('button', { name: 'Flag invalid' }).click();
    await undo.waitFor();
    await ask();
    await undo.click();
    const all = page.getByRole('button', { name: 'Undo all of it' });
    await all.waitFor();
    // The second click comes when the question stands where the button was.
    await all.dispatchEvent('click', { detail: 2 });
    await page.evaluate("fetch('/_mock/api/ready')");
    expect(mock.requests()).toHaveLength(1);
    await all.click();
    await said(`Undid “Flagged ${cdrId} invalid”.`);
  });

  it('takes each press, however slowly the one before it is reported', async () => {
    const { page, go, mock, cdrId, shareUrl, said } = await market();
    const slow: (() => Promise<void>)[] = [];
    await page.route('**/api/undo/*/done', (route) => void slow.push(() => route.continue()));
    const report = async () => {
      await expect.poll(() => slow.length).toBe(1);
      await slow.pop()?.();
    };
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await go(`/_mock/#/receive?token=${new URL(shareUrl).pathname.split('/').at(-1)}`, 'Receive');
    await press('+1 h');
    await said('Advanced the clock to 2026-01-05 13:00');
    await press('+1 h');
    await report();
    await said('Advanced the clock to 2026-01-05 14:00');
    await page.getByLabel('Receive as').selectOption('acme');
    await press('Receive');
    await report();
    await said('Received.');
    await press('Receive');
    await report();
    await said('Already received.');
    await press('+1 h');
    await report();
    await said('Advanced the clock to 2026-01-05 15:00');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('undo');
    await page.keyboard.press('Enter');
    await report();
    await said('Undid the clock change. It is 2026-01-05 14:00:00 UTC again.');
    expect(mock.charges({ cdrId })).toHaveLength(1);
  });

  it('says from the palette too that nothing could be undone', async () => {
    const { page, go, said } = await market();
    await go('/_mock/', 'Organizations');
    await page.route('**/api/undo', (route) => route.fulfill({ status: 500, json: {} }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('undo');
    await page.keyboard.press('Enter');
    await said('Not undone: the fake answered 500');
  });

  it('offers to undo what the status line says, and nothing else', async () => {
    const { page, go, mock, cdrId, shareUrl, said } = await market();
    await go(`/_mock/#/receive?token=${new URL(shareUrl).pathname.split('/').at(-1)}`, 'Receive');
    await page.getByRole('button', { name: '+1 h' }).click();
    await said('Advanced the clock');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.waitFor();
    mock.addFault({ operation: 'shares.receive', drop: true, phase: 'after', times: Infinity });
    await page.getByLabel('Receive as').selectOption('acme');
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await shown(page, `Charged: Acme Solar for ${cdrId} (receive).`);
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
    // It is the advance that stands there, and there is something to lose by undoing it.
    await undo.click();
    await said('This also undoes');
  });

  it('asks first where others did something since, and says how much', async () => {
    const { page, go, mock, cdrId, ask, said } = await market();
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    await page.getByRole('button', { name: 'Flag invalid' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await ask();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await said('This also undoes 1 request and 0 changes');
    expect(mock.requests()).toHaveLength(1);
    await page.getByRole('link', { name: 'Snapshots' }).click();
    await page.getByRole('button', { name: /^Show what has changed since “Flagged/ }).click();
    await shown(page.getByRole('main'), `${cdrId} was flagged invalid`);
    await expectSound(page);
    await page.getByRole('button', { name: 'Undo all of it' }).click();
    await said(`Undid “Flagged ${cdrId} invalid”.`);
    expect(mock.requests()).toEqual([]);
    await shown(page, 'Nothing to undo.');
  });

  it('offers no way back from what changed nothing, and one from the palette', async () => {
    const { page, go, mock, cdrId, said } = await market();
    const begin = mock.clock.now();
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    await page.getByRole('button', { name: '+1 h' }).click();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.waitFor();
    await page.getByRole('combobox', { name: 'As', exact: true }).selectOption('acme');
    const collect = page.getByRole('button', { name: 'Collect', exact: true });
    await collect.click();
    await said('Failed: NOT_FOUND');
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
    expect(await undo.isVisible()).toBe(false);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('undo');
    await page.keyboard.press('Enter');
    // The refused request came later, and would be removed from the log.
    await said('This also undoes 1 request and 0 changes');
    await page.getByRole('button', { name: 'Undo all of it' }).click();
    await said('Undid the clock change.');
    expect(mock.clock.now()).toBe(begin);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('undo');
    await page.keyboard.press('Enter');
    await said('Nothing to undo.');
  });

  it('captures with another phone, lead id, wording and boxes, and receives by an open link', async () => {
    const { page, go, mock } = await market();
    await go('/_mock/#/capture', 'Capture');
    const main = page.getByRole('main');
    await page.getByLabel('Producer').selectOption('sun');
    await page.getByRole('textbox', { name: 'Phone' }).fill('713.555.0168');
    await page.getByLabel('Lead id').fill('Q-77');
    await page.getByRole('textbox', { name: 'Wording' }).fill('Acme Solar may call me.');
    await page.getByLabel('Linked checkboxes').selectOption('two, one unchecked');
    await expectSound(page);
    await main.getByRole('button', { name: 'Capture' }).click();
    const link = main.getByRole('link', { name: /^cdr_/ });
    const made = await link.innerText();
    await link.click();
    await shown(main, 'Acme Solar may call me.');
    await shown(main, '7135550168');
    await shown(main, 'Q-77');
    const captured = mock
      .snapshot()
      .toJSON()
      .tables['cdrs']?.map(([, cdr]) => cdr) as {
      cdrId: string;
      page: { consentFacts: { disclosures: object[] }; customMetadata: object };
    }[];
    const stored = captured.find((each) => each.cdrId === made);
    expect(stored?.page.consentFacts.disclosures).toHaveLength(1);
    expect(stored?.page.consentFacts.disclosures[0]).toMatchObject({ checkboxAffirmed: false });
    expect(stored?.page.customMetadata).toMatchObject({ lead_id: 'Q-77', campaign: 'q2_tx' });
    await page.getByRole('link', { name: 'Receive' }).click();
    const open = page.getByLabel('Open share links');
    const offered = open.locator('option', { hasText: 'Q-77, quotes.sunroof.example' });
    await offered.waitFor({ state: 'attached' });
    expect(await offered.innerText()).toMatch(/from Sunroof Leads · 30 d left$/);
    await open.selectOption(await offered.getAttribute('value'));
    await page.getByLabel('Receive as').selectOption('acme');
    await main.getByRole('button', { name: 'Receive', exact: true }).click();
    await shown(main, 'Share event: ');
    expect(mock.shareEvents().map((each) => each.cdrId)).toEqual([made]);
  });

  it('390 px: has the content first, what leads elsewhere folded, and a record in one line until it is opened', async () => {
    const { page, go } = await market(NARROW);
    await go('/_mock/#/records', 'Records');
    const heading = page.getByRole('heading', { level: 1 });
    expect((await heading.boundingBox())?.y).toBeLessThan(120);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    const cells = row.getByRole('cell');
    await cells.first().waitFor();
    expect(await cells.allInnerTexts()).toEqual(['ready']);
    expect((await row.boundingBox())?.height).toBeLessThan(48);
    await row.getByRole('button', { name: 'Details' }).click();
    await expect.poll(() => cells.count()).toBe(7);
    const lefts = new Set(
      await cells.evaluateAll((all) =>
        (all as unknown as { getBoundingClientRect(): { left: number } }[]).map(
          (each) => each.getBoundingClientRect().left,
        ),
      ),
    );
    expect(lefts.size).toBe(1);
    const columns = await cells.evaluateAll((all) =>
      (all as unknown as { dataset: { title: string } }[]).map(({ dataset }) => dataset.title),
    );
    expect(columns).toEqual([
      ...['Lead', 'Page', 'Created', 'State', 'Captured', 'Charged', 'Downloads'],
    ]);
    await page.getByRole('link', { name: 'Snapshots' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Snapshots' }).click();
    await page.locator('h1:focus', { hasText: 'Snapshots' }).waitFor();
    await page.getByRole('link', { name: 'Snapshots' }).waitFor({ state: 'hidden' });
  });

  it('comes to the content within three keys', async () => {
    const { page, go } = await market();
    await go('/_mock/#/records', 'Records');
    for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
    const isContent = "document.activeElement.closest('main') !== null";
    expect(await page.evaluate(isContent)).toBe(true);
  });
});
