import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

describe.skipIf(chromiumPath === undefined)(
  'the inspector of a world beside the server’s own',
  () => {
    const visit = useBrowser();

    it('shows and changes that world alone, its claim page included', async () => {
      const { mock, served, page, go } = await visit({ seed: 'demo' });
      const opened = await fetch(`${served.url}/_mock/worlds`, { method: 'POST' });
      const { baseUrl } = (await opened.json()) as { baseUrl: string };
      const captured = await fetch(`${baseUrl}/_mock/api/captures`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          organization: 'sunroof',
          page: presets.checkedBox({ autoShare: true }),
        }),
      });
      const { cdrId, shareUrl } = (await captured.json()) as { cdrId: string; shareUrl: string };
      const base = new URL(baseUrl).pathname;
      await go(new URL(shareUrl).pathname, 'Receive a shared record');
      await page.getByLabel('Receive as').selectOption({ label: 'Acme Solar' });
      await page.getByRole('button', { name: 'Receive', exact: true }).click();
      await shown(page.getByRole('main'), 'Received');
      await page.getByRole('link', { name: cdrId, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: cdrId }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`${base}/_mock/`);
      expect(mock.requests()).toEqual([]);
    });
  },
);
