import { describe, expect, it } from 'vitest';
import { faults } from './support/report-faults.ts';

describe('calibration.schema.json refuses what is no report', () => {
  const reading = { reading: 'collectFalse', verdict: 'as documented', value: 'refuse' };
  const statement = { section: '1', statement: 'It is so.', basis: 'stated' };
  const counts = { domains: 1, records: 1, collected: 1 };
  const one = { before: counts, after: counts, complete: true };
  const report = {
    format: 'consent-evidence/calibration',
    formatVersion: 1,
    package: { name: 'consent-evidence', version: '1.0.0' },
    specification: { apiVersion: 'v1', acceptanceSchemaVersion: 1 },
    service: 'https://api.example.com',
    tier: 1,
    startedAt: '2026-01-05T12:00:00.000Z',
    finishedAt: '2026-01-05T12:00:01.000Z',
    requests: 3,
    unchanged: true,
    inventory: { sender: one, receiver: one },
    readings: [reading],
    statements: [{ ...statement, verdict: 'not measured', why: 'no key' }],
  };
  const { inventory, ...withoutInventory } = report;

  it('and takes the one that the others are made of', () => {
    expect(faults(report)).toEqual({ file: [], own: [] });
  });

  it.each<[string, object]>([
    ['a later form', { ...report, formatVersion: 2 }],
    ['a tier that does not exist', { ...report, tier: 4 }],
    ['an address with a path', { ...report, service: 'https://api.example.com/v1' }],
    ['half a request', { ...report, requests: 0.5 }],
    ['a count below nothing', { ...report, requests: -1 }],
    ['an instant that is a number', { ...report, startedAt: 1_767_614_400_000 }],
    ['a basis of its own', { ...report, statements: [{ ...statement, basis: 'guessed' }] }],
    ['a verdict of its own', { ...report, readings: [{ ...reading, verdict: 'fine' }] }],
    ['a value that is an object', { ...report, readings: [{ ...reading, value: {} }] }],
    ['no readings', { ...report, readings: undefined }],
  ])('%s, by both', (_what, given) => {
    const { file, own } = faults(given);
    expect(file).not.toEqual([]);
    expect(own).not.toEqual([]);
  });

  it.each<[string, object]>([
    ['another member', { ...report, note: 'x' }],
    ['another member of a reading', { ...report, readings: [{ ...reading, cdrId: 'cdr_1' }] }],
    ['another member of the counts', { ...report, inventory: { ...inventory, third: one } }],
    ['a value beside not measured', { ...report, readings: [{ ...reading, why: 'x' }] }],
    ['a reading without its value', { ...report, readings: [{ ...reading, value: undefined }] }],
    [
      'differs without what came',
      { ...report, statements: [{ ...statement, verdict: 'differs' }] },
    ],
    ['tier 1 without an inventory', withoutInventory],
    ['tier 0 with one', { ...report, tier: 0 }],
    ['tier 4 without its charges', { ...report, tier: 4 }],
  ])('%s, by the file for other tools', (_what, given) => {
    expect(faults(given).file).not.toEqual([]);
  });
});
