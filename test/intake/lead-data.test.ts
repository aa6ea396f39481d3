import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { type DecidedLead, type Ledger, memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { all, leadOf, leadWorld, OTHER_PHONE, PHONE } from './support/lead-world.ts';

const LEDGERS: readonly [string, () => Ledger][] = [
  ['memory', () => memoryLedger() as Ledger],
  ['SQLite', () => sqliteLedger(new DatabaseSync(':memory:')) as Ledger],
];

const DATA = { name: 'Ana “Núñez”', price: 42.5, tags: ['solar', null], nested: { ok: true } };

describe.each(LEDGERS)('the data of a lead in %s', (_, open) => {
  it.each([
    ['accept', PHONE],
    ['refuse', OTHER_PHONE],
    ['duplicate', PHONE],
  ])('comes to onDecision with %s, and is erased', async (decision, phone) => {
    const { intakeOf, capture, share } = leadWorld();
    const ledger = open();
    const told: DecidedLead[] = [];
    const onDecision = (_: unknown, { lead }: { lead: DecidedLead }): void => void told.push(lead);
    const shareUrl = await share(capture());
    if (decision === 'duplicate') await intakeOf(ledger).take(leadOf('L-0', shareUrl));
    const lead = { ...leadOf('L-1', shareUrl, phone), source: 'sunroof', data: DATA };
    const intake = intakeOf(ledger, { onDecision });
    expect(await intake.take(lead)).toMatchObject({ decision });
    const name = { source: 'sunroof', leadId: 'L-1' };
    expect(told).toEqual([{ ...name, phone, data: DATA }]);
    expect(await ledger.get(name)).toMatchObject({ material: null, dueAt: null });
  });

  it('stays while the lead is held, for the criteria too', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = open();
    const asked: unknown[] = [];
    const intake = intakeOf<unknown>(ledger, {
      criteria: ({ data }) => {
        asked.push(data);
        return { schemaVersion: 1 };
      },
    });
    mock.addFault({ operation: 'shares.receive', status: 503 });
    await intake.take({ ...leadOf('L-1', await share(capture())), data: DATA });
    const [held] = await all(intake.held());
    expect(held).toMatchObject({ leadId: 'L-1', data: DATA, phone: PHONE });
    expect(asked).toEqual([DATA]);
  });
});

it('any JSON value comes back as it was given', async () => {
  const value = fc.jsonValue({ maxDepth: 4 }).filter((each) => JSON.stringify(each).length < 4_000);
  await fc.assert(
    fc.asyncProperty(value, async (data) => {
      const { intakeOf } = leadWorld();
      const told: unknown[] = [];
      const intake = intakeOf(sqliteLedger(new DatabaseSync(':memory:')), {
        onDecision: (_, { lead }) => void told.push(lead.data),
      });
      await intake.take({ ...leadOf('L-1', 'undefined'), data });
      expect(told).toEqual([JSON.parse(JSON.stringify(data))]);
    }),
    { numRuns: 40 },
  );
});

it('is in no file of SQLite once the lead is decided', async () => {
  const { intakeOf, capture, share, mock } = leadWorld();
  const path = join(tmpdir(), `lead-data-${process.pid}.db`);
  const ledger = sqliteLedger(path);
  const texts = () => ['', '-wal'].map((end) => readFileSync(path + end, 'latin1')).join('\n');
  try {
    const intake = intakeOf(ledger);
    mock.addFault({ operation: 'shares.receive', status: 503 });
    await intake.take({ ...leadOf('L-1', await share(capture())), data: 'only-here-4711' });
    expect(texts()).toContain('only-here-4711');
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
    expect(texts()).not.toContain('only-here-4711');
  } finally {
    ledger.close();
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  }
});

const circle: Record<string, unknown> = {};
circle['self'] = [circle];
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

it.each<[string, unknown, string]>([
  ['a function', () => 1, 'data'],
  ['a function inside', { price: { of: [() => 1] } }, 'data.price.of.0'],
  ['undefined inside', { price: undefined }, 'data.price'],
  ['a hole in a list', [1, , 3], 'data.1'], // biome-ignore lint/suspicious/noSparseArray: it is what is tested
  ['a cycle', circle, 'data'],
  ['65 levels', deep(66), 'data'],
  ['a bigint', { id: 1n }, 'data.id'],
  ['a number that is none', { price: Number.NaN }, 'data.price'],
  ['an instance', { at: new Date(0) }, 'data.at'],
  ['a Map', new Map([['a', 1]]), 'data'],
  ['more than 16 KB', 'x'.repeat(16_383), 'data'],
  ['more than 16 KB of bytes', 'é'.repeat(8_200), 'data'],
  ['a list of a million numbers', Array.from({ length: 1_000_000 }, () => 1), 'data'],
])('refuses %s in data, names where, and saves nothing', async (_, data, path) => {
  const { intakeOf } = leadWorld();
  const ledger = memoryLedger();
  const lead = { ...leadOf('L-1', 'shr_1'), data };
  const error = await intakeOf(ledger)
    .take(lead)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidInputError);
  expect((error as InvalidInputError).issues[0]?.path).toMatch(new RegExp(`^${path}(?:\\.|$)`));
  expect(await ledger.get({ source: '', leadId: 'L-1' })).toBeUndefined();
});
