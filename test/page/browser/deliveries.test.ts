import { describe, expect, it } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import { verifyWebhook } from '../../../src/webhooks/index.ts';
import { type Received, receiverOf } from '../../service/support/receiver.ts';
import { chromiumPath } from './support/browser.ts';
import { expectSound } from './support/looks.ts';
import { cellsOf, shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

const secret = 'whsec_of_sunroof';
const LONG = `connect ECONNREFUSED ${'2001:db8::'.repeat(15)}:3000`;

/** Answers like a receiver that verifies, and is down at first. */
async function answerOf(count: number, { headers, body }: Received): Promise<Response> {
  if (count === 1) throw new TypeError(LONG);
  if (count === 2) return Response.json({ error: 'no such lead' }, { status: 503 });
  return verifyWebhook({ body, headers, secret }).then(
    () => new Response(null, { status: 204 }),
    (error: unknown) => new Response(String(error), { status: 401 }),
  );
}

describe.skipIf(chromiumPath === undefined)('webhook deliveries', () => {
  const visit = useBrowser();

  async function announced() {
    const { webhookFetch, received } = receiverOf(answerOf);
    const there = await visit({ webhookFetch, webhookTimestamps: 'wall' });
    const webhook = { url: 'https://sunroof.example/hook', secret };
    const name = `Sunroof Leads of ${'Northern '.repeat(8)}`;
    const sunroof = there.mock.addOrganization({ name, webhook });
    there.mock.capture(sunroof, presets.checkedBox());
    await there.mock.clock.advance(0);
    const webhookId = there.mock.webhookDeliveries()[0]?.webhookId ?? '';
    const { origin } = new URL(there.served.url);
    await there.page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    return { ...there, received, webhookId };
  }

  it('§6.3: fit the screen in a table with a long error, and lead to a page for each', async () => {
    const { page, go, webhookId } = await announced();
    await page.setViewportSize({ width: 1280, height: 800 });
    await go('/_mock/#/deliveries', 'Webhook deliveries');
    expect((await cellsOf(page, webhookId)).join(' ')).toContain(LONG);
    const region = page.getByRole('region', { name: 'Newest first' });
    const [needed, there] = await region.evaluate((each) => {
      const { scrollWidth, clientWidth } = each as unknown as Record<string, number>;
      return [scrollWidth, clientWidth];
    });
    expect(needed).toBe(there);
    await expectSound(page);
    await page.getByRole('link', { name: webhookId, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: `Delivery ${webhookId}` }).waitFor();
    expect(page.url()).toContain(`/_mock/#/deliveries/${webhookId}`);
  });

  it('are narrowed by organization and state, in the address', async () => {
    const { page, go } = await visit({ seed: 'demo' });
    await go('/_mock/#/deliveries', 'Webhook deliveries');
    await shown(page, /^Newest first, 1 to (\d+) of \1$/);
    await page.getByLabel('State').selectOption('failed');
    await shown(page, 'Newest first, 1 to 1 of 1');
    await page.getByLabel('Organization').selectOption('acme');
    await shown(page, 'No deliveries match.');
    expect(new URL(page.url()).hash).toBe('#/deliveries?state=failed&organization=acme');
    await page.goBack();
    await shown(page, 'Newest first, 1 to 1 of 1');
  });

  it('§6: show what each attempt sent, what came back, and why it was tried again', async () => {
    const { page, go, mock, received, webhookId } = await announced();
    await mock.clock.advance({ seconds: 30 });
    await go(`/_mock/#/deliveries/${webhookId}`, `Delivery ${webhookId}`);
    await shown(page, '503 is not a 2xx, so the event is sent again (spec §6.3)');
    await shown(page, '"error": "no such lead"');
    await shown(page, `x-svc-signature: ${received[1]?.headers.get('x-svc-signature')}`);
    await expectSound(page);
    await page.getByText(/^Attempt 1/).click();
    await shown(page, /^there was no response \(connect ECONNREFUSED/);
    await page.getByRole('button', { name: 'Copy as curl' }).last().click();
    await shown(page.getByRole('status'), 'Copied the curl command.');
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toContain(`--data-raw '${received[1]?.body}'`);
    await page.getByRole('button', { name: 'Send again' }).click();
    await shown(page.getByRole('status'), 'Sent again. Result: 204. Deliveries are never charged.');
    await shown(page, /^Attempt 3, .*: 204$/);
    expect(mock.webhookDeliveries()).toMatchObject([{ state: 'delivered' }]);
  });

  it('§6.2: are sent changed, and say whether the receiver noticed', async () => {
    const { page, go, mock, webhookId } = await announced();
    await mock.clock.advance({ minutes: 2 });
    const before = mock.webhookDeliveries();
    await go(`/_mock/#/deliveries/${webhookId}`, `Delivery ${webhookId}`);
    for (const name of ['Send with a wrong signature', 'Send with an old timestamp']) {
      await page.getByRole('button', { name }).click();
      await shown(page.locator('.result.good'), 'The receiver refused it with 401, as it must.');
    }
    await expectSound(page);
    expect(mock.webhookDeliveries()).toEqual(before);
  });
});
