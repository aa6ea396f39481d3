import { describe, expect, it } from 'vitest';
import { type LeadDecision, memoryLedger } from '../../src/intake/index.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

const HOUR = 3_600_000;

describe('a lead that waits', () => {
  it.each([
    ['hold', 409, 'CONFLICT'],
    ['fix', 403, 'API_ACCESS_DISABLED'],
    ['fix', 412, 'FAILED_PRECONDITION'],
  ] as const)('on %s for %i %s is not asked about sooner than Retry-After', async (...refused) => {
    const [decision, status, code] = refused;
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const error = { code, message: 'later', requestId: 'req_1' };
    const init = { status, headers: { 'retry-after': '1800' } };
    const client = clientOf({ fetch: async () => Response.json({ ok: false, error }, init) });
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    expect(await intakeOf(ledger, { client }).take(lead)).toMatchObject({ decision, code });
    await mock.clock.advance({ minutes: 29 });
    expect(await intakeOf(ledger).resume()).toEqual([]);
    await mock.clock.advance({ minutes: 2 });
    expect(await intakeOf(ledger).resume()).toMatchObject([{ decision: 'accept' }]);
  });

  it('for a fix of ours is kept for longer than holdForMs, and accepted then', async () => {
    const { intakeOf, capture, share, mock, buyer } = leadWorld();
    const intake = intakeOf(memoryLedger(), { holdForMs: HOUR });
    mock.updateOrganization(buyer, { apiAccess: 'off' });
    await intake.take(leadOf('L-1', await share(capture())));
    for (let hours = 0; hours < 3; hours += 1) {
      await mock.clock.advance({ hours: 1 });
      expect(await intake.resume()).toMatchObject([{ decision: 'fix' }]);
    }
    mock.updateOrganization(buyer, { apiAccess: 'default' });
    await mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
  });

  it('is due at the latest when holdForMs is over, not when its wait would be', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const intake = intakeOf(memoryLedger(), { holdForMs: HOUR });
    const endsAt = mock.clock.now() + HOUR;
    mock.addFault({ operation: 'shares.receive', times: Infinity, status: 429 });
    const held = await intake.take(leadOf('L-1', await share(capture())));
    const dues: number[] = [];
    for (let last: LeadDecision | undefined = held; last?.decision === 'hold'; ) {
      dues.push(last.nextAttemptAt ?? 0);
      await mock.clock.advance((last.nextAttemptAt ?? 0) - mock.clock.now());
      [last] = await intake.resume();
    }
    expect(dues.filter((due) => due <= endsAt).at(-1)).toBe(endsAt);
  });

  it('to be confirmed is not given up before holdForMs is over, although its record is gone', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const intake = intakeOf(memoryLedger(), { holdForMs: HOUR });
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    await intake.take(leadOf('L-1', await share(capture())));
    await mock.clock.advance({ minutes: 1 });
    mock.addFault({ operation: 'cdrs.get', code: 'NOT_FOUND' });
    expect(await intake.resume()).toMatchObject([{ decision: 'hold', code: 'UNCONFIRMED' }]);
    await mock.clock.advance({ minutes: 10 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
  });
});
