// What a front end does with the fake: bundled for a browser with each msw version, and run in a page.
import { ConsentEvidence } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { createHandlers, setupMockServer } from 'consent-evidence/mock/msw';
import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';

const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
const buyer = mock.addOrganization({ name: 'Acme Solar' });
const { apiKey, baseUrl, clock } = mock.clientOptions(buyer);
const client = new ConsentEvidence({ apiKey, baseUrl, clock, allowBrowser: true });
const acceptance = { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } };
const shared = (page) => mock.capture(producer, { ...page, autoShare: true });

async function failureOf(work) {
  try {
    await work();
    return null;
  } catch (error) {
    return { name: error.name, code: error.code ?? null, message: error.message };
  }
}

async function receiving() {
  const { cdrId, shareUrl } = shared(presets.checkedBox());
  mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
  const { alreadyClaimed, replayPossible } = await client.shares.receive(shareUrl, { acceptance });
  const { size, bytes } = await client.cdrs.download(cdrId);
  const refused = await failureOf(() =>
    client.shares.receive(shared(presets.uncheckedBox()).shareUrl, { acceptance }),
  );
  return {
    alreadyClaimed,
    replayPossible,
    isWhole: size === bytes.length && size > 0,
    refused: refused?.code,
    charges: mock.charges({ organization: buyer }).length,
  };
}

async function raw(worker) {
  const url = mock.url('shares.receive', 'shr_1');
  const before = (await fetch(url, { method: 'POST' })).status;
  worker.use(http.post(url, () => HttpResponse.text('mine')));
  const mine = await (await fetch(url, { method: 'POST' })).text();
  worker.resetHandlers();
  const after = (await fetch(url, { method: 'POST' })).status;
  const head = await fetch(mock.url('domains.list'), { method: 'HEAD' });
  const asset = await fetch(`${mock.baseUrl}/logo.png`);
  const controller = new AbortController();
  mock.addFault({ operation: '*', delayMs: 60_000 });
  const waiting = failureOf(() => fetch(url, { method: 'POST', signal: controller.signal }));
  controller.abort();
  return {
    statuses: [before, after, head.status, asset.status],
    mine,
    headBody: await head.text(),
    aborted: (await waiting)?.name,
  };
}

globalThis.story = async () => {
  const worker = setupWorker(...createHandlers(mock));
  // The first option is for msw 2, the second for msw 3.
  await worker.start({ quiet: true, onUnhandledRequest: 'error', onUnhandledFrame: 'error' });
  return {
    receiving: await receiving(),
    raw: await raw(worker),
    stray: (await fetch('/stray')).status,
    server: await failureOf(() => setupMockServer(mock)),
  };
};
