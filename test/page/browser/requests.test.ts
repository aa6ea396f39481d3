import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/browser.ts';
import { expectSound } from './support/looks.ts';
import { cellsOf, shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

const PHONE = '(415) 555-0123';

describe.skipIf(chromiumPath === undefined)('what acts and requests cost', () => {
  const visit = useBrowser();

  it('a request’s page has query, body and reply, masked, and the sentence that decided', async () => {
    const { page, go, mock, served } = await visit({ seed: 'demo' });
    const { apiKey } = mock.clientOptions('acme');
    const body = { acceptance: { schemaVersion: 1, leadMatch: { phone: PHONE } } };
    await fetch(`${served.url}/v1/shares/shr_demo_unchecked?as=buyer`, {
      ...{ method: 'POST', headers: { 'x-api-key': apiKey }, body: JSON.stringify(body) },
    });
    const requestId = mock.requests().at(-1)?.requestId ?? '';
    await go(`/_mock/#/requests/${requestId}`, `Request ${requestId}`);
    const main = page.getByRole('main');
    await shown(main, /^The check "the record meets the acceptance criteria" failed/);
    await shown(main, 'No one was charged: nothing was done.');
    await shown(main, '"phone": "••••23"');
    await shown(main, '"code": "CDR_ACCEPTANCE_FAILED"');
    await shown(main, 'as=buyer');
    const text = await main.innerText();
    for (const secret of ['shr_demo_unchecked', apiKey, PHONE, 'hadAccess']) {
      expect(text).not.toContain(secret);
    }
    await expectSound(page);
  });

  it('keeps whose requests are shown in the address, with JSON and copy beside each', async () => {
    const { page, go, mock, served } = await visit();
    const { organizationId, apiKey } = mock.addOrganization({ name: 'Sunroof Leads' });
    await fetch(`${served.url}/v1/domains`, { headers: { 'x-api-key': apiKey } });
    await fetch(`${served.url}/v1/domains`);
    const requestId = mock.requests()[0]?.requestId ?? '';
    await go(`/_mock/#/requests?organization=${organizationId}`, 'Requests');
    const rows = page.getByRole('main').getByRole('row', { name: /\/v1\/domains/ });
    await shown(page, 'Newest first, 1 to 1 of 1');
    expect(await rows.count()).toBe(1);
    await shown(page, `JSON of ${requestId}`);
    await page.getByLabel('By organization').selectOption({ label: 'All' });
    await shown(page, 'Newest first, 1 to 2 of 2');
    expect(new URL(page.url()).hash).toBe('#/requests');
    await page.goBack();
    await shown(page, 'Newest first, 1 to 1 of 1');
    expect(await page.getByLabel('By organization').inputValue()).toBe(organizationId);
  });

  it('says how bodies are kept where they are not', async () => {
    const { page, go, mock, served } = await visit();
    await fetch(`${served.url}/v1/domains`);
    const requestId = mock.requests()[0]?.requestId ?? '';
    await go(`/_mock/#/requests/${requestId}`, `Request ${requestId}`);
    await shown(page, '--keep-bodies');
  });

  it('§1: every act says what it cost and whom, or why it was free', async () => {
    const { page, go, mock } = await visit();
    const producer = mock.addOrganization({ name: 'Sunroof Leads' });
    mock.addOrganization({ name: 'Acme Solar' });
    const said = page.getByRole('status');
    await go('/_mock/#/capture', 'Capture');
    await page.getByLabel('Producer').selectOption({ label: 'Sunroof Leads' });
    await page.getByRole('main').getByRole('button', { name: 'Capture' }).click();
    await shown(said, /Charged: Sunroof Leads for cdr_\w+ \(autoCollect\)\./);
    await page.getByRole('main').getByRole('link', { name: /^cdr_/ }).click();
    await page.getByRole('button', { name: 'Collect' }).click();
    await shown(said, 'No one was charged: it could already download the record.');
    await page.getByRole('button', { name: 'Flag invalid' }).click();
    await shown(said, /^Flagged cdr_\w+ invalid\. No one was charged\.$/);
    mock.updateOrganization(producer, { autoCollect: false });
    const { cdrId } = mock.capture(producer, { pageUrl: 'https://a.example/' });
    await go(`/_mock/#/share?cdrId=${cdrId}&organization=${producer.organizationId}`, 'Share');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await shown(page.locator('.result'), 'No one was charged: sharing costs nothing.');
    await page.getByRole('link', { name: 'receive it with criteria' }).click();
    await page.getByLabel('Receive as').selectOption({ label: 'Acme Solar' });
    mock.addFault({ operation: 'shares.receive', phase: 'after', status: 503 });
    const receive = page.getByRole('button', { name: 'Receive', exact: true });
    await receive.click();
    await shown(page.locator('.result.bad'), `Acme Solar was charged for ${cdrId} (receive).`);
    await receive.click();
    await shown(
      page.locator('.result'),
      'No one was charged: it had already received the record through',
    );
  });

  it.each([
    ['after', /no response\. Charged: Acme Solar for cdr_\w+ \(collect\)\.$/],
    ['before', /no response\. No one was charged/],
  ] as const)('§1: says who was charged where the connection drops %s', async (phase, said) => {
    const { page, go, mock } = await visit();
    const acme = mock.addOrganization({ name: 'Acme Solar', autoCollect: false });
    const { cdrId } = mock.capture(acme, { pageUrl: 'https://a.example/' });
    mock.addFault({ operation: 'cdrs.collect', phase, drop: true, times: Infinity });
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    await page.getByRole('button', { name: 'Collect', exact: true }).click();
    await shown(page.getByRole('status'), said);
  });

  it('filters by method, path, status and time, all of it in the address', async () => {
    const { page, go, mock, served } = await visit({ seed: 'demo' });
    const { apiKey } = mock.clientOptions('acme');
    const headers = { 'x-api-key': apiKey };
    await fetch(`${served.url}/v1/domains`, { headers });
    await mock.clock.advance({ minutes: 5 });
    await fetch(`${served.url}/v1/domains`);
    await fetch(`${served.url}/v1/cdrs/cdr_demo_solar/collect`, { method: 'POST', headers });
    const main = page.getByRole('main');
    const counts = (count: number) => shown(main, `Newest first, 1 to ${count} of ${count}`);
    await go('/_mock/#/requests', 'Requests');
    await counts(3);
    await page.getByLabel('Method').selectOption('GET');
    await counts(2);
    await page.getByLabel('Response').selectOption('4xx');
    await counts(1);
    await page.getByLabel('Response').selectOption('');
    await page.getByLabel('Time').selectOption('The last minute');
    await counts(1);
    await page.getByLabel('Method').selectOption('');
    await page.getByLabel('Path contains').fill('/Collect');
    await page.keyboard.press('Enter');
    await counts(1);
    expect(page.url()).toMatch(/#\/requests\?from=\d+&path=%2FCollect$/);
    await page.reload();
    await counts(1);
    await expectSound(page);
  });

  it('sends a request again, unchanged and changed, and copies it with its key', async () => {
    const permissions = { permissions: ['clipboard-read', 'clipboard-write'] };
    const { page, go, mock, served } = await visit({ seed: 'demo' }, permissions);
    const { apiKey } = mock.clientOptions('acme');
    const body = JSON.stringify({ acceptance: { schemaVersion: 1, record: { maxAgeSeconds: 1 } } });
    await fetch(`${served.url}/v1/shares/shr_demo_live`, {
      ...{ method: 'POST', headers: { 'x-api-key': apiKey, 'x-trace': 'abc' }, body },
    });
    const requestId = mock.requests().at(-1)?.requestId ?? '';
    await go(`/_mock/#/requests/${requestId}`, `Request ${requestId}`);
    const main = page.getByRole('main');
    await shown(main, 'x-trace');
    await shown(main, '0 ms on the fake’s clock');
    await main.getByRole('button', { name: 'Send again' }).click();
    await shown(page.getByRole('status'), 'Sent again. Result: 422 CDR_ACCEPTANCE_FAILED.');
    expect(mock.requests().at(-1)).toMatchObject({ method: 'POST', status: 422 });
    expect(mock.requests().at(-1)?.requestId).not.toBe(requestId);
    await main.getByRole('button', { name: 'Copy as curl' }).click();
    await shown(page.getByRole('status'), 'Copied the curl command, with its key.');
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(command).toContain(`-H 'x-api-key: ${apiKey}'`);
    expect(command).toContain('/v1/shares/shr_demo_live');
    expect(await main.innerText()).not.toContain('shr_demo_live');
    await main.getByRole('button', { name: 'Change and send…' }).click();
    await page.getByRole('textbox', { name: 'Body' }).fill('{}');
    await page.getByRole('button', { name: 'Send changed' }).click();
    await shown(main, 'Sent as');
    await shown(main.locator('.result'), '200');
    expect(mock.requests().at(-1)).toMatchObject({ status: 200, organizationId: 'acme' });
    await expectSound(page);
  });

  it('has neither the icon nor any page of the inspector in the log', async () => {
    const { go, mock, served } = await visit({ seed: 'demo' });
    const answered = async (path: string): Promise<number> =>
      (await fetch(served.url + path)).status;
    expect(await answered('/favicon.ico')).toBe(200);
    expect(await answered('/_mock/no-such-page')).toBe(404);
    await go('/_mock/', 'Organizations');
    expect(mock.requests()).toEqual([]);
    expect(await answered('/no-such-path')).toBe(404);
    expect(mock.requests()).toHaveLength(1);
  });

  it('shows errors and dropped connections alone where that is asked for', async () => {
    const { page, go, mock, served } = await visit();
    const { apiKey } = mock.addOrganization({ name: 'Sunroof Leads' });
    await fetch(`${served.url}/v1/domains`, { headers: { 'x-api-key': apiKey } });
    await fetch(`${served.url}/v1/domains`);
    await go('/_mock/#/requests', 'Requests');
    await shown(page, 'Newest first, 1 to 2 of 2');
    await page.getByLabel('Response').selectOption({ label: 'Errors only' });
    await shown(page, 'Newest first, 1 to 1 of 1');
    await shown(page.getByRole('main'), /^401 /);
    expect(new URL(page.url()).hash).toBe('#/requests?status=failed');
  });

  it('charges have sums by organization and cause, filters in the address, and pages', async () => {
    const { page, go, mock, served } = await visit();
    const sunroof = mock.addOrganization({ name: 'Sunroof Leads' });
    const plan = mock.addOrganization({ name: 'Plan Helper', autoCollect: false });
    for (let count = 0; count < 60; count += 1) {
      mock.capture(sunroof, { pageUrl: 'https://a.example/' });
    }
    const { cdrId } = mock.capture(plan, { pageUrl: 'https://b.example/' });
    const headers = { 'x-api-key': mock.clientOptions(plan).apiKey };
    await fetch(`${served.url}/v1/cdrs/${cdrId}/collect`, { method: 'POST', headers });
    await go('/_mock/#/charges', 'Charges');
    expect(await cellsOf(page, 'Sunroof Leads')).toEqual(['0', '0', '60', '60']);
    expect(await cellsOf(page, 'Plan Helper')).toEqual(['1', '0', '0', '1']);
    await shown(page, 'Newest first, 1 to 50 of 61');
    await page.getByRole('button', { name: 'Older' }).click();
    await shown(page, 'Newest first, 51 to 61 of 61');
    expect(page.url()).toContain('skip=50');
    await page.getByRole('combobox', { name: 'Cause' }).selectOption('Collected');
    await shown(page, 'Newest first, 1 to 1 of 1');
    expect(page.url()).toMatch(/#\/charges\?cause=collect$/);
    await page.reload();
    await shown(page, 'Newest first, 1 to 1 of 1');
    await expectSound(page);
  });
});
