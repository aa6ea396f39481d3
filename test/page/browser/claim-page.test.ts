import { describe, expect, it } from 'vitest';
import type { CaptureInput } from '../../../mock/capture/capture-input.ts';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { shown } from './support/shown.ts';
import { useBrowser, type Visit } from './support/visit.ts';

const HEADING = 'Receive a shared record';

describe.skipIf(chromiumPath === undefined)('the claim page', () => {
  const visit = useBrowser();

  /** Opens the share URL of a producer's record in a buyer's browser. */
  async function followed(page: CaptureInput) {
    const there = await visit();
    const { mock, served } = there;
    const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
    const buyer = mock.addOrganization({ name: 'Acme Solar' });
    const { cdrId, shareUrl = '' } = mock.capture(producer, { autoShare: true, ...page });
    const follow = () => there.go(new URL(shareUrl).pathname, HEADING);
    await follow();
    const token = new URL(shareUrl).pathname.split('/').at(-1) ?? '';
    return { ...there, served, producer, buyer, cdrId, token, follow };
  }

  async function receiveAs({ page }: Pick<Visit, 'page'>, name: string): Promise<void> {
    await page.getByLabel('Receive as').selectOption({ label: name });
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
  }

  it('§4.7: opening it charges nothing; receiving charges once, however often it is done', async () => {
    const there = await followed(presets.checkedBox());
    const { page, mock, buyer, cdrId } = there;
    await shown(page, 'Sunroof Leads shares a record with you.');
    expect(mock.charges({ organization: buyer })).toEqual([]);
    await receiveAs(there, 'Acme Solar');
    await shown(page.getByRole('main'), 'Received');
    await page.getByRole('link', { name: cdrId, exact: true }).waitFor();
    await receiveAs(there, 'Acme Solar');
    await shown(page, 'Already received');
    expect(mock.shareEvents({ organization: buyer })).toHaveLength(1);
    const { organizationId } = buyer;
    expect(mock.charges({ cdrId })).toEqual([
      expect.objectContaining({ organizationId, cause: 'receive' }),
    ]);
  });

  it('§2.5: never shows the token whole', async () => {
    const { page, token } = await followed(presets.checkedBox());
    await shown(page, `${token.slice(0, 8)}…`);
    expect(token.length).toBeGreaterThan(8);
    expect(await page.locator('body').innerText()).not.toContain(token);
    expect(await page.title()).not.toContain(token);
  });

  it('§4.6 rule 7: waits while the record is pending, and asks again after two seconds', async () => {
    const there = await followed(presets.checkedBox({ render: { afterReceives: 1 } }));
    const { page, mock, buyer, follow } = there;
    await page.clock.install();
    await follow();
    await receiveAs(there, 'Acme Solar');
    await shown(page, '202 CDR_PENDING');
    await shown(page, 'next attempt in 2 s');
    await page.clock.fastForward(2000);
    await shown(page, 'Share event: ');
    expect(mock.shareEvents({ organization: buyer })).toHaveLength(1);
    expect(mock.requests().filter(({ status }) => status === 202)).toHaveLength(1);
  });

  it('§4.6 rule 7: stops asking when told to', async () => {
    const there = await followed(presets.checkedBox({ render: 'manual' }));
    const { page, mock } = there;
    await receiveAs(there, 'Acme Solar');
    await page.getByRole('button', { name: 'Stop retrying' }).click();
    await shown(page, '1 attempt.');
    expect(mock.requests().filter(({ status }) => status === 202)).toHaveLength(1);
  });

  it('§4.6 rule 5: says rule by rule why a record was refused, and charges nothing', async () => {
    const there = await followed(presets.uncheckedBox());
    const { page, mock, buyer } = there;
    await page.getByText('With acceptance criteria').click();
    await page.getByLabel('Every consent checkbox was checked').check();
    await page.getByLabel('At least one disclosure was found').check();
    await page.getByLabel("The lead's phone number").fill('212-555-0199');
    await receiveAs(there, 'Acme Solar');
    await shown(page, '422 CDR_ACCEPTANCE_FAILED');
    const verdicts = await page
      .getByRole('region', { name: 'Rule by rule' })
      .locator('tbody tr')
      .allInnerTexts();
    expect(verdicts.map((row) => row.split('\t').slice(0, 2))).toEqual([
      ['At least one disclosure was found', 'met'],
      ['Every consent checkbox was checked', 'failed'],
      ["The lead's number was entered in a phone field", 'failed'],
    ]);
    await shown(page, 'CHECKBOX_NOT_AFFIRMED');
    expect(mock.charges({ organization: buyer })).toEqual([]);
    expect(mock.shareEvents()).toEqual([]);
  });

  it('§4.6 rule 8, §4.7: denies a Dev Mode record for good, and offers no form', async () => {
    const { page } = await followed(presets.checkedBox({ devMode: true }));
    await shown(page, '409 CDR_DEV_MODE');
    await shown(page, 'retrying does not help');
    expect(await page.getByRole('button', { name: 'Receive', exact: true }).count()).toBe(0);
  });

  it('§4.6 rule 1, rule 4: shows why an expired token and an own one are refused', async () => {
    const there = await followed(presets.checkedBox());
    const { page, mock } = there;
    await receiveAs(there, 'Sunroof Leads');
    await shown(page, '400 INVALID_ARGUMENT');
    await mock.clock.advance({ days: 31 });
    await shown(page, 'The offer has expired.');
    await receiveAs(there, 'Acme Solar');
    await shown(page, '410 GONE');
  });

  it('has no form and nothing for a tester where there is no such token', async () => {
    const { page, go } = await visit();
    await go('/_mock/dashboard/claim/shr_unknown', HEADING);
    await shown(page, /^No share token .*It may have been removed by a reset\.$/);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await go('/_mock/#/receive', 'Receive');
    await page.getByLabel('Receive as').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Receive', exact: true }).waitFor();
  });
});
