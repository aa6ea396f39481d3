import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { ledgerSuite } from '../../src/intake/ledger-suite.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leads-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let opened = 0;
const newFile = (): string => path.join(folder, `leads-${(opened += 1)}.db`);

describe('the ledger in an SQLite file', () => {
  for (const { name, run } of ledgerSuite(() => sqliteLedger(newFile()))) it(name, run);
});

describe('the ledger in a database that was handed in', () => {
  const database = () => new DatabaseSync(':memory:');
  for (const { name, run } of ledgerSuite(() => sqliteLedger(database()))) it(name, run);

  it('makes the decision and the caller’s own row durable together', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const db = database();
    db.exec('CREATE TABLE own (lead_id TEXT PRIMARY KEY, decision TEXT NOT NULL)');
    const rows = () => db.prepare('SELECT * FROM own').all();
    let fails = true;
    const intake = intakeOf(sqliteLedger(db), {
      onDecision: ({ leadId, decision }, { tx }) => {
        tx.prepare('INSERT INTO own VALUES (?, ?)').all(leadId, decision);
        if (fails) throw new Error('not today');
      },
    });
    const cdrId = capture();
    const lead = leadOf('L-1', await share(cdrId));
    expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
    expect(rows()).toEqual([]);
    fails = false;
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(rows()).toEqual([{ lead_id: 'L-1', decision: 'accept' }]);
    expect(paid()).toEqual([cdrId]);
  });

  it.each([
    // What it commits is the decision too, and stands.
    ['COMMIT', { decision: 'accept' }],
    ['ROLLBACK', { decision: 'hold', code: 'LEDGER_FAILED' }],
  ])('notices a %s of onDecision’s own', async (end, expected) => {
    const { intakeOf, capture, share } = leadWorld();
    const errors: unknown[] = [];
    const intake = intakeOf(sqliteLedger(database()), {
      onDecision: (_, { tx }) => void tx.exec(end),
      onError: (error) => errors.push(error),
    });
    const decision = await intake.take(leadOf('L-1', await share(capture())));
    expect(decision).toMatchObject(expected);
    expect(errors).toEqual([expect.any(InvalidInputError)]);
  });
});

describe('what is erased with a decision', () => {
  const SECRETS = ['2125550147', '555-0147', 'maxAgeSeconds'];

  it('is in no file any more, and was there before', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const file = newFile();
    const ledger = sqliteLedger(file);
    const intake = intakeOf(ledger, {
      criteria: { schemaVersion: 1, record: { maxAgeSeconds: 3_600 } },
    });
    const bytes = (): string =>
      readdirSync(folder)
        .map((name) => readFileSync(path.join(folder, name), 'latin1'))
        .join('\n');
    const leads = [];
    for (let number = 0; number < 30; number += 1) {
      leads.push(leadOf(`L-${number}`, await share(capture())));
    }
    const tokens = leads.map(({ shareUrl }) => shareUrl.split('/').at(-1) ?? '');
    mock.addFault({ operation: 'shares.receive', times: 30, status: 503 });
    for (const lead of leads) await intake.take(lead);
    const shown = (): string[] => [...SECRETS, ...tokens].filter((text) => bytes().includes(text));
    expect(shown()).toContain(tokens[0]);
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toHaveLength(30);
    expect(shown()).toEqual([]);
    expect(bytes()).toContain('L-29');
    ledger.close();
    expect(shown()).toEqual([]);
  });
});

describe('options of sqliteLedger', () => {
  it.each([
    [{ table: 'Leads; DROP TABLE leads' }, 'table'],
    [{ busyTimeoutMs: -1 }, 'busyTimeoutMs'],
  ])('refuses %j', (options, path) => {
    expect(() => sqliteLedger(new DatabaseSync(':memory:'), options)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path })] }),
    );
  });
});
