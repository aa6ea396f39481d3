import { describe, expect, it } from 'vitest';
import type { Seed } from '../../../mock/seed/seed.ts';
import { chromiumPath } from './support/browser.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

const MARKUP = `"><img src=x onerror="ranHere=1"><script>ranHere=1</script><svg onload="ranHere=1">`;
const ADDRESS = `https://evil.example/${encodeURIComponent(MARKUP)}?q=${encodeURIComponent(MARKUP)}`;

/** A seed with markup in every text. */
const SEED: Seed = {
  organizations: [
    {
      ...{ organizationId: 'evil', name: `Evil ${MARKUP}`, autoCollect: false },
      webhook: { url: ADDRESS, secret: MARKUP },
    },
    { organizationId: 'acme', name: `Acme ${MARKUP}` },
  ],
  captures: [
    {
      ...{ organization: 'evil', name: 'lead', cdrId: 'cdr_evil' },
      page: {
        ...{ pageUrl: ADDRESS, pageTitle: MARKUP, pageText: MARKUP, formAction: MARKUP },
        fields: [{ name: MARKUP, value: MARKUP }],
        disclosures: [{ key: MARKUP, text: `${MARKUP} I agree.`, checkbox: 'checked' }],
        declaredDisclosures: [{ key: MARKUP, language: MARKUP, agreed: true }],
        customMetadata: { [MARKUP]: MARKUP, lead_id: MARKUP, nested: { [MARKUP]: [MARKUP] } },
        signer: { ip: '203.0.113.9', userAgent: MARKUP },
        submit: { label: MARKUP },
      },
    },
  ],
  shares: [{ capture: 'lead', from: 'evil', token: 'shr_evil', receivedBy: ['acme'] }],
};

describe.skipIf(chromiumPath === undefined)('a hostile seed', () => {
  const visit = useBrowser();

  it('runs no script on any view, and breaks no policy', { timeout: 120_000 }, async () => {
    const headers = { 'content-type': 'text/html' };
    const { mock, page, go, served } = await visit({
      seed: SEED,
      webhookFetch: async () => new Response(MARKUP, { status: 500, headers }),
    });
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', () => { globalThis.ranHere = 'policy'; });`,
    );
    mock.capture('evil', { pageUrl: ADDRESS, sessionId: 's' });
    await mock.clock.advance(0);
    const init = { method: 'POST', headers: { 'x-api-key': mock.clientOptions('acme').apiKey } };
    const body = JSON.stringify({ [MARKUP]: MARKUP });
    await fetch(`${served.url}/v1/shares/shr_evil?q=${encodeURIComponent(MARKUP)}`, {
      ...{ ...init, body },
    });
    mock.addFault({ operation: '*', status: 503, times: 3 });
    const webhookId = mock.webhookDeliveries().at(-1)?.webhookId ?? '';
    const requestId = mock.requests().at(-1)?.requestId ?? '';
    const views: readonly (readonly [path: string, heading: string, text?: string])[] = [
      ['#/organizations', 'Organizations', `Evil ${MARKUP}`],
      ['#/records', 'Records'],
      ['#/records/cdr_evil', 'Record cdr_evil', `Evil ${MARKUP}`],
      ['#/tokens', 'Share tokens', `Evil ${MARKUP}`],
      ['#/deliveries', 'Webhook deliveries', `Evil ${MARKUP}`],
      [`#/deliveries/${webhookId}`, `Delivery ${webhookId}`, `Response, text/html`],
      ['#/requests', 'Requests', `Acme ${MARKUP}`],
      [`#/requests/${requestId}`, `Request ${requestId}`, `Acme ${MARKUP}`],
      ['#/charges', 'Charges', `Acme ${MARKUP}`],
      ['#/readings', 'Readings'],
      ['#/capture', 'Capture'],
      ['#/share', 'Share'],
      ['#/receive?token=shr_evil', 'Receive'],
      ['#/faults', 'Faults'],
      ['#/snapshots', 'Snapshots'],
      [`#/search?q=${encodeURIComponent(MARKUP)}`, 'Search results'],
      ['#/json/cdr_evil?kind=record', 'JSON of'],
      ['dashboard/claim/shr_evil', 'Receive a shared record', `Evil ${MARKUP} shares a record`],
    ];
    const ran: string[] = [];
    for (const [path, heading, text] of views) {
      await go(`/_mock/${path}`, heading);
      if (text !== undefined) await shown(page.getByRole('main'), text);
      const found = await page.evaluate(
        `[typeof ranHere, document.querySelectorAll('[onerror], [onload], main script').length]`,
      );
      if (String(found) !== 'undefined,0') ran.push(`${path}: ${String(found)}`);
    }
    expect(ran).toEqual([]);
  });
});
