// node:test, without MSW: the client is passed in, and its `fetch` is the fake. Nothing is intercepted,
// so these tests can run in parallel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConsentEvidence } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { routeLead } from './route-lead.ts';

const phone = '(212) 555-0147';

function newWorld() {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  return { mock, producer, buyer, client: new ConsentEvidence(mock.clientOptions(buyer)) };
}

test('an answer that got lost is asked for again, and paid for once', async () => {
  const { mock, producer, buyer, client } = newWorld();
  const { cdrId, shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
  mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
  assert.equal(
    await routeLead({ consentUrl: shareUrl, phone, firstUse: true }, client),
    `sold, evidence ${cdrId}`,
  );
  assert.equal(mock.charges({ organization: buyer }).length, 1);
});

test('a share that has expired is refused', async () => {
  const { mock, producer, client } = newWorld();
  const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
  await mock.clock.advance({ days: 31 });
  assert.equal(await routeLead({ consentUrl: shareUrl, phone, firstUse: true }, client), 'refuse');
});

test('a record that is not rendered yet is waited for, in no time', async () => {
  const { mock, producer, client } = newWorld();
  const page = presets.checkedBox({ autoShare: true, render: { afterMs: 7_000 } });
  const { shareUrl } = mock.capture(producer, page);
  const before = mock.clock.now();
  assert.match(await routeLead({ consentUrl: shareUrl, phone, firstUse: true }, client), /^sold/);
  assert.ok(mock.clock.now() - before >= 7_000);
});
