import { describe, expect, it } from 'vitest';
import { memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { leadOf, leadWorld, OTHER_PHONE } from './support/lead-world.ts';

describe('what may have been paid for', () => {
  it('is not forgotten where our own key is missing later', async () => {
    const { intakeOf, clientOf, seller, capture, mock, paid } = leadWorld();
    const { shareUrl } = await seller.cdrs.share(capture(), { expiresIn: { hours: 2 } });
    const ledger = memoryLedger();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    await intakeOf(ledger).take(leadOf('L-1', shareUrl));
    await mock.clock.advance({ minutes: 1 });
    const client = clientOf({ apiKey: () => '' });
    expect(await intakeOf(ledger, { client }).resume()).toMatchObject([{ decision: 'fix' }]);
    await mock.clock.advance({ hours: 3 });
    expect(await intakeOf(ledger).resume()).toMatchObject([
      { decision: 'hold', code: 'PAID_UNKNOWN' },
    ]);
    expect(paid()).toHaveLength(1);
  });

  it('is not forgotten where the client itself repeated the receive, and the read failed', async () => {
    const { intakeOf, clientOf, seller, capture, mock, paid } = leadWorld();
    const cdrId = capture();
    const { shareUrl } = await seller.cdrs.share(cdrId, { expiresIn: { hours: 2 } });
    const intake = intakeOf(memoryLedger(), { client: clientOf({ maxRetries: 1 }) });
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    mock.addFault({ operation: 'cdrs.get', status: 503, times: 2 });
    expect(await intake.take(leadOf('L-1', shareUrl))).toMatchObject({
      decision: 'hold',
      code: 'UNCONFIRMED',
    });
    await mock.clock.advance({ hours: 3 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toEqual([cdrId]);
  });

  it('is not forgotten where the reply of the receive could not be used', async () => {
    const { intakeOf, clientOf, seller, capture, mock, buyer, paid } = leadWorld();
    const { shareUrl } = await seller.cdrs.share(capture(), { expiresIn: { hours: 2 } });
    const { fetch } = mock.clientOptions(buyer);
    const client = clientOf({
      fetch: async (...request) => {
        await fetch(...request);
        return Response.json({ ok: true, data: {}, requestId: 'req_1' });
      },
    });
    const ledger = memoryLedger();
    expect(await intakeOf(ledger, { client }).take(leadOf('L-1', shareUrl))).toMatchObject({
      decision: 'hold',
    });
    await mock.clock.advance({ hours: 3 });
    expect(await intakeOf(ledger).resume()).toMatchObject([
      { decision: 'hold', code: 'PAID_UNKNOWN' },
    ]);
    expect(paid()).toHaveLength(1);
  });

  it.each([
    ['GONE', 'refuse'],
    ['CDR_INVALID', 'refuse'],
    ['NOT_FOUND', 'refuse'],
    ['CONFLICT', 'hold'],
  ] as const)('is not ruled out by %s, which alone means: %s', async (code, alone) => {
    const { intakeOf, capture, share, mock } = leadWorld();
    mock.addFault({ operation: 'shares.receive', code });
    expect(await intakeOf().take(leadOf('L-1', await share(capture())))).toMatchObject({
      decision: alone,
    });
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'before', drop: true });
    await intake.take(leadOf('L-2', await share(capture())));
    await mock.clock.advance({ minutes: 1 });
    mock.addFault({ operation: 'shares.receive', code });
    const held = await intake.resume();
    // A seller who sends a new link has a second record paid for.
    const sellerMessage = expect.stringMatching(
      /again, and nothing is needed from you\.$/,
    ) as string;
    expect(held).toMatchObject([{ decision: 'hold', code: 'PAID_UNKNOWN', sellerMessage }]);
    await mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
  });

  it('names a fault of our account that only the read of the record meets', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    mock.addFault({ operation: 'cdrs.get', code: 'API_ACCESS_DISABLED' });
    await intake.take(leadOf('L-1', await share(capture())));
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([
      { decision: 'fix', code: 'API_ACCESS_DISABLED', scope: 'account' },
    ]);
    await mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
  });

  it('is not ruled out by an error that is not from this package', async () => {
    const { intakeOf, clientOf, seller, capture, mock, paid } = leadWorld();
    const { shareUrl } = await seller.cdrs.share(capture(), { expiresIn: { hours: 2 } });
    const { shares, cdrs, domains } = clientOf();
    const wrapped = {
      tokenOf: (link: string) => shares.tokenOf(link),
      receive: async (...call: Parameters<typeof shares.receive>) => {
        await shares.receive(...call);
        throw new Error('the wrapper fails');
      },
    };
    const ledger = memoryLedger();
    const client = { shares: wrapped as unknown as typeof shares, cdrs, domains };
    expect(await intakeOf(ledger, { client }).take(leadOf('L-1', shareUrl))).toMatchObject({
      decision: 'fix',
      code: 'CLIENT_FAILED',
    });
    await mock.clock.advance({ hours: 3 });
    expect(await intakeOf(ledger).resume()).toMatchObject([
      { decision: 'hold', code: 'PAID_UNKNOWN' },
    ]);
    expect(paid()).toHaveLength(1);
  });

  it('is not refused where our set-up cannot read its link any more', async () => {
    const { intakeOf, clientOf, capture, share, mock, paid } = leadWorld();
    const { origin, pathname } = new URL(await share(capture()));
    const { fetch } = mock.clientOptions(mock.addOrganization({ name: 'Gateway' }));
    const gateway = clientOf({
      baseUrl: `${origin}/gateway`,
      fetch: async (url, init) => {
        await fetch(String(url).replace('/gateway', ''), init);
        throw new TypeError('fetch failed');
      },
    });
    const ledger = memoryLedger();
    const lead = leadOf('L-1', `${origin}/gateway${pathname}`);
    expect(await intakeOf(ledger, { client: gateway }).take(lead)).toMatchObject({
      decision: 'hold',
    });
    expect(paid()).toHaveLength(1);
    await mock.clock.advance({ minutes: 1 });
    expect(await intakeOf(ledger).resume()).toMatchObject([
      { decision: 'hold', code: 'SHARE_URL_INVALID' },
    ]);
  });

  it('is another person’s although its link expired while the callback failed', async () => {
    const { intakeOf, clientOf, seller, capture, mock } = leadWorld();
    const cdrId = capture({ fields: [{ name: 'phone', type: 'tel', value: '212-555-0111' }] });
    const { shareUrl } = await seller.cdrs.share(cdrId, { expiresIn: { hours: 2 } });
    await clientOf().shares.receive(shareUrl);
    let fails = true;
    const intake = intakeOf(sqliteLedger(':memory:'), {
      onDecision: () => {
        if (fails) throw new Error('the CRM is down');
      },
    });
    mock.addFault({ operation: 'shares.receive', phase: 'before', drop: true });
    await intake.take(leadOf('L-1', shareUrl));
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ code: 'LEDGER_FAILED' }]);
    fails = false;
    await mock.clock.advance({ hours: 3 });
    expect(await intake.resume()).toMatchObject([{ decision: 'duplicate', cdrId }]);
  });

  it('is judged by the criteria that were sent, also where the account was corrected meanwhile', async () => {
    const { intakeOf, capture, share, mock, buyer } = leadWorld();
    const ledger = sqliteLedger(':memory:');
    const lead = leadOf('L-1', await share(capture()), OTHER_PHONE);
    mock.addFault({ operation: 'shares.receive', phase: 'before', drop: true });
    await intakeOf(ledger).take(lead);
    await mock.clock.advance({ minutes: 1 });
    mock.updateOrganization(buyer, { apiAccess: 'off' });
    expect(await intakeOf(ledger).resume()).toMatchObject([{ decision: 'fix' }]);
    const sent = (await ledger.get({ source: '', leadId: 'L-1' }))?.material?.criteria;
    mock.updateOrganization(buyer, { apiAccess: 'default' });
    mock.addFault({ operation: 'shares.receive', status: 503 });
    await mock.clock.advance({ hours: 1 });
    await intakeOf(ledger, { criteria: { schemaVersion: 1 } }).resume();
    expect((await ledger.get({ source: '', leadId: 'L-1' }))?.material?.criteria).toBe(sent);
  });
});
