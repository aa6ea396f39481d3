import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { cellsOf, shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

describe.skipIf(chromiumPath === undefined)('the inspector', () => {
  const visit = useBrowser();

  /** Makes a producer and a buyer with one record between them. */
  async function market() {
    const there = await visit({ webhookFetch: async () => new Response(null, { status: 500 }) });
    const { mock } = there;
    const producer = mock.addOrganization({ name: 'Sunroof Leads' });
    const webhook = { url: 'https://hooks.acme.example/cdr', secret: 'whsec_of_a_test' };
    const buyer = mock.addOrganization({ name: 'Acme Solar', webhook });
    const { cdrId, shareUrl } = mock.capture(
      producer,
      presets.checkedBox({ autoShare: true, pageTitle: 'A solar quote' }),
    );
    return { ...there, producer, buyer, cdrId, shareUrl };
  }

  it('shows organizations side by side with what each holds, was charged and may download', async () => {
    const { page, go } = await market();
    await go('/_mock/', 'Organizations');
    await shown(page, 'Who holds, pays and downloads');
    const figures = (name: string) => cellsOf(page, name);
    await expect.poll(() => figures('Sunroof Leads')).toEqual(['1', '1', '1', '1', 'none']);
    expect(await figures('Acme Solar')).toEqual(['0', '0', '0', '0', 'none']);
    const names = await page
      .getByRole('rowheader')
      .getByRole('link', { name: /^[A-Z]/ })
      .all();
    expect(await names[0]?.innerText()).toBe('Acme Solar');
  });

  it('follows the world without being loaded again', async () => {
    const { page, go, mock, producer } = await market();
    await go('/_mock/#/records', 'Records');
    await shown(page, 'Newest first, 1 to 1 of 1');
    await page.evaluate(() => Object.assign(globalThis, { isTheSame: true }));
    const { cdrId } = mock.capture(producer, presets.buttonOnly());
    await page.getByRole('link', { name: cdrId, exact: true }).waitFor();
    await shown(page, 'Newest first, 1 to 2 of 2');
    expect(await page.evaluate(() => 'isTheSame' in globalThis)).toBe(true);
  });

  it('shows a record with its image, its consent facts and why who may download it', async () => {
    const { page, go, cdrId } = await market();
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    const image = page.getByRole('img', { name: `Evidence image of ${cdrId}` });
    await image.waitFor();
    await expect
      .poll(() =>
        image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(100);
    expect(await cellsOf(page, 'tcpa')).toEqual(['checkbox', 'checked', expect.any(String)]);
    expect((await cellsOf(page, 'Sunroof Leads')).join(' ')).toContain('collected automatically');
  });

  it('makes no request of the world by being looked at: nothing strikes and nothing is logged', async () => {
    const { page, go, mock, served, cdrId } = await market();
    mock.addFault({ operation: '*', status: 500, times: Infinity });
    const before = JSON.stringify(mock.snapshot());
    for (const view of ['organizations', 'tokens', 'deliveries', 'requests', 'faults']) {
      await page.goto(`${served.url}/_mock/#/${view}`);
      await page.locator('h1').waitFor();
    }
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    const image = page.getByRole('img', { name: `Evidence image of ${cdrId}` });
    await image.waitFor();
    const opened = page.waitForEvent('popup');
    await image.click();
    await (await opened).waitForLoadState();
    await page.locator('.menu summary').first().click();
    await page.getByRole('link', { name: 'Claim page' }).click();
    await shown(page, 'shares a record with you');
    expect(JSON.stringify(mock.snapshot())).toBe(before);
  });

  it('captures, shares, and receives with criteria, each as the client would', async () => {
    const { page, go, mock, buyer } = await market();
    await go('/_mock/#/capture', 'Capture');
    await page.getByLabel('Producer').selectOption({ label: 'Sunroof Leads' });
    await page.getByRole('combobox', { name: 'Page' }).selectOption('uncheckedBox');
    await page.getByLabel('Share immediately').uncheck();
    await page.getByRole('main').getByRole('button', { name: 'Capture' }).click();
    await page.getByRole('main').getByRole('link', { name: /^cdr_/ }).click();
    await page.getByRole('main').getByRole('link', { name: 'Share…' }).click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('link', { name: 'receive it with criteria' }).click();
    await page.getByLabel('Receive as').selectOption({ label: 'Acme Solar' });
    await page.getByLabel('Every disclosure was consented to').check();
    const receive = page.getByRole('button', { name: 'Receive', exact: true });
    await receive.click();
    await shown(page, '422 CDR_ACCEPTANCE_FAILED');
    expect(mock.charges({ organization: buyer })).toEqual([]);
    await page.getByLabel('Every disclosure was consented to').uncheck();
    await page.getByLabel('A submission was observed').check();
    await receive.click();
    await shown(page, 'Share event: ');
    expect((await cellsOf(page, 'A submission was observed'))[0]).toBe('met');
    expect(mock.shareEvents({ organization: buyer })).toHaveLength(1);
  });

  it('connects a program: each value copied alone and all as .env, a new key, a webhook', async () => {
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { page, go, mock, served } = await visit({ seed: 'demo' }, permissions);
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    const copy = async (name: string): Promise<string> => {
      await page.getByRole('button', { name, exact: true }).click();
      await shown(page.getByRole('status'), 'Copied');
      await page.getByRole('button', { name: 'Close this message' }).click();
      return copied();
    };
    await go('/_mock/', 'Organizations');
    await page.getByLabel('As organization').selectOption('sunroof');
    expect(await copy('Copy API key')).toBe('sunroof.demo-only');
    expect(await copy('Copy Base URL')).toBe(served.url);
    const secret = await copy('Copy Webhook secret');
    expect(await page.getByRole('main').innerText()).not.toContain(secret);
    expect(await copy('Copy all as .env')).toBe(
      `CONSENT_EVIDENCE_API_KEY=sunroof.demo-only\nCONSENT_EVIDENCE_BASE_URL=${served.url}\nCONSENT_EVIDENCE_WEBHOOK_SECRET=${secret}\n`,
    );
    await page.getByRole('button', { name: 'Show secrets' }).click();
    await shown(page.getByRole('main'), secret);
    await page.getByRole('button', { name: 'Add key to Sunroof Leads' }).click();
    await shown(page.getByRole('status'), 'Issued the key');
    await page.locator('summary', { hasText: 'Set webhook' }).click();
    await page.getByLabel('Webhook URL').fill('https://hooks.sunroof.example/cdr');
    await page.getByRole('button', { name: 'Set webhook' }).click();
    await shown(page.getByRole('status'), 'Events of Sunroof Leads go to https://hooks.sunroof');
    await page.locator('summary', { hasText: 'Add organization' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Zenith Leads');
    await page.getByLabel('Id', { exact: true }).fill('zenith');
    await page.getByRole('button', { name: 'Add organization' }).click();
    await shown(page.getByRole('status'), 'Added Zenith Leads.');
    expect(await copy('Copy API key')).toBe(mock.clientOptions('zenith').apiKey);
  });

  it('captures a page of the producer that is chosen, and says what is no number', async () => {
    const { page, go, mock } = await visit({ seed: 'demo' });
    mock.addOrganization({ organizationId: 'zenith', name: 'Zenith & Sons' });
    await go('/_mock/#/capture', 'Capture');
    await page.getByLabel('Producer').selectOption('zenith');
    await shown(page, 'Default: https://zenith-sons.example/quote');
    await page.getByLabel('Producer').selectOption('planhelper');
    await shown(page, 'Default: https://lp.windows-now.example/');
    await page.getByRole('textbox', { name: 'Phone' }).fill('212-555-O147 ext');
    await shown(page, 'This is no North American number');
    await page.getByRole('main').getByRole('button', { name: 'Capture' }).click();
    await shown(page.getByRole('status'), 'Captured cdr_');
    const { page: captured } = mock.snapshot().toJSON().tables['cdrs']?.at(-1)?.[1] as {
      page: { pageUrl: string };
    };
    expect(captured.pageUrl).toContain('https://lp.windows-now.example/');
  });

  it('captures again for the producer that was chosen last', async () => {
    const { page, go, mock } = await market();
    mock.addOrganization({ name: 'Other Leads' });
    await go('/_mock/#/capture', 'Capture');
    await page.getByLabel('Producer').selectOption({ label: 'Sunroof Leads' });
    await page.getByRole('main').getByRole('button', { name: 'Capture' }).click();
    await page.getByRole('main').getByRole('link', { name: /^cdr_/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Record cdr_' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Capture' }).click();
    await page.getByRole('heading', { level: 1, name: 'Capture' }).waitFor();
    const chosen = page.getByLabel('Producer').locator('option:checked');
    expect(await chosen.innerText()).toBe('Sunroof Leads');
  });

  it('proposes to share the records that the sender holds, each with what it is', async () => {
    const { page, go, mock, cdrId } = await market();
    const other = mock.addOrganization({ organizationId: 'other', name: 'Other Leads' });
    mock.capture(other, presets.buttonOnly());
    await go('/_mock/#/share', 'Share');
    const proposed = page.locator('datalist option');
    await expect.poll(() => proposed.count()).toBe(2);
    await page.getByLabel('Sender').selectOption({ label: 'Sunroof Leads' });
    await expect.poll(() => proposed.count()).toBe(1);
    expect(await proposed.getAttribute('value')).toBe(cdrId);
    expect(await proposed.getAttribute('label')).toBe('L-1001, quotes.sunroof.example, ready');
  });

  it('§6.3: counts down to the next attempt of a webhook, and moves the time on', async () => {
    const { page, go, mock, buyer } = await market();
    const { cdrId } = mock.capture(buyer, presets.checkedBox());
    await mock.clock.advance(0);
    await go('/_mock/#/deliveries', 'Webhook deliveries');
    await shown(page, /^in 30 s$/);
    await page.getByRole('button', { name: '+30 s' }).click();
    await expect
      .poll(() => mock.webhookDeliveries({ cdrId })[0]?.attempts.length, { timeout: 5000 })
      .toBe(2);
    await shown(page, /^in 1 min$/);
    await shown(page.getByRole('status'), 'Advanced the clock to 2026-01-05 12:00:30 UTC.');
  });

  it('explains each line of the request log', async () => {
    const { page, go, served, mock, buyer } = await market();
    const { apiKey } = mock.clientOptions(buyer);
    await fetch(`${served.url}/v1/cdrs/cdr_nowhere`, { headers: { 'x-api-key': apiKey } });
    await fetch(`${served.url}/v1/domains`, { headers: { 'x-api-key': 'not.mine' } });
    await go('/_mock/#/requests', 'Requests');
    const missing = await cellsOf(page, 'GET /v1/cdrs/cdr_nowhere');
    expect(missing.slice(1, 3)).toEqual(['Acme Solar', '404 NOT_FOUND']);
    await shown(page, 'spec §4.3');
    await page.getByRole('link', { name: '§4.3', exact: true }).first().click();
    await page.waitForURL('**/_mock/specification#s4-3');
    await shown(page, '§4.3 Read a record');
    await page.goBack();
    await page.getByRole('link', { name: 'GET /v1/domains' }).click();
    await page.getByRole('heading', { level: 1, name: /^Request req_/ }).waitFor();
    await shown(page.getByRole('main'), '401 UNAUTHENTICATED');
  });

  it('is walked by keyboard, and a new view has the focus', async () => {
    const { page, go } = await market();
    await go('/_mock/', 'Organizations');
    const focused = page.locator(':focus');
    await page.keyboard.press('Tab');
    expect(await focused.innerText()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await focused.getAttribute('id')).toBe('main');
    await page.getByRole('link', { name: 'Share tokens' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus', { hasText: 'Share tokens' }).waitFor();
    expect(await page.title()).toBe('Share tokens · consent evidence');
    expect(await page.locator('[aria-current=page]').innerText()).toBe('Share tokens');
  });

  it('asks for the control token where the server has one, and continues with it', async () => {
    const { page, go, mock } = await visit({}, {}, { controlToken: 'a-token-of-a-test' });
    mock.addOrganization({ name: 'Sunroof Leads' });
    await go('/_mock/', 'Control token');
    await page.getByLabel('Control token').fill('a-wrong-token');
    await page.getByRole('button', { name: 'Continue' }).click();
    await shown(page, 'The fake refused this token.');
    // As a word processor writes what it takes for a quotation.
    await page.getByLabel('Control token').fill('“a-token-of-a-test”');
    await page.getByRole('button', { name: 'Continue' }).click();
    await shown(page, 'A control token has only ASCII characters.');
    expect(await page.getByText('Connection to the fake lost.').count()).toBe(0);
    await page.getByLabel('Control token').fill('a-token-of-a-test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('rowheader', { name: 'Sunroof Leads' }).waitFor();
  });

  it('shows fifty of ten thousand records at once, and comes to the next fifty', async () => {
    const { page, go, mock, producer } = await market();
    for (let count = 1; count < 10_000; count += 1) mock.capture(producer, presets.buttonOnly());
    await go('/_mock/#/records', 'Records');
    await shown(page, 'Newest first, 1 to 50 of 10,000');
    await page.getByRole('button', { name: 'Older' }).click();
    await shown(page, 'Newest first, 51 to 100 of 10,000');
    expect(await page.locator('tbody tr').count()).toBe(50);
  });
});
