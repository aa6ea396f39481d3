import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

describe.skipIf(chromiumPath === undefined)('a receive that is on its way', () => {
  const visit = useBrowser();

  /** Starts a receive of a pending record; its answer comes when the world's time advances. */
  async function asked() {
    const there = await visit();
    const { mock, page, go } = there;
    const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
    mock.addOrganization({ organizationId: 'org_other', name: 'Other Leads' });
    mock.addOrganization({ name: 'Acme Solar' });
    const pending = presets.checkedBox({ autoShare: true, render: 'manual' });
    const { cdrId, shareUrl } = mock.capture(producer, pending);
    const token = new URL(shareUrl).pathname.split('/').at(-1) ?? '';
    await page.clock.install();
    await go(`/_mock/#/receive?token=${token}`, 'Receive');
    await page.getByLabel('Receive as').selectOption({ label: 'Acme Solar' });
    const hold = () => mock.addFault({ operation: 'shares.receive', delayMs: 1000 });
    const held = (count: number) =>
      expect.poll(() => mock.snapshot().toJSON().tables['spentFaults']).toHaveLength(count);
    hold();
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await held(1);
    const receives = () =>
      mock.requests().filter(({ operation }) => operation === 'shares.receive').length;
    return { ...there, cdrId, hold, held, receives };
  }

  it('§4.6 rule 7: is not repeated once the page shows something else', async () => {
    const { page, mock, receives } = await asked();
    await page.getByRole('link', { name: 'Requests' }).click();
    await mock.clock.advance({ seconds: 1 });
    await shown(page, '202 CDR_PENDING');
    await page.clock.fastForward(10_000);
    // Enough round trips for a repetition to arrive.
    for (const _ of [1, 2, 3]) await page.evaluate("fetch('/_mock/api/ready')");
    expect(receives()).toBe(1);
  });

  it('§4.6 rule 7: is shown when it comes after one was told to stop asking', async () => {
    const { page, mock, cdrId, hold, held, receives } = await asked();
    await mock.clock.advance({ seconds: 1 });
    await shown(page, 'next attempt in 2 s');
    hold();
    mock.finishRendering(cdrId);
    await page.clock.fastForward(2000);
    await held(2);
    await page.getByRole('button', { name: 'Stop retrying' }).click();
    await mock.clock.advance({ seconds: 1 });
    await shown(page, 'Share event: ');
    expect(receives()).toBe(2);
  });

  it('says what a retry without a reply cost', async () => {
    const { page, mock, cdrId } = await asked();
    await mock.clock.advance({ seconds: 1 });
    await shown(page, 'next attempt in 2 s');
    mock.finishRendering(cdrId);
    mock.addFault({ operation: 'shares.receive', drop: true, phase: 'after', times: Infinity });
    await page.clock.fastForward(2000);
    await shown(page, `The last attempt failed: no response. Charged: Acme Solar for ${cdrId}`);
    expect(mock.charges()).toHaveLength(1);
  });

  it('does not leave the result of the one before it beside its failure', async () => {
    const { page, mock, cdrId } = await asked();
    mock.finishRendering(cdrId);
    await mock.clock.advance({ seconds: 1 });
    await shown(page, 'Share event: ');
    mock.addFault({ operation: 'shares.receive', drop: true, times: Infinity });
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await shown(page, 'no response.');
    expect(await page.getByText('Share event: ').count()).toBe(0);
  });

  it('keeps the criteria for another token, and for who comes back', async () => {
    const { page, mock } = await asked();
    await mock.clock.advance({ seconds: 1 });
    await page.getByLabel('A submission was observed').check();
    const { shareUrl } = mock.capture('org_other', presets.checkedBox({ autoShare: true }));
    const other = new URL(shareUrl).pathname.split('/').at(-1) ?? '';
    await page.getByLabel('Open share links').selectOption(other);
    await expect.poll(() => page.url()).toContain(other);
    expect(await page.getByLabel('A submission was observed').isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Receive' }).waitFor();
    expect(await page.getByLabel('A submission was observed').isChecked()).toBe(true);
  });
});
