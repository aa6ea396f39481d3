import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import type { MockService } from '../../../mock/fake/mock-service.ts';
import { chromiumPath } from './support/browser.ts';
import { cellsOf, shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

const held = (mock: MockService) => mock.snapshot().toJSON().tables['organizations'];

describe.skipIf(chromiumPath === undefined)('the snapshots', () => {
  const visit = useBrowser();

  async function opened() {
    const there = await visit();
    const producer = there.mock.addOrganization({ name: 'Sunroof Leads' });
    there.mock.capture(producer, presets.checkedBox());
    await there.go('/_mock/#/snapshots', 'Snapshots');
    return { ...there, producer };
  }

  it('are taken under a name, restored with their time, and forgotten', async () => {
    const { page, mock, producer } = await opened();
    const shelf = page.getByRole('table', { name: 'Snapshots, newest first' });
    await page.getByLabel('Name').fill('before the handoff');
    await page.keyboard.press('Enter');
    await shown(page.getByRole('status'), 'Took snapshot “before the handoff”.');
    const cells = await cellsOf(page, 'before the handoff');
    expect(cells.slice(0, 2)).toEqual(['2026-01-05 12:00:00', '1']);
    mock.capture(producer, presets.buttonOnly());
    await mock.clock.advance({ hours: 2 });
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('rowheader', { name: 'snap_2' }).waitFor();
    expect((await cellsOf(page, 'snap_2')).slice(0, 2)).toEqual(['2026-01-05 14:00:00', '2']);
    await page.getByRole('button', { name: 'Restore before the handoff' }).click();
    await shown(
      page.getByRole('status'),
      'Restored “before the handoff”. It is 2026-01-05 12:00:00 UTC again.',
    );
    expect(mock.clock.now()).toBe(Date.UTC(2026, 0, 5, 12));
    expect(mock.snapshot().toJSON().tables['cdrs']).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete before the handoff' }).click();
    await expect.poll(() => shelf.getByRole('rowheader').allInnerTexts()).toEqual(['snap_2']);
  });

  it('say how many charges go with a state, and how many come back', async () => {
    const { page, mock } = await opened();
    expect(mock.charges()).toHaveLength(1);
    const status = page.getByRole('status');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('rowheader', { name: 'snap_1' }).waitFor();
    const reset = async () => {
      await page.getByRole('button', { name: 'Reset', exact: true }).click();
      await page.getByRole('button', { name: 'Yes, reset' }).click();
    };
    await reset();
    await shown(status, /^Reset to the start\. .* UTC again\. 1 charge was removed\.$/);
    const other = mock.addOrganization({ name: 'Other Leads' });
    for (const _ of [1, 2]) mock.capture(other, presets.checkedBox());
    await page.getByRole('button', { name: 'Restore snap_1' }).click();
    // Nobody is charged by that.
    await shown(status, / UTC again\. 2 charges were removed\. 1 charge was restored\.$/);
  });

  it('stay after a reset, which asks first', async () => {
    const { page, mock } = await opened();
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('rowheader', { name: 'snap_1' }).waitFor();
    const reset = page.getByRole('button', { name: 'Reset', exact: true });
    await reset.focus();
    // Pressing a key twice must not do what cannot be undone.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await reset.waitFor();
    expect(held(mock)).toHaveLength(1);
    await reset.click();
    await page.getByRole('button', { name: 'Yes, reset' }).click();
    await shown(page.getByRole('status'), 'Reset to the start.');
    expect(held(mock)).toEqual([]);
    const shelf = page.getByRole('table', { name: 'Snapshots, newest first' });
    expect(await shelf.getByRole('rowheader').allInnerTexts()).toEqual(['snap_1']);
    await page.getByRole('button', { name: 'Restore snap_1' }).click();
    await expect.poll(() => held(mock)?.length).toBe(1);
  });
});
