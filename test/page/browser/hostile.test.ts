import { describe, expect, it } from 'vitest';
import type { CaptureInput } from '../../../mock/capture/capture-input.ts';
import { presets } from '../../../mock/capture/presets.ts';
import { chromiumPath } from './support/browser.ts';
import { shown } from './support/shown.ts';
import { useBrowser } from './support/visit.ts';

const MARKUP = `"><img src=x onerror="alert('seen')"><script>alert('run')</script>`;

/** A page with markup in every text that a stranger writes. */
const HOSTILE: CaptureInput = {
  pageUrl: `https://evil.example/${encodeURIComponent(MARKUP)}?utm_source=${encodeURIComponent(MARKUP)}#javascript:alert(1)`,
  pageTitle: MARKUP,
  formAction: "javascript:alert('action')",
  pageText: MARKUP,
  fields: [
    { name: MARKUP, value: MARKUP },
    { name: 'first_name', value: MARKUP },
  ],
  disclosures: [{ key: MARKUP, text: `${MARKUP} \u202Egnitrever\u202C`, checkbox: 'checked' }],
  declaredDisclosures: [{ key: MARKUP, language: MARKUP, agreed: true }],
  customMetadata: {
    [MARKUP]: MARKUP,
    constructor: MARKUP,
    dangerouslySetInnerHTML: { __html: MARKUP },
    nested: { props: { children: MARKUP }, type: 'script' },
  },
  submit: { label: 'Go', nodeId: MARKUP },
  sessionId: 'session',
  autoShare: true,
};

describe.skipIf(chromiumPath === undefined)('a hostile capture', () => {
  const visit = useBrowser();

  it('stands on every view as the text that it is', async () => {
    const { mock, page, go } = await visit();
    const producer = mock.addOrganization({ name: `Evil ${MARKUP}` });
    const { cdrId, shareUrl = '' } = mock.capture(producer, HOSTILE);
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    await shown(page, MARKUP);
    const facts = page.locator('dl.facts').filter({ hasText: 'dangerouslySetInnerHTML' });
    expect(await facts.innerText()).toContain(JSON.stringify({ __html: MARKUP }));
    const views = ['organizations', 'records', 'tokens', 'deliveries', 'requests', 'charges'];
    for (const view of views) {
      await page.goto(`${new URL(page.url()).origin}/_mock/#/${view}`);
      await page.locator(`a[aria-current=page][href$="${view}"]`).waitFor();
    }
    await go(new URL(shareUrl).pathname, 'Receive a shared record');
    await shown(page, `Evil ${MARKUP} shares a record`);
    expect(await page.locator('main img, main script, [onerror]').count()).toBe(0);
  });

  it('makes no link that runs, and no link that leaves', async () => {
    const { mock, page, go, served } = await visit();
    const producer = mock.addOrganization({ name: 'Producer' });
    const { cdrId } = mock.capture(producer, HOSTILE);
    await go(`/_mock/#/records/${cdrId}`, `Record ${cdrId}`);
    await shown(page, MARKUP);
    const targets = await page
      .locator('a')
      .evaluateAll((links) => links.map((link) => (link as unknown as { href: string }).href));
    expect(targets.length).toBeGreaterThan(5);
    // The image has a URL that the page itself created.
    const leaves = (href: string) => !href.replace(/^blob:/, '').startsWith(`${served.url}/`);
    expect(targets.filter(leaves)).toEqual([]);
  });

  it('turns the direction of no words but its own', async () => {
    const { mock, page, go } = await visit();
    const turned = 'Acme \u202Egro.live';
    const producer = mock.addOrganization({ name: turned });
    const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    const reads = (text: string) =>
      page.evaluate(`(() => {
        const all = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
        while (all.nextNode()) {
          const at = all.currentNode.data.indexOf(${JSON.stringify(text)});
          if (at < 0) continue;
          const leftOf = (place) => {
            const range = document.createRange();
            range.setStart(all.currentNode, place);
            range.setEnd(all.currentNode, place + 1);
            return range.getBoundingClientRect().left;
          };
          return leftOf(at) < leftOf(at + 3);
        }
      })()`);
    await go('/_mock/', 'Organizations');
    await shown(page, 'Who holds, pays and downloads');
    expect(await reads('ready')).toBe(true);
    await go(new URL(shareUrl).pathname, 'Receive a shared record');
    await shown(page, 'shares a record');
    expect(await reads('shares a record')).toBe(true);
  });

  it('an address with markup in it runs nothing either', async () => {
    const { page, go } = await visit();
    await go(`/_mock/#/records/${encodeURIComponent(MARKUP)}`, `Record ${MARKUP}`);
    const image = encodeURIComponent('<img src=x onerror=alert(1)>');
    await go(`/_mock/dashboard/claim/${image}`, 'Receive a shared record');
    await shown(page, /^No share token .*It may have been removed by a reset\.$/);
  });
});
