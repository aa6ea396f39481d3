import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { type LeadCounts, type Ledger, memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { all, leadOf, leadWorld, OTHER_PHONE, PHONE } from './support/lead-world.ts';

const NONE: LeadCounts = {
  ...{ taken: 0, accepted: 0, refused: 0, refusedBy: {}, duplicates: 0, held: 0, settled: 0 },
  charges: { most: 0 },
};

/** Two days of leads of two sources. */
async function twoDays(ledger: Ledger) {
  const world = leadWorld();
  const { intakeOf, capture, share, mock } = world;
  const intake = intakeOf(ledger);
  const link = await share(capture());
  await intake.take({ ...leadOf('A-1', link), source: 'sunroof' });
  await intake.take({ ...leadOf('A-2', link), source: 'brightpath' });
  await intake.take({ ...leadOf('A-3', await share(capture()), OTHER_PHONE), source: 'sunroof' });
  await intake.take({ ...leadOf('A-4', 'undefined'), source: 'brightpath' });
  await mock.clock.advance({ days: 1 });
  await intake.take({ ...leadOf('B-1', await share(capture())), source: 'sunroof' });
  mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
  await intake.take({ ...leadOf('B-2', await share(capture())), source: 'sunroof' });
  mock.addFault({ operation: 'shares.receive', phase: 'before', status: 429 });
  await intake.take({ ...leadOf('B-3', await share(capture())), source: 'brightpath' });
  return { ...world, intake };
}

describe.each<[string, () => Ledger]>([
  ['memory', () => memoryLedger() as Ledger],
  ['SQLite', () => sqliteLedger(new DatabaseSync(':memory:')) as Ledger],
])('a report of a ledger in %s', (_, open) => {
  it('counts by source what was taken, and the most that was charged', async () => {
    const { intake, paid } = await twoDays(open());
    const { total, groups, ...facts } = await intake.report({ by: 'source' });
    expect(facts).toEqual({ from: 0, to: Date.parse('2026-01-06T12:00:00Z') + 1, by: 'source' });
    expect(groups).toEqual([
      {
        ...{ key: 'brightpath', taken: 3, accepted: 0, refused: 1, duplicates: 1, held: 1 },
        ...{ refusedBy: { SHARE_URL_INVALID: 1 }, settled: 0, charges: { most: 0 } },
      },
      {
        ...{ key: 'sunroof', taken: 4, accepted: 2, refused: 1, duplicates: 0, held: 1 },
        ...{ refusedBy: { LEAD_PHONE_NOT_MATCHED: 1 }, settled: 0, charges: { most: 3 } },
      },
    ]);
    expect(total).toMatchObject({ taken: 7, accepted: 2, refused: 2, duplicates: 1, held: 2 });
    expect(total.charges.most).toBe(paid().length);
  });

  it('counts by day in UTC and by code, of a period that ends before its end', async () => {
    const { intake } = await twoDays(open());
    const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
    const days = await intake.report({ by: 'day' });
    expect(days.groups.map(({ key, taken }) => [key, taken])).toEqual([
      ['2026-01-05', 4],
      ['2026-01-06', 3],
    ]);
    const [from, to] = [new Date('2026-01-05'), new Date('2026-01-06')];
    const first = await intake.report({ by: 'code', from, to });
    expect(first.groups.map(({ key, taken }) => [key, taken])).toEqual([
      ['ACCEPTED', 1],
      ['DUPLICATE', 1],
      ['LEAD_PHONE_NOT_MATCHED', 1],
      ['SHARE_URL_INVALID', 1],
    ]);
    // The instant of a decision itself: included in `from`, not in `to`.
    const at = Date.parse('2026-01-05T12:00:00Z');
    expect((await intake.report({ by: 'day', from: at, to: at + 1 })).total.taken).toBe(4);
    expect((await intake.report({ by: 'day', from: at - 1, to: at })).total).toEqual(NONE);
    expect(
      (await intake.report({ by: 'day', from: day('2026-01-07') - 1, to: day('2027-01-01') }))
        .total,
    ).toEqual(NONE);
  });

  it('has what decisions and held have, lead by lead', async () => {
    const { intake } = await twoDays(open());
    const decisions = await all(intake.decisions());
    const held = await all(intake.held());
    const { total } = await intake.report({ by: 'day' });
    // At one instant, by source.
    expect(decisions.map(({ leadId }) => leadId)).toEqual(['A-2', 'A-4', 'A-1', 'A-3', 'B-1']);
    expect(decisions.every(({ replayed }) => replayed)).toBe(true);
    expect(held.map(({ leadId, code, act }) => [leadId, code, act])).toEqual([
      ['B-3', 'RESOURCE_EXHAUSTED', 'nobody'],
      ['B-2', 'CONNECTION_FAILED', 'nobody'],
    ]);
    expect(held[1]).toMatchObject({ attempts: 1, phone: PHONE, decision: 'hold' });
    expect(JSON.stringify(held)).not.toMatch(/shr_|\/v1\/shares/);
    expect(total.taken).toBe(decisions.length + held.length);
    const ofOne = await all(intake.decisions({ source: 'brightpath' }));
    expect(ofOne.map(({ leadId }) => leadId)).toEqual(['A-2', 'A-4']);
    const limited = await all(intake.held({ code: 'RESOURCE_EXHAUSTED' }));
    expect(limited.map(({ leadId }) => leadId)).toEqual(['B-3']);
  });

  it('leaves out what was pruned, and says before when', async () => {
    const { intake, mock } = await twoDays(open());
    const decidedBefore = mock.clock.now() - 1;
    const last = await intake.take(leadOf('A-4', 'undefined')); // another lead, without a source
    expect(await intake.prune({ decidedBefore })).toEqual({ pruned: 4 });
    const report = await intake.report({ by: 'day' });
    expect(report).toMatchObject({ prunedBefore: decidedBefore, total: { taken: 4 } });
    expect(await intake.get('A-4')).toEqual({ ...last, replayed: true });
    // A lead that was pruned is decided as before, and its share is no one else's.
    const again = await intake.get({ source: 'sunroof', leadId: 'A-1' });
    expect(again).toMatchObject({ decision: 'accept', charge: 'possible', requestIds: [] });
    expect(await intake.get({ source: 'sunroof', leadId: 'A-3' })).toMatchObject({
      ...{ decision: 'refuse', reasons: [], charge: 'none' },
    });
    await expect(intake.prune({ decidedBefore: mock.clock.now() + 1 })).rejects.toThrow('past');
  });
});

it.each<[string, object, string]>([
  ['no groups', {}, 'by'],
  ['groups by month', { by: 'month' }, 'by'],
  ['an end before its beginning', { by: 'day', from: 2, to: 1 }, 'from'],
  ['a date as text', { by: 'day', from: '2026-01-05' }, 'from'],
  ['a date that is none', { by: 'day', to: new Date('soon') }, 'to'],
])('a report with %s is refused', async (_, options, path) => {
  const error = await leadWorld()
    .intakeOf()
    .report(options as never)
    .catch((thrown: unknown) => thrown);
  expect((error as InvalidInputError).issues.map((issue) => issue.path)).toEqual([path]);
  expect(error).toBeInstanceOf(InvalidInputError);
});

it('never reports fewer charges than the service made, in any world', async () => {
  const trouble = fc.constantFrom(
    'none',
    'before',
    'after',
    'pending',
    'elsewhere',
    'stranger',
    'twice',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(trouble, { minLength: 1, maxLength: 8 }), async (troubles) => {
      const { intakeOf, capture, share, clientOf, mock, paid } = leadWorld();
      const intake = intakeOf();
      for (const [index, each] of troubles.entries()) {
        const link = await share(capture());
        if (each === 'elsewhere') await clientOf().shares.receive(link);
        if (each === 'before') mock.addFault({ operation: 'shares.receive', status: 503 });
        if (each === 'after') {
          mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
        }
        const phone = each === 'stranger' ? OTHER_PHONE : PHONE;
        await intake.take(leadOf(`L-${index}`, link, phone));
        if (each === 'twice') await intake.take(leadOf(`M-${index}`, link, phone));
      }
      const elsewhere = troubles.filter((each) => each === 'elsewhere').length;
      for (const by of ['source', 'day', 'code'] as const) {
        const { total, groups } = await intake.report({ by });
        expect(total.charges.most).toBeGreaterThanOrEqual(paid().length - elsewhere);
        const sums = groups.map(({ charges, taken }) => [charges.most, taken]);
        expect(sums.reduce(([a = 0, b = 0], [c = 0, d = 0]) => [a + c, b + d], [0, 0])).toEqual([
          total.charges.most,
          total.taken,
        ]);
      }
      // Each charge is under a lead whose charge is possible, or among the orphans.
      const known = new Set<string>();
      for await (const { cdrId } of intake.orphans()) known.add(cdrId);
      for await (const each of intake.decisions()) {
        if (each.decision === 'accept' && each.charge === 'possible') known.add(each.cdrId);
      }
      expect(paid().filter((cdrId) => !known.has(cdrId))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
