import { describe, expect, it } from 'vitest';
import { memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { all, leadOf, leadWorld } from './support/lead-world.ts';

const HOUR = 3_600_000;

describe('resume', () => {
  it('decides a lead whose record was not rendered yet', async () => {
    const { intakeOf, mock, producer } = leadWorld();
    const { cdrId, shareUrl } = mock.capture(producer, {
      pageUrl: 'https://quotes.sunroof.example/solar',
      fields: [{ name: 'phone', type: 'tel', value: '212-555-0147' }],
      disclosures: [{ text: 'I agree.', checkbox: 'checked' }],
      submit: { label: 'Go' },
      render: 'manual',
      autoShare: true,
    });
    const intake = intakeOf();
    const held = await intake.take(leadOf('L-1', shareUrl));
    expect(held).toMatchObject({ decision: 'hold', code: 'CDR_PENDING' });
    mock.finishRendering(cdrId);
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(await intake.resume()).toEqual([]);
  });

  it('finds out what a receive did whose answer was lost, and pays once', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const cdrId = capture();
    const lead = leadOf('L-1', await share(cdrId));
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    expect(await intake.take(lead)).toMatchObject({ decision: 'hold' });
    expect(paid()).toEqual([cdrId]);
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toEqual([cdrId]);
  });

  it('never refuses what may have been paid for: it stays held, and orphans finds it', async () => {
    const { intakeOf, capture, mock, seller, paid } = leadWorld();
    const cdrId = capture();
    const { shareUrl } = await seller.cdrs.share(cdrId, { expiresInMs: 60_000 });
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    await intake.take(leadOf('L-1', shareUrl));
    await mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'hold', code: 'PAID_UNKNOWN' }]);
    await mock.clock.advance({ hours: 100 });
    expect(await intake.resume()).toMatchObject([{ decision: 'hold', code: 'PAID_UNKNOWN' }]);
    expect(await intake.resume()).toEqual([]);
    const orphans = await all(intake.orphans());
    expect(orphans.map((entry) => entry.cdrId)).toEqual([cdrId]);
    expect(paid()).toEqual([cdrId]);
  });

  it('calls a record another person’s where an answer was lost and it was received before', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const cdrId = capture({ fields: [{ name: 'phone', type: 'tel', value: '212-555-0111' }] });
    const shareUrl = await share(cdrId);
    await clientOf().shares.receive(shareUrl);
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'before', drop: true });
    await intake.take(leadOf('L-1', shareUrl));
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'duplicate', cdrId }]);
  });

  it.each([
    ['strict', '(212) 555-0199'],
    ['lenient', '212-555-0199 x12'],
    ['lenient', '２１２５５５０１９９'],
    ['digits', 'Phone: 212-555-0199'],
    ['digits', '(cell) 212-555-0199'],
  ] as const)(
    'does not accept a stranger whose answer was lost, by the %s reading of %s',
    async (phoneGrammar, phone) => {
      const { intakeOf, clientOf, capture, share, mock } = leadWorld({ phoneGrammar });
      const cdrId = capture();
      const shareUrl = await share(cdrId);
      await clientOf().shares.receive(shareUrl);
      mock.addFault({ operation: 'shares.receive', phase: 'before', drop: true });
      const intake = intakeOf();
      await intake.take(leadOf('L-1', shareUrl, phone));
      await mock.clock.advance({ minutes: 1 });
      expect(await intake.resume()).toMatchObject([{ decision: 'duplicate', cdrId }]);
    },
  );

  it('refuses a lead that was held for too long', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const lead = leadOf('L-1', await share(capture()));
    const intake = intakeOf(memoryLedger(), { holdForMs: 2 * HOUR });
    mock.addFault({ operation: 'shares.receive', times: Infinity, status: 429 });
    await intake.take(lead);
    await mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'hold' }]);
    await mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([
      { decision: 'refuse', reasons: [{ code: 'HELD_TOO_LONG' }] },
    ]);
  });

  it('stops at a fault of our account and says so, and continues for every lead when it is corrected', async () => {
    const { intakeOf, capture, share, mock, buyer, paid } = leadWorld();
    const leads = [];
    for (const leadId of ['L-1', 'L-2', 'L-3']) leads.push(leadOf(leadId, await share(capture())));
    const intake = intakeOf();
    mock.updateOrganization(buyer, { apiAccess: 'off' });
    for (const lead of leads) {
      expect(await intake.take(lead)).toMatchObject({ decision: 'fix', scope: 'account' });
    }
    await mock.clock.advance({ minutes: 1 });
    const before = mock.requests().length;
    expect(await intake.resume({ concurrency: 1 })).toMatchObject([
      { decision: 'fix', code: 'API_ACCESS_DISABLED', scope: 'account' },
    ]);
    expect(mock.requests()).toHaveLength(before + 1);
    mock.updateOrganization(buyer, { apiAccess: 'default' });
    await mock.clock.advance({ hours: 1 });
    const resumed = await intake.resume();
    expect(resumed.map(({ decision }) => decision)).toEqual(['accept', 'accept', 'accept']);
    expect(paid()).toHaveLength(3);
  });

  it('stops where the client has no address, which every other lead would lack too', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const leads = [];
    for (const leadId of ['L-1', 'L-2']) leads.push(leadOf(leadId, await share(capture())));
    const nowhere = intakeOf(ledger, { client: clientOf({ baseUrl: undefined }) });
    for (const lead of leads) {
      expect(await nowhere.take(lead)).toMatchObject({ decision: 'fix', scope: 'account' });
    }
    await mock.clock.advance({ minutes: 1 });
    expect(await nowhere.resume({ concurrency: 1 })).toMatchObject([{ scope: 'account' }]);
    expect(await intakeOf(ledger).resume()).toMatchObject([{ decision: 'accept' }]);
  });

  it('never asks sooner than Retry-After', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const lead = leadOf('L-1', await share(capture()));
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', status: 429, retryAfterSeconds: 1_800 });
    await intake.take(lead);
    await mock.clock.advance({ minutes: 29 });
    expect(await intake.resume()).toEqual([]);
    await mock.clock.advance({ minutes: 10 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
  });

  it.each([
    ['its status', { status: 429 }],
    ['a refusal', { code: 'NOT_FOUND' }],
  ] as const)('never reads a record again sooner than the Retry-After of %s', async (_, fault) => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const lead = leadOf('L-1', await share(capture()));
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    await intake.take(lead);
    await mock.clock.advance({ minutes: 1 });
    mock.addFault({ operation: 'cdrs.get', ...fault, retryAfterSeconds: 1_800 });
    expect(await intake.resume()).toMatchObject([{ code: 'UNCONFIRMED' }]);
    await mock.clock.advance({ minutes: 29 });
    expect(await intake.resume()).toEqual([]);
    await mock.clock.advance({ minutes: 10 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
  });

  it.each(['31536000', '9'.repeat(20), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'decides a lead within 7 days of a service that said Retry-After: %s',
    async (asked) => {
      const { intakeOf, clientOf, capture, share, mock } = leadWorld();
      const lead = leadOf('L-1', await share(capture()));
      const busy = new Response('busy', { status: 503, headers: { 'retry-after': asked } });
      const ledger = sqliteLedger(':memory:');
      const holdForMs = 8 * 24 * HOUR;
      const client = clientOf({ fetch: async () => busy });
      await intakeOf(ledger, { client, holdForMs }).take(lead);
      const intake = intakeOf(ledger, { holdForMs });
      await mock.clock.advance({ days: 6 });
      expect(await intake.take(lead)).toMatchObject({ decision: 'hold' });
      await mock.clock.advance({ days: 1 });
      expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
    },
  );

  it('gives each lead to one hand, whoever else resumes', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = memoryLedger();
    mock.addFault({ operation: 'shares.receive', times: 6, status: 503 });
    const intake = intakeOf(ledger);
    for (let index = 0; index < 6; index += 1) {
      await intake.take(leadOf(`L-${index}`, await share(capture())));
    }
    await mock.clock.advance({ minutes: 1 });
    const before = mock.requests({}).length;
    const passes = await Promise.all([1, 2, 3].map(() => intakeOf(ledger).resume()));
    expect(passes.flat()).toHaveLength(6);
    const receives = mock.requests().slice(before);
    expect(receives.filter(({ operation }) => operation === 'shares.receive')).toHaveLength(6);
    expect(paid()).toHaveLength(6);
  });

  it('asks the ledger once where nothing is due, and works side by side where much is', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const { lease, save } = ledger;
    let [leases, inHand, most] = [0, 0, 0];
    Object.assign(ledger, {
      lease: async (query: Parameters<typeof lease>[0]) => {
        leases += 1;
        const leased = await lease.call(ledger, query);
        inHand += leased.entries.length;
        most = Math.max(most, inHand);
        return leased;
      },
      save: async (...entry: Parameters<typeof save>) => {
        inHand -= 1;
        return save.apply(ledger, entry);
      },
    });
    const intake = intakeOf(ledger);
    expect(await intake.resume()).toEqual([]);
    expect(leases).toBe(1);
    mock.addFault({ operation: 'shares.receive', times: 7, status: 503 });
    for (let index = 0; index < 7; index += 1) {
      await intake.take(leadOf(`L-${index}`, await share(capture())));
    }
    await mock.clock.advance({ minutes: 1 });
    [inHand, most] = [0, 0];
    expect(await intake.resume({ concurrency: 3 })).toHaveLength(7);
    expect(most).toBe(3);
  });

  it('calls onDecision at least once, and again where it failed', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const told: string[] = [];
    let fails = true;
    const intake = intakeOf(memoryLedger(), {
      onDecision: ({ leadId, decision }) => {
        if (fails) throw new Error('the CRM is down');
        told.push(`${leadId} ${decision}`);
      },
    });
    expect(await intake.take(leadOf('L-1', await share(capture())))).toMatchObject({
      decision: 'accept',
    });
    expect(told).toEqual([]);
    fails = false;
    await mock.clock.advance({ minutes: 2 });
    await intake.resume();
    expect(told).toEqual(['L-1 accept']);
    await mock.clock.advance({ hours: 2 });
    await intake.resume();
    expect(told).toEqual(['L-1 accept']);
  });
});
