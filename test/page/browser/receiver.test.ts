import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { expectSound } from './support/looks.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

describe.skipIf(chromiumPath === undefined)('the receiver inside', () => {
  const visit = useBrowser();

  it('§6.2: shows what arrived with its headers, the verdict and the body, and answers as chosen', async () => {
    const { page, go, mock } = await visit({ seed: 'demo' });
    const [first] = mock.webhookDeliveries({ organization: 'acme' });
    expect(first).toBeUndefined();
    await go('/_mock/#/sink', 'Webhook sink');
    await shown(page, 'No messages yet.');
    await page.getByLabel('Organization').selectOption('acme');
    await page.getByLabel('It answers').selectOption('500');
    await page.getByRole('button', { name: 'Set the answer to Acme Solar' }).click();
    await shown(page.getByRole('status'), /^The receiver of Acme Solar answers as set\./);
    mock.capture('acme', presets.checkedBox());
    await mock.clock.advance(0);
    await shown(page, 'Newest first, 1 to 1 of 1');
    await shown(page, 'valid signature');
    await shown(page, /^x-svc-signature: sha256=/m);
    await shown(page, '"event": "cdr.completed"');
    await expectSound(page);
    expect(mock.webhookDeliveries({ organization: 'acme' })[0]?.attempts).toMatchObject([
      { status: 500 },
    ]);
    await page.getByLabel('It answers').selectOption('forward');
    await page.getByLabel('URL on this machine').fill('http://crm.example/');
    await page.getByRole('button', { name: 'Set the answer to Acme Solar' }).click();
    await shown(page.getByRole('alert'), /on this machine/);
  });
});
