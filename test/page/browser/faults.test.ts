import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { cellsOf, shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

describe.skipIf(chromiumPath === undefined)('the faults', () => {
  const visit = useBrowser();

  async function opened() {
    const there = await visit();
    const { mock, served } = there;
    const { apiKey } = mock.clientOptions(mock.addOrganization({ name: 'Acme Solar' }));
    const ask = () => fetch(`${served.url}/v1/domains`, { headers: { 'x-api-key': apiKey } });
    await there.go('/_mock/#/faults', 'Faults');
    await shown(there.page, 'No active faults.');
    return { ...there, ask };
  }

  it('are added by a form, strike, and are counted until they are spent', async () => {
    const { page, ask } = await opened();
    await page.getByLabel('Operation').selectOption('domains.list');
    await page.getByLabel('Status').fill('429');
    await page.getByLabel('Retry-After (seconds)').fill('7');
    await page.getByLabel('Times', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await shown(page.getByRole('status'), 'domains.list returns 429, Retry-After 7 s');
    const reply = await ask();
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7']);
    await expect
      .poll(() => cellsOf(page, 'domains.list'))
      .toEqual([
        ...['returns 429, Retry-After 7 s', 'before processing', '1', '1'],
        expect.stringMatching(/^Remove/),
      ]);
    await ask();
    await shown(page, 'Used up, newest first');
    expect((await cellsOf(page, 'domains.list')).at(-1)).toBe('2');
    expect((await ask()).status).toBe(200);
  });

  it('are removed one by one, and all at once', async () => {
    const { page, mock, ask } = await opened();
    mock.addFault({ operation: '*', status: 500, times: Infinity });
    mock.addFault({ operation: 'cdrs.get', drop: true, times: 3 });
    mock.addFault({ operation: 'cdrs.list', delayMs: 90_000, phase: 'after' });
    await shown(page, 'drops the connection');
    expect((await cellsOf(page, 'cdrs.list'))[0]).toBe('waits 1 min 30 s');
    expect((await ask()).status).toBe(500);
    const rows = page.getByRole('row');
    await rows.filter({ hasText: 'everything' }).getByRole('button').click();
    await expect.poll(() => rows.count()).toBe(3);
    expect((await ask()).status).toBe(200);
    await page.getByRole('button', { name: 'Clear faults' }).click();
    await shown(page, 'No active faults.');
  });

  it('are refused where they cannot be, at the field that is meant', async () => {
    const { page, mock } = await opened();
    await page.getByLabel('Status').fill('200');
    await page.getByLabel('Error code').fill('gone');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await shown(page, 'Not added. Correct the marked fields.');
    const status = page.getByLabel('Status');
    expect(await status.getAttribute('aria-invalid')).toBe('true');
    const notes = page.locator(
      `[id="${(await status.getAttribute('aria-describedby'))?.split(' ')[1]}"]`,
    );
    expect(await notes.innerText()).toBe('expected a status from 400 to 599');
    await shown(page, 'expected an error code in capital letters');
    await status.fill('');
    await page.getByLabel('Error code').fill('');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await shown(page, 'expected at least one of status, code, delayMs and drop');
    expect(await status.getAttribute('aria-invalid')).toBeNull();
    expect(mock.snapshot().toJSON().tables['faults']).toEqual([]);
  });

  it('are aimed at one organization, and name a record that does not exist', async () => {
    const { page, ask } = await opened();
    await page.getByLabel('Record', { exact: true }).fill('cdr_none');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await shown(page, 'expected the cdrId of a record of this fake');
    await page.getByLabel('Record', { exact: true }).fill('');
    await page.getByRole('combobox', { name: 'Organization' }).selectOption('Acme Solar');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await shown(page.getByRole('status'), 'every operation below /v1 by ');
    expect((await ask()).status).toBe(503);
  });

  it('are named in the log of the requests that they struck', async () => {
    const { page, go, mock, ask } = await opened();
    mock.addFault({ operation: 'domains.list', status: 503 });
    await ask();
    await go('/_mock/#/requests', 'Requests');
    expect((await cellsOf(page, 'GET /v1/domains')).slice(2)).toEqual([
      '503 UNAVAILABLE',
      'A fault responded with 503 before anything was done.',
    ]);
    await page.getByRole('link', { name: 'GET /v1/domains' }).click();
    await page.getByRole('link', { name: 'All faults' }).click();
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor();
  });

  it('come from a list of typical ones, by keyboard alone', async () => {
    const { page, ask } = await opened();
    await page.getByLabel('Typical faults').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Add fault' }).focus();
    await page.keyboard.press('Enter');
    await shown(page.getByRole('status'), 'every operation below /v1 returns 500');
    for (const _ of [1, 2, 3]) expect((await ask()).status).toBe(500);
    await expect.poll(async () => (await cellsOf(page, 'every operation below /v1'))[2]).toBe('3');
    expect((await cellsOf(page, 'every operation below /v1'))[3]).toBe('unlimited');
  });

  it('makes deliveries fail where it makes calls fail', async () => {
    const { page, go, mock } = await visit({ seed: 'demo' });
    await go('/_mock/#/faults', 'Faults');
    await page.getByLabel('Events to').selectOption('sunroof');
    await page.getByLabel('It answers').selectOption('500, failed');
    await page.getByRole('button', { name: /^Set the answer to/ }).click();
    await shown(page.getByRole('status'), 'The receiver of Sunroof Leads answers as set.');
    const { cdrId } = mock.capture('sunroof', presets.checkedBox());
    await mock.clock.advance(0);
    expect(mock.webhookDeliveries({ cdrId })[0]?.attempts[0]?.status).toBe(500);
  });
});
