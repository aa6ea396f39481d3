import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { type Ledger, memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { leadWorld, PHONE } from './support/lead-world.ts';

const LEDGERS: readonly [string, () => Ledger][] = [
  ['memory', () => memoryLedger() as Ledger],
  ['SQLite', () => sqliteLedger(new DatabaseSync(':memory:')) as Ledger],
];

describe.each(LEDGERS)('two sellers on one ledger in %s', (_, open) => {
  it('accept one lead that both sell once, and call the second a duplicate of the first', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const shareUrl = await share(capture());
    const intake = intakeOf<unknown>(open());
    const lead = { leadId: '1001', shareUrl, phone: PHONE };
    const first = await intake.take({ ...lead, source: 'sunroof' });
    const second = await intake.take({ ...lead, source: 'brightpath' });
    expect(first).toMatchObject({ source: 'sunroof', leadId: '1001', decision: 'accept' });
    expect(second).toMatchObject({
      ...{ source: 'brightpath', leadId: '1001', decision: 'duplicate', charge: 'none' },
      firstLead: { source: 'sunroof', leadId: '1001' },
      message: 'the share came in under lead 1001 of sunroof',
    });
    expect(paid()).toHaveLength(1);
  });

  it('accept two leads that have the same number, and tell them apart', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const intake = intakeOf<unknown>(open());
    const ids: string[] = [];
    for (const source of ['', 'sunroof', 'brightpath']) {
      const lead = { source, leadId: '1001', shareUrl: await share(capture()), phone: PHONE };
      const decision = await intake.take(lead);
      expect(await intake.take(lead)).toEqual({ ...decision, replayed: true });
      expect(await intake.get({ source, leadId: '1001' })).toEqual({ ...decision, replayed: true });
      if (decision.decision === 'accept') ids.push(decision.cdrId);
    }
    expect(new Set(ids).size).toBe(3);
    expect(await intake.get('1001')).toMatchObject({ source: '', cdrId: ids[0] });
    expect(paid()).toHaveLength(3);
  });
});

it.each<[string, unknown, string]>([
  ['a number', 7, 'source'],
  ['null', null, 'source'],
  ['101 characters', 's'.repeat(101), 'source'],
  ['a line break', 'sun\nroof', 'source'],
  ['half a character', '\ud83d', 'source'],
])('refuses %s as a source, and saves nothing', async (_, source, path) => {
  const { intakeOf, mock } = leadWorld();
  const intake = intakeOf();
  const lead = { source: source as string, leadId: 'L-1', shareUrl: 'shr_1', phone: PHONE };
  const error = await intake.take(lead).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InvalidInputError);
  expect((error as InvalidInputError).issues).toMatchObject([{ path }]);
  await expect(intake.get(lead)).rejects.toBeInstanceOf(InvalidInputError);
  expect(mock.requests()).toEqual([]);
});
