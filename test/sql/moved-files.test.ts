import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LedgerError } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { prepareSqlite, sqliteInbox, sqliteStore } from '../../src/webhooks/sqlite.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'moved-'));
  file = path.join(folder, 'own', 'leads.db');
  mkdirSync(path.dirname(file));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What SQLite itself does not notice with a write-ahead log: it writes on into the open files. */
const MOVES: readonly (readonly [name: string, move: () => void])[] = [
  ['was deleted', () => rmSync(file)],
  ['was moved', () => renameSync(file, `${file}.old`)],
  ['lost its folder', () => rmSync(path.dirname(file), { recursive: true })],
  [
    'was replaced, as by a restored backup',
    () => {
      copyFileSync(file, `${file}.backup`);
      renameSync(`${file}.backup`, file);
    },
  ],
  ['lost its write-ahead log', () => rmSync(`${file}-wal`)],
  ['lost the index of its log', () => rmSync(`${file}-shm`)],
];

const MOVED =
  /leads\.db(-wal|-shm)? was deleted, moved or replaced while it was in use: what is written would be lost\. Put it back, or restart the process$/;

const STEPS = {
  sqliteLedger: () => {
    const ledger = sqliteLedger(file);
    return { step: () => ledger.get({ source: '', leadId: 'L-1' }), close: () => ledger.close() };
  },
  sqliteInbox: () => {
    const inbox = sqliteInbox(file, { enqueue: () => undefined });
    const step = () => inbox.take({ cdrId: 'cdr_1', domainId: 'a.example', via: 'webhook' });
    return { step, close: () => inbox.close() };
  },
  sqliteStore: () => {
    const store = sqliteStore(file);
    const step = () => store.claim('wh_1', { leaseSeconds: 25, claimId: 'a' });
    return { step, close: () => store.close() };
  },
};

describe.each(Object.entries(STEPS))('%s on a file with a write-ahead log', (_, open) => {
  it.each(MOVES)('rejects each step after it %s', async (_name, move) => {
    const { step, close } = open();
    await step();
    move();
    await expect(step()).rejects.toThrow(MOVED);
    await expect(step()).rejects.toThrow(MOVED);
    close();
  });

  it('continues once the file is back', async () => {
    const { step, close } = open();
    renameSync(file, `${file}.old`);
    await expect(step()).rejects.toThrow(MOVED);
    renameSync(`${file}.old`, file);
    await step();
    close();
  });
});

describe('an intake whose file was deleted', () => {
  it('pays for no lead, as its intent would be lost with the process', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const ledger = sqliteLedger(file);
    const lead = leadOf('L-1', await share(capture()));
    rmSync(file);
    await expect(intakeOf(ledger).take(lead)).rejects.toThrow(LedgerError);
    expect(paid()).toEqual([]);
    ledger.close();
  });

  it('does not say of a lead that it is accepted, while the decision would be lost', async () => {
    const { mock, intakeOf, capture, share, clientOf } = leadWorld();
    const ledger = sqliteLedger(file);
    const errors: unknown[] = [];
    const lead = leadOf('L-1', await share(capture()));
    const client = clientOf({
      fetch: async (input, init) => {
        rmSync(file, { force: true });
        return mock.fetch(input, init);
      },
    });
    const intake = intakeOf(ledger, { client, onError: (error) => errors.push(error) });
    expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
    expect(errors).toMatchObject([{ message: expect.stringMatching(MOVED) as string }]);
    ledger.close();
  });
});

describe('a database that was handed in', () => {
  it('may change to another journal mode, which deletes its log', async () => {
    const database = new DatabaseSync(file);
    prepareSqlite(database);
    const ledger = sqliteLedger(database);
    database.exec('PRAGMA journal_mode = DELETE');
    expect(await ledger.get({ source: '', leadId: 'L-1' })).toBeUndefined();
    database.exec('PRAGMA journal_mode = WAL');
    expect(await ledger.get({ source: '', leadId: 'L-1' })).toBeUndefined();
    rmSync(file);
    await expect(ledger.get({ source: '', leadId: 'L-1' })).rejects.toThrow(MOVED);
    database.close();
  });

  it('is looked for in the schema of the table', async () => {
    const database = new DatabaseSync(':memory:');
    database.exec(`ATTACH '${file}' AS crm; PRAGMA crm.journal_mode = WAL`);
    const ledger = sqliteLedger(database, { table: 'crm.leads' });
    expect(await ledger.get({ source: '', leadId: 'L-1' })).toBeUndefined();
    rmSync(file);
    await expect(ledger.get({ source: '', leadId: 'L-1' })).rejects.toThrow(MOVED);
    database.close();
  });
});
