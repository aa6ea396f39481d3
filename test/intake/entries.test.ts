import { describe, expect, it, vi } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { checkLead, type Lead } from '../../src/intake/lead.ts';
import { LedgerError } from '../../src/intake/ledger-error.ts';
import { entryOf, NOW } from '../../src/intake/ledger-samples.ts';
import { memoryLedger } from '../../src/intake/memory-ledger.ts';
import { RowColumns } from '../../src/intake/row-columns.ts';
import { unkeptEntry } from '../../src/intake/settled-entry.ts';
import { workingAlready } from '../../src/intake/work.ts';
import { changed, leadOf, leadWorld, PHONE } from './support/lead-world.ts';

describe('a decision that could not be saved', () => {
  const paid = { cdrId: 'cdr_1', shareEventId: 'ev_1', doubtSince: NOW - 1, askedAt: NOW };

  it.each([
    ['accept', false, true],
    ['accept', true, true],
    ['duplicate', true, true],
    ['duplicate', false, false],
    ['refuse', true, false],
    ['refuse', false, false],
  ] as const)(
    '%s, in doubt before: %s: leaves the record in doubt: %s',
    (state, before, isOurs) => {
      const open = entryOf(1, {
        attempts: 2,
        inDoubt: before,
        cdrId: 'cdr_0',
        shareEventId: 'ev_0',
      });
      const requestIds = ['req_1'];
      const settled = entryOf(1, { ...paid, state, requestIds, attempts: 3 });
      const kept = unkeptEntry(settled, open, NOW);
      expect(kept).toMatchObject({
        ...{ state: 'hold', code: 'LEDGER_FAILED', message: null, scope: null },
        ...{ version: 2, attempts: 3, inHand: false, inDoubt: isOurs, askedAt: NOW, requestIds },
        ...(isOurs ? paid : { cdrId: 'cdr_0', shareEventId: 'ev_0', doubtSince: null }),
      });
      // Twice doubled from two seconds, and a little of its own.
      expect(kept.dueAt).toBeGreaterThanOrEqual(NOW + 8_000);
      expect(kept.dueAt).toBeLessThanOrEqual(NOW + 10_000);
    },
  );

  it('without an onDecision is the ledger’s error, and the lead waits until its lease ends', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const own = memoryLedger();
    const failed = new LedgerError('the disk is full');
    const errors: unknown[] = [];
    const save = vi.fn(() => Promise.reject(failed));
    const intake = intakeOf(changed(own, { save }), { onError: (error) => errors.push(error) });
    const decided = await intake.take(leadOf('L-1', await share(capture())));
    expect(decided).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
    expect(save).toHaveBeenCalledOnce();
    expect(errors).toEqual([failed]);
    await mock.clock.advance({ minutes: 5 });
    expect(await intakeOf(own).resume()).toMatchObject([{ decision: 'accept' }]);
  });
});

describe('a decided lead in the ledger', () => {
  const name = { source: '', leadId: 'L-1' };
  const taken = async (onDecision?: () => void) => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const intake = intakeOf(ledger, {
      ...(onDecision && { onDecision }),
      onError: () => undefined,
    });
    const lead = { ...leadOf('L-1', await share(capture())), data: { price: 1 } };
    const decision = await intake.take(lead);
    return { decision, ledger, mock, intake };
  };

  it('keeps nothing of the person', async () => {
    const { decision, ledger } = await taken();
    expect((await ledger.get(name))?.material).toBeNull();
    expect(decision).not.toHaveProperty('settledBy');
    expect(decision).not.toHaveProperty('note');
  });

  it('keeps phone and data, and neither link nor criteria, until onDecision was told', async () => {
    let isDown = true;
    const { ledger, mock, intake } = await taken(() => {
      if (isDown) throw new Error('the queue is down');
    });
    const material = { shareUrl: '', criteria: '', phone: PHONE, data: '{"price":1}' };
    expect(await ledger.get(name)).toMatchObject({ state: 'accept', inHand: true, material });
    isDown = false;
    await mock.clock.advance({ minutes: 10 });
    await intake.resume();
    expect((await ledger.get(name))?.material).toBeNull();
  });
});

describe('what an intake refuses', () => {
  const lead = leadOf('L-1', 'shr_1');

  it.each([
    [null, 'lead: expected { source, leadId, shareUrl, phone, data }'],
    ['L-1', 'lead: expected { source, leadId, shareUrl, phone, data }'],
    [{ ...lead, leadId: '' }, 'leadId: '],
    [{ ...lead, shareUrl: 's'.repeat(4_097) }, 'shareUrl: '],
    [{ ...lead, phone: 2_125_550_147 }, 'phone: '],
  ])('names what is wrong with a lead', (given, message) => {
    expect(() => checkLead(given as Lead)).toThrow(InvalidInputError);
    expect(() => checkLead(given as Lead)).toThrow(message);
  });

  it('names a second work', () => {
    expect(workingAlready().message).toContain(
      'work: expected one call at a time: this intake is working already',
    );
  });

  it.each(['', ' x', true, 1.5, {}, undefined])('is a number in a row that is %j', (value) => {
    const columns = new RowColumns({ attempts: value });
    expect(() => columns.numberOrNull('attempts')).toThrow(
      'its column attempts has no whole number',
    );
  });

  it('passes on why a record could not be read that a lead is to be settled with', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const intake = intakeOf();
    const cdrId = capture();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    await intake.take(leadOf('L-1', await share(cdrId)));
    await mock.clock.advance({ days: 40 });
    await intake.resume();
    mock.addFault({ operation: 'cdrs.get', status: 503, times: 1 });
    const settled = intake.settle('L-1', { decision: 'accept', cdrId, by: 'ann' });
    await expect(settled).rejects.toMatchObject({ name: 'ApiError', status: 503 });
  });
});
