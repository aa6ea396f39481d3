import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import {
  type Ledger,
  LedgerError,
  memoryLedger,
  type SettleOptions,
} from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { all, changed, leadOf, leadWorld } from './support/lead-world.ts';

const LEDGERS: readonly [string, () => Ledger][] = [
  ['memory', () => memoryLedger() as Ledger],
  ['SQLite', () => sqliteLedger(new DatabaseSync(':memory:')) as Ledger],
];

const REFUSE = { decision: 'refuse', reason: 'the link was reported', by: 'ann' } as const;

type World = ReturnType<typeof leadWorld>;

/** A lead whose receive was paid for, and of which no call can tell that any more. */
async function paidUnknown({ intakeOf, capture, share, mock }: World, ledger: Ledger) {
  const cdrId = capture();
  const told: unknown[] = [];
  const intake = intakeOf<unknown>(ledger, {
    onDecision: (decision, { lead }) => void told.push([decision, lead]),
  });
  mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
  await intake.take({
    ...leadOf('L-1', await share(cdrId)),
    source: 'sunroof',
    data: { price: 9 },
  });
  await mock.clock.advance({ days: 40 });
  await intake.resume();
  return { intake, cdrId, told, name: { source: 'sunroof', leadId: 'L-1' } };
}

const issuesOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidInputError);
  return (error as InvalidInputError).issues.map(({ path, message }) => `${path}: ${message}`);
};

describe.each(LEDGERS)('a person settles a lead in %s', (_, open) => {
  it('that may have been paid for, with the record among the orphans', async () => {
    const world = leadWorld();
    const ledger = open();
    const { intake, cdrId, told, name } = await paidUnknown(world, ledger);
    const [held] = await all(intake.held());
    expect(held).toMatchObject({
      ...name,
      code: 'PAID_UNKNOWN',
      act: 'person',
      data: { price: 9 },
    });
    expect(held).not.toHaveProperty('nextAttemptAt');
    // The link is of no use any more, and is in no file.
    expect((await ledger.get(name))?.material?.shareUrl).toBe('');
    const [orphan] = await all(intake.orphans());
    expect(orphan?.cdrId).toBe(cdrId);
    const sent = world.mock.requests().length;
    const how = { decision: 'accept', cdrId, by: 'ann', note: 'found by phone' } as const;
    const decision = await intake.settle(name, how);
    expect(decision).toMatchObject({
      ...{ ...name, decision: 'accept', cdrId, charge: 'possible', replayed: false },
      ...{ settledBy: 'ann', note: 'found by phone' },
    });
    expect(world.mock.requests()).toHaveLength(sent + 1); // the record was read
    expect(told).toEqual([[decision, { ...name, phone: held?.phone, data: { price: 9 } }]]);
    expect(await ledger.get(name)).toMatchObject({ material: null, dueAt: null });
    expect(await all(intake.orphans())).toEqual([]);
    expect(await all(intake.held())).toEqual([]);
  });

  it('by a refusal, which erases what came in with it', async () => {
    const ledger = open();
    const { intake, name, told } = await paidUnknown(leadWorld(), ledger);
    const decision = await intake.settle(name, { ...REFUSE, sellerMessage: 'We cannot use it.' });
    expect(decision).toMatchObject({
      ...{ decision: 'refuse', charge: 'possible', message: 'the link was reported' },
      reasons: [{ code: 'SETTLED', sellerMessage: 'We cannot use it.' }],
      sellerMessage: 'We cannot use it.',
    });
    expect(told).toHaveLength(1);
    expect(await ledger.get(name)).toMatchObject({ material: null });
    expect(await intake.take({ ...leadOf('L-9', 'shr_x') })).toMatchObject({ decision: 'refuse' });
  });

  it('once: the second person gets what the first has decided', async () => {
    const { intake, cdrId, name, told } = await paidUnknown(leadWorld(), open());
    const first = await intake.settle(name, { decision: 'accept', cdrId, by: 'ann' });
    const second = await intake.settle(name, { ...REFUSE, by: 'bob' });
    expect(second).toEqual({ ...first, replayed: true });
    expect(told).toHaveLength(1);
  });

  it('once of many people at the same time', async () => {
    const { intake, cdrId, name, told } = await paidUnknown(leadWorld(), open());
    const people = Array.from({ length: 8 }, (_, n) => `person ${n}`);
    const decisions = await Promise.all(
      people.map((by, n) =>
        intake.settle(name, n % 2 === 0 ? { ...REFUSE, by } : { decision: 'accept', cdrId, by }),
      ),
    );
    expect(new Set(decisions.map(({ settledBy }) => settledBy)).size).toBe(1);
    expect(decisions.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(told).toHaveLength(1);
  });

  it('with no record that another lead has, or that is not ours', async () => {
    const world = leadWorld();
    const { intake, name, told } = await paidUnknown(world, open());
    const other = await intake.take(leadOf('L-2', await world.share(world.capture())));
    const { cdrId = '' } = other as { cdrId?: string };
    expect(other).toMatchObject({ decision: 'accept' });
    const accept = (id: string): SettleOptions => ({ decision: 'accept', cdrId: id, by: 'ann' });
    expect(await issuesOf(intake.settle(name, accept(cdrId)))).toEqual([
      'cdrId: lead L-2 was accepted with this record',
    ]);
    const foreign = world.capture(); // never shared with the buyer
    expect(await issuesOf(intake.settle(name, accept(foreign)))).toEqual([
      'cdrId: expected a record of this account',
    ]);
    expect(await issuesOf(intake.settle('L-77', REFUSE))).toEqual([
      'lead: the ledger has no lead L-77',
    ]);
    expect(await all(intake.held())).toHaveLength(1);
    expect(told).toHaveLength(1); // of the other lead
  });

  it('but not while a worker has it in hand, and says when it is free', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = open();
    await intakeOf(ledger, { account: '' }).take(leadOf('L-0', 'undefined'));
    const entry = await ledger.get({ source: '', leadId: 'L-0' });
    const dueAt = mock.clock.now() + 20_000;
    const material = { shareUrl: await share(capture()), phone: '1', criteria: '{}', data: null };
    const inHand = { state: 'asking', inHand: true, decidedAt: null, dueAt, material } as const;
    if (entry !== undefined) await ledger.add({ ...entry, ...inHand, leadId: 'L-1' });
    const free = new Date(dueAt).toISOString();
    expect(await issuesOf(intakeOf(ledger).settle('L-1', REFUSE))).toEqual([
      `lead: it is being processed, and free at ${free} at the latest`,
    ]);
    await mock.clock.advance({ seconds: 20 });
    // Its worker is dead: what it may have sent is a doubt.
    expect(await intakeOf(ledger).settle('L-1', REFUSE)).toMatchObject({
      ...{ decision: 'refuse', charge: 'possible' },
    });
  });

  it('or not at all where the ledger or onDecision fails, with the lead as it was', async () => {
    const world = leadWorld();
    const ledger = open();
    const { name, cdrId } = await paidUnknown(world, ledger);
    const before = await ledger.get(name);
    const full = () => Promise.reject(new Error('disk full'));
    const failing = changed(ledger, { save: full });
    const away = changed(ledger, { get: full });
    const intakes = [failing, away].map((each) => world.intakeOf(each));
    if (ledger.transactional) {
      const onDecision = () => Promise.reject(new Error('the CRM is down'));
      intakes.push(world.intakeOf(ledger, { onDecision }));
    }
    for (const intake of intakes) {
      const settled = intake.settle(name, { decision: 'accept', cdrId, by: 'ann' });
      await expect(settled).rejects.toBeInstanceOf(LedgerError);
      expect(await ledger.get(name)).toEqual(before);
    }
  });
});

