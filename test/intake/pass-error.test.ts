import { describe, expect, it } from 'vitest';
import { type Ledger, LedgerError, memoryLedger } from '../../src/intake/index.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

/** A ledger whose n-th lease fails. */
function failingAt(ledger: Ledger<undefined>, number: number): Ledger<undefined> {
  let leases = 0;
  return new Proxy(ledger, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'lease')
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (query: Parameters<Ledger['lease']>[0]) => {
        leases += 1;
        if (leases === number) throw new Error('the connection is gone');
        return target.lease(query);
      };
    },
  });
}

describe('a pass whose ledger fails in the middle', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [2, 4],
    [3, 2],
  ])(
    'at lease %i, %i side by side: the error has each decision, and says for which leads something was sent',
    async (number, concurrency) => {
      const { intakeOf, capture, share, mock, paid } = leadWorld();
      const ledger = memoryLedger();
      mock.addFault({ operation: 'shares.receive', status: 503, times: 5 });
      for (const leadId of ['L-1', 'L-2', 'L-3', 'L-4', 'L-5']) {
        await intakeOf(ledger).take(leadOf(leadId, await share(capture())));
      }
      await mock.clock.advance({ minutes: 1 });
      const intake = intakeOf(failingAt(ledger, number));
      const error = (await intake
        .resume({ concurrency })
        .catch((thrown: unknown) => thrown)) as LedgerError;
      expect(error).toBeInstanceOf(LedgerError);
      expect((error.cause as Error).message).toBe('the connection is gone');
      // Nothing that was decided is lost.
      const decided = error.decisions.map(({ leadId }) => leadId).sort();
      expect(decided).toHaveLength(paid().length);
      expect(error.sent.map(({ leadId }) => leadId).sort()).toEqual(decided);
      for (const each of error.decisions)
        expect(await ledger.get({ source: '', leadId: each.leadId })).toMatchObject({
          state: 'accept',
        });
      const isNone = decided.length === 0;
      expect(isNone).toBe(number === 1);
      expect(error.outcome).toBe(isNone ? 'not_sent' : 'unknown');
      expect(error.message).toContain(
        isNone
          ? '; nothing was sent'
          : '; nothing was sent for any other lead than those in `sent`',
      );
      const rest = await intakeOf(ledger).resume();
      expect(rest.length + decided.length).toBe(5);
      expect(paid()).toHaveLength(5);
    },
  );

  it('does not count a lead as sent that was only told to onDecision', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    let isDown = true;
    const onDecision = () => {
      if (isDown) throw new Error('the CRM is down');
    };
    await intakeOf(ledger, { onDecision }).take(leadOf('L-1', await share(capture())));
    isDown = false;
    await mock.clock.advance({ minutes: 2 });
    const intake = intakeOf(failingAt(ledger, 2), { onDecision });
    const error = await intake.resume({ concurrency: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      outcome: 'not_sent',
      sent: [],
      decisions: [{ leadId: 'L-1', decision: 'accept' }],
    });
  });
});
