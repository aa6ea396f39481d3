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
    expect(new URL(page.url()).hash).toBe('#/requests?failed=true');
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