it.each<[string, object, string[]]>([
  ['no decision', { by: 'ann' }, ['decision']],
  ['another decision', { decision: 'duplicate', by: 'ann' }, ['decision']],
  ['no person', { decision: 'refuse', reason: 'no' }, ['by']],
  ['an empty person', { ...REFUSE, by: '' }, ['by']],
  ['a person of 101 characters', { ...REFUSE, by: 'a'.repeat(101) }, ['by']],
  ['a note of 2,001 characters', { ...REFUSE, note: 'a'.repeat(2_001) }, ['note']],
  ['no record', { decision: 'accept', by: 'ann' }, ['cdrId']],
  ['no reason', { decision: 'refuse', by: 'ann' }, ['reason']],
  ['a record for a refusal', { ...REFUSE, cdrId: 'cdr_1' }, ['cdrId']],
  [
    'a reason and a message for an acceptance',
    { decision: 'accept', cdrId: 'cdr_1', by: 'ann', reason: 'no', sellerMessage: 'no' },
    ['reason', 'sellerMessage'],
  ],
  ['a misspelt member', { ...REFUSE, reasn: 'no' }, ['reasn']],
])('refuses to settle with %s, and changes nothing', async (_, how, paths) => {
  const ledger = memoryLedger() as Ledger;
  const { intake, name } = await paidUnknown(leadWorld(), ledger);
  const before = await ledger.get(name);
  const error = await intake.settle(name, how as never).catch((thrown: unknown) => thrown);
  expect((error as InvalidInputError).issues.map(({ path }) => path)).toEqual(paths);
  expect(await ledger.get(name)).toEqual(before);
});

it.each(LEDGERS)(
  'a lead in %s whose record was flagged after it was paid for can be read and settled',
  async (_, open) => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = open();
    const cdrId = capture();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    const unread = mock.addFault({ operation: 'cdrs.get', status: 503, times: 500 });
    const intake = intakeOf(ledger);
    await intake.take(leadOf('L-1', await share(cdrId)));
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ code: 'UNCONFIRMED' }]);
    unread.remove();
    mock.invalidate(cdrId);
    await mock.clock.advance({ days: 4 });
    expect(await intake.resume()).toMatchObject([{ code: 'PAID_UNKNOWN' }]);
    const [held] = await all(intake.held());
    expect(held).toMatchObject({ leadId: 'L-1', code: 'PAID_UNKNOWN', act: 'person' });
    expect((await ledger.get({ source: '', leadId: 'L-1' }))?.material?.shareUrl).toBe('');
    expect(await intake.settle('L-1', REFUSE)).toMatchObject({ charge: 'possible' });
  },
);
