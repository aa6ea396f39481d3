import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { type Lead, type Ledger, ledgerSuite } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { prepareSqlite } from '../../src/sql/sqlite/database.ts';
import { sqliteInbox, sqliteStore } from '../../src/webhooks/sqlite.ts';
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

  it('keeps two accounts apart, each in a table of its own', async () => {
    const { mock, buyer, intakeOf, clientOf, capture, share } = leadWorld();
    const other = mock.addOrganization({ name: 'Borough Roofing' });
    const db = database();
    const [ours, theirs] = [
      intakeOf(sqliteLedger(db, { table: 'ours' })),
      intakeOf(sqliteLedger(db, { table: 'theirs' }), {
        client: clientOf(mock.clientOptions(other)),
      }),
    ];
    const cdrId = capture();
    const lead = leadOf('L-1', await share(cdrId));
    mock.addFault({ operation: 'shares.receive', status: 503, times: 2 });
    for (const intake of [ours, theirs]) await intake.take(lead);
    await mock.clock.advance({ minutes: 1 });
    expect(await ours.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(mock.charges()).toMatchObject([{ organizationId: buyer.organizationId, cdrId }]);
    expect(await theirs.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(mock.charges()).toHaveLength(2);
  });
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
    // The COMMIT also commits the decision, which stays valid.
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

describe('the ledger in a schema of its own', () => {
  const attached = () => {
    const database = new DatabaseSync(':memory:');
    database.exec("ATTACH ':memory:' AS crm");
    return database;
  };
  for (const { name, run } of ledgerSuite(() => sqliteLedger(attached(), { table: 'crm.leads' }))) {
    it(name, run);
  }
});

describe('what is erased with a decision', () => {
  const SECRETS = ['2125550147', '555-0147', 'maxAgeSeconds'];
  const SECRET_CRITERIA = { schemaVersion: 1, record: { maxAgeSeconds: 3_600 } } as const;

  const bytes = (): string =>
    readdirSync(folder)
      .map((name) => readFileSync(path.join(folder, name), 'latin1'))
      .join('\n');

  /** Takes leads that the service cannot answer yet. `shown` returns their secrets in the files. */
  async function heldLeads(ledger: Ledger, count: number) {
    const { intakeOf, capture, share, mock } = leadWorld();
    const intake = intakeOf(ledger, { criteria: SECRET_CRITERIA });
    const leads: Lead[] = [];
    for (let number = 0; number < count; number += 1) {
      leads.push(leadOf(`L-${number}`, await share(capture())));
    }
    const fault = mock.addFault({ operation: 'shares.receive', times: count, status: 503 });
    for (const lead of leads) await intake.take(lead);
    fault.remove();
    const tokens = leads.map(({ shareUrl }) => shareUrl.split('/').at(-1) ?? '');
    const shown = (): string[] => [...SECRETS, ...tokens].filter((text) => bytes().includes(text));
    expect(shown()).toContain(tokens[0]);
    const decide = async (): Promise<number> => {
      await mock.clock.advance({ minutes: 1 });
      return (await intake.resume()).length;
    };
    return { intake, decide, shown };
  }

  it.each([
    ['a file', (file: string) => sqliteLedger(file)],
    [
      'a database in WAL mode that was handed in',
      (file: string) => {
        const database = new DatabaseSync(file);
        prepareSqlite(database);
        return sqliteLedger(database);
      },
    ],
    [
      'a database whose journal stays',
      (file: string) => {
        const database = new DatabaseSync(file);
        database.exec('PRAGMA journal_mode = PERSIST');
        return sqliteLedger(database);
      },
    ],
    [
      'an attached database whose journal stays',
      (file: string) => {
        const database = new DatabaseSync(':memory:');
        database.exec(`ATTACH '${file}' AS crm; PRAGMA crm.journal_mode = PERSIST`);
        return sqliteLedger(database, { table: 'crm.leads' });
      },
    ],
  ])('is in no file any more of %s, and was there before', async (_, ledgerAt) => {
    const ledger = ledgerAt(newFile());
    const { decide, shown } = await heldLeads(ledger, 30);
    expect(await decide()).toBe(30);
    expect(shown()).toEqual([]);
    expect(bytes()).toContain('L-29');
    ledger.close();
    expect(shown()).toEqual([]);
  });

  it('disappears as soon as no one reads the earlier state', async () => {
    const file = newFile();
    const ledger = sqliteLedger(file);
    const { intake, decide, shown } = await heldLeads(ledger, 3);
    const reader = new DatabaseSync(file);
    reader.exec('BEGIN; SELECT count(*) FROM consent_evidence_leads');
    expect(await decide()).toBe(3);
    expect(shown()).not.toEqual([]);
    reader.exec('COMMIT');
    expect(await intake.get('L-0')).toMatchObject({ decision: 'accept' });
    expect(shown()).toEqual([]);
    reader.close();
    ledger.close();
  });

  it('goes when the ledger is closed, also beside a connection that stays', async () => {
    const file = newFile();
    const ledger = sqliteLedger(file);
    const { decide, shown } = await heldLeads(ledger, 3);
    const reader = new DatabaseSync(file);
    reader.exec('BEGIN; SELECT count(*) FROM consent_evidence_leads');
    expect(await decide()).toBe(3);
    reader.exec('COMMIT');
    expect(shown()).not.toEqual([]);
    ledger.close();
    expect(shown()).toEqual([]);
    reader.close();
  });

  it('goes at the next start, where a process died before the log was emptied', async () => {
    const file = newFile();
    const { decide, shown } = await heldLeads(sqliteLedger(file), 3);
    const reader = new DatabaseSync(file);
    reader.exec('BEGIN; SELECT count(*) FROM consent_evidence_leads');
    expect(await decide()).toBe(3);
    reader.exec('COMMIT');
    expect(shown()).not.toEqual([]);
    const next = sqliteLedger(file);
    expect(await next.get({ source: '', leadId: 'L-0' })).toMatchObject({ state: 'accept' });
    expect(shown()).toEqual([]);
    next.close();
    reader.close();
  });

  it('goes with another process’s next pass, where a process died before the log was emptied', async () => {
    const file = newFile();
    const dying = sqliteLedger(file);
    const other = sqliteLedger(file);
    const { decide, shown } = await heldLeads(dying, 3);
    const { intakeOf } = leadWorld();
    expect(await intakeOf(other).resume()).toEqual([]);
    const reader = new DatabaseSync(file);
    reader.exec('BEGIN; SELECT count(*) FROM consent_evidence_leads');
    expect(await decide()).toBe(3);
    reader.exec('COMMIT');
    expect(shown()).not.toEqual([]);
    expect(await intakeOf(other).resume()).toEqual([]);
    expect(shown()).toEqual([]);
    reader.close();
    other.close();
    dying.close();
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

  it.each([
    ['sqliteLedger', () => sqliteLedger('')],
    ['sqliteStore', () => sqliteStore('')],
    ['sqliteInbox', () => sqliteInbox('', { enqueue: () => undefined })],
  ])('refuses an empty path, whose file SQLite deletes with the process: %s', (_, open) => {
    expect(open).toThrow(InvalidInputError);
  });
});
