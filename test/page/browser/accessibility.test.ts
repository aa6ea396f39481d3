import { describe, expect, it } from 'vitest';
import { chromiumPath } from './support/browser.ts';
import { violationsOn } from './support/looks.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

const VIEWS: readonly [path: string, heading: string, text: string][] = [
  ['/_mock/', 'Organizations', 'captured, charged, downloads'],
  ['/_mock/#/records', 'Records', 'Newest first'],
  ['/_mock/#/records/cdr_demo_solar', 'Record cdr_demo_solar', 'Handoffs'],
  ['/_mock/#/tokens', 'Share tokens', 'Newest first'],
  ['/_mock/#/deliveries', 'Webhook deliveries', 'Newest first'],
  ['/_mock/#/requests', 'Requests', 'Newest first'],
  ['/_mock/#/charges', 'Charges', 'Newest first'],
  ['/_mock/#/readings', 'Readings', 'All at their defaults'],
  ['/_mock/#/capture', 'Capture', 'A full disclosure with one checkbox'],
  ['/_mock/#/share', 'Share', 'Lifetime (days)'],
  ['/_mock/#/receive?token=shr_demo_live', 'Receive', 'Acceptance criteria'],
  ['/_mock/#/faults', 'Faults', 'No active faults.'],
  ['/_mock/#/snapshots', 'Snapshots', 'No snapshots yet.'],
  ['/_mock/dashboard/claim/shr_demo_live', 'Receive a shared record', 'shares a record with you'],
];

describe.skipIf(chromiumPath === undefined)('accessibility', () => {
  const visit = useBrowser();

  it.each(['light', 'dark'] as const)('axe finds nothing on any view, %s', async (colorScheme) => {
    const { page, go, served } = await visit({ seed: 'demo' }, { colorScheme });
    await fetch(`${served.url}/v1/domains`);
    for (const [path, heading, text] of VIEWS) {
      await go(path, heading);
      await shown(page, text);
      expect(await violationsOn(page), path).toEqual([]);
    }
  });

  it('axe finds nothing where faults, snapshots, criteria and what is wrong with them stand', async () => {
    const { page, go, mock, served } = await visit({ seed: 'demo' });
    mock.addFault({ operation: '*', status: 503 });
    await fetch(`${served.url}/v1/domains`);
    mock.addFault({ operation: '*', status: 503, times: Infinity });
    await go('/_mock/#/faults', 'Faults');
    await shown(page, 'Used up, newest first');
    await page.getByLabel('Status').fill('200');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await shown(page, 'expected a status from 400 to 599');
    expect(await violationsOn(page)).toEqual([]);
    await go('/_mock/#/snapshots', 'Snapshots');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('button', { name: 'Reset' }).click();
    await shown(page, 'Discard everything that has happened?');
    expect(await violationsOn(page)).toEqual([]);
    await go('/_mock/#/receive?token=shr_demo_live', 'Receive');
    await page.getByLabel('Typical criteria').selectOption('The wording names the caller');
    await page.getByLabel('Rule id').first().fill('record.mine');
    await shown(page, 'must not begin with');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByLabel('As JSON').fill('{');
    await shown(page, 'correct the JSON first');
    expect(await violationsOn(page)).toEqual([]);
  });

  it('axe finds nothing where a receive was refused, and on a narrow screen', async () => {
    const viewport = { width: 390, height: 800 };
    const { page, go } = await visit({ seed: 'demo' }, { viewport });
    await go('/_mock/#/receive?token=shr_demo_unchecked', 'Receive');
    await page.getByLabel('Receive as').selectOption('acme');
    await page.getByLabel('Every consent checkbox was checked').check();
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await shown(page, '422 CDR_ACCEPTANCE_FAILED');
    expect(await violationsOn(page)).toEqual([]);
  });

  // Tables scroll in regions of their own.
  it('no view is wider than a narrow screen', async () => {
    const viewport = { width: 390, height: 800 };
    const { page, go, served } = await visit({ seed: 'demo' }, { viewport });
    await fetch(`${served.url}/v1/domains`);
    const tooWide: string[] = [];
    for (const [path, heading, text] of VIEWS) {
      await go(path, heading);
      await shown(page, text);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      if (Number(width) > 390) tooWide.push(path);
    }
    expect(tooWide).toEqual([]);
  });
});
