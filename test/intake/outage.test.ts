import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { forEachReading } from '../../mock/index.ts';
import type { LeadDecision, LeadIntake } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { all, leadOf, leadWorld } from './support/lead-world.ts';

type World = ReturnType<typeof leadWorld>;

/** Resumes every three hours, and returns the last decisions. */
async function resumeFor<Tx>(days: number, { mock }: World, intake: LeadIntake<Tx>) {
  let last: LeadDecision[] = [];
  for (let hours = 0; hours < days * 24; hours += 3) {
    await mock.clock.advance({ hours: 3 });
    const decisions = await intake.resume();
    if (decisions.length > 0) last = decisions;
  }
  return last;
}

/** Takes the service down, and returns what brings it back. */
function down({ mock }: World, ...operations: ('shares.receive' | 'cdrs.get')[]): () => void {
  const faults = operations.map((operation) =>
    mock.addFault({ operation, phase: 'before', status: 503, times: Infinity }),
  );
  return () => faults.forEach((fault) => fault.remove());
}

const FOUR_DAYS = 4; // holdForMs is three
const HELD_TOO_LONG = { decision: 'refuse', reasons: [{ code: 'HELD_TOO_LONG' }] };

describe('an outage that outlasts holdForMs', () => {
  it.each([
    ['had not received the record', 'before', 0, HELD_TOO_LONG],
    ['had received the record', 'after', 1, { decision: 'accept' }],
  ] as const)(
    'finds out afterwards that it %s, free of charge, by every reading',
    async (_, phase, charges, expected) => {
      await forEachReading(async (readings) => {
        const world = leadWorld(readings);
        const { mock, intakeOf, capture, share, paid } = world;
        const intake = intakeOf();
        mock.addFault({ operation: 'shares.receive', phase, drop: true });
        const lead = leadOf('L-1', await share(capture()));
        await intake.take(lead);
        const end = down(world, 'shares.receive', 'cdrs.get');
        expect(await resumeFor(FOUR_DAYS, world, intake)).toMatchObject([
          { code: 'PAID_UNKNOWN', nextAttemptAt: expect.any(Number) },
        ]);
        end();
        expect(await resumeFor(1, world, intake)).toMatchObject([expected]);
        expect(await intake.take(lead)).toMatchObject(expected);
        expect(paid()).toHaveLength(charges);
      });
    },
  );

  it('buys nothing late, even if our key is refused in between', async () => {
    const world = leadWorld();
    const { mock, intakeOf, capture, share, paid } = world;
    const intake = intakeOf();
    const end = down(world, 'shares.receive');
    await intake.take(leadOf('L-1', await share(capture())));
    await resumeFor(FOUR_DAYS, world, intake);
    end();
    const revoked = mock.addFault({
      operation: 'shares.receive',
      phase: 'before',
      code: 'UNAUTHENTICATED',
      times: Infinity,
    });
    expect(await resumeFor(1, world, intake)).toMatchObject([{ decision: 'fix' }]);
    revoked.remove();
    expect(await resumeFor(1, world, intake)).toMatchObject([HELD_TOO_LONG]);
    expect(paid()).toEqual([]);
  });

  it('asks with criteria that the service takes, however many rules there are', async () => {
    const requiredText = Array.from({ length: 20 }, (_, index) => ({
      ruleId: `rule-${index}`,
      anyOf: ['I agree'],
    }));
    const world = leadWorld();
    const { intakeOf, capture, share, paid } = world;
    const disclosure = { requireCheckboxPresent: true, requiredText } as const;
    const intake = intakeOf(undefined, { criteria: { schemaVersion: 1, disclosure } });
    const end = down(world, 'shares.receive');
    await intake.take(leadOf('L-1', await share(capture())));
    await resumeFor(FOUR_DAYS, world, intake);
    end();
    expect(await resumeFor(1, world, intake)).toMatchObject([HELD_TOO_LONG]);
    expect(paid()).toEqual([]);
  });

  it('accepts what was paid for, although the callback failed until then', async () => {
    const world = leadWorld();
    const { mock, intakeOf, capture, share, paid } = world;
    let fails = true;
    const intake = intakeOf(sqliteLedger(new DatabaseSync(':memory:')), {
      onDecision: () => {
        if (fails) throw new Error('the CRM is down');
      },
    });
    const cdrId = capture();
    await intake.take(leadOf('L-1', await share(cdrId)));
    await mock.clock.advance({ hours: 3 });
    await intake.resume();
    fails = false;
    const end = down(world, 'shares.receive');
    await resumeFor(FOUR_DAYS, world, intake);
    end();
    expect(await resumeFor(1, world, intake)).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toEqual([cdrId]);
  });

  it('accepts what was received, although the record could not be read until then', async () => {
    const world = leadWorld();
    const { mock, intakeOf, capture, share, paid } = world;
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    const cdrId = capture();
    await intake.take(leadOf('L-1', await share(cdrId)));
    const end = down(world, 'cdrs.get');
    expect(await resumeFor(FOUR_DAYS, world, intake)).toMatchObject([{ code: 'UNCONFIRMED' }]);
    end();
    expect(await resumeFor(1, world, intake)).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toEqual([cdrId]);
  });

  it.each(['expired', 'invalid'] as const)(
    'leaves to a person what no call can tell: the share or record is %s',
    async (how) => {
      const world = leadWorld({ alreadyReceivedInvalid: 'success' });
      const { mock, intakeOf, capture, seller } = world;
      const intake = intakeOf();
      const cdrId = capture();
      const { shareUrl } = await seller.cdrs.share(cdrId, { expiresIn: { days: 2 } });
      const { shareUrl: longer } = await seller.cdrs.share(cdrId, { expiresIn: { days: 30 } });
      mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
      await intake.take(leadOf('L-1', how === 'expired' ? shareUrl : longer));
      const end = down(world, 'shares.receive', 'cdrs.get');
      await resumeFor(FOUR_DAYS, world, intake);
      end();
      if (how === 'invalid') mock.invalidate(cdrId);
      const [decision] = await resumeFor(1, world, intake);
      expect(decision).toMatchObject({ code: 'PAID_UNKNOWN' });
      expect(decision).not.toHaveProperty('nextAttemptAt');
      expect(await resumeFor(1, world, intake)).toEqual([]);
      const orphans = (await all(intake.orphans())).map((entry) => entry.cdrId);
      expect(orphans).toEqual(how === 'expired' ? [cdrId] : []);
    },
  );
});
