import { DatabaseSync } from 'node:sqlite';
import { Pool, types } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Ledger, LedgerError } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { leadOf, leadWorld, OTHER_PHONE, PHONE } from './support/lead-world.ts';

const TABLE = 'consent_evidence_leads';

let database: OwnDatabase | undefined;
let pool: Pool;
beforeAll(async () => {
  database = await newDatabase();
  if (database !== undefined) pool = new Pool(database.connection);
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});
beforeEach(async () => {
  if (database === undefined) return;
  await pool.query(`DROP TABLE IF EXISTS ${TABLE}`);
  await postgresLedger(pool).createTables();
});

/** A pool whose booleans arrive as something else. */
function poolThatReads(boolean: (text: string) => unknown): Pool {
  const getTypeParser = (oid: typeof types.builtins.BOOL, format?: 'text'): unknown =>
    oid === types.builtins.BOOL ? boolean : types.getTypeParser(oid, format);
  return new Pool({ ...database?.connection, types: { getTypeParser } as never });
}

describe('a pool that reads a boolean', () => {
  const isTrue = (text: string): boolean => text === 't';
  it.each<[string, (text: string) => unknown]>([
    ['as a letter', (text) => text],
    ['as a number', (text) => Number(isTrue(text))],
    ['as a digit', (text) => (isTrue(text) ? '1' : '0')],
    ['as a bigint', (text) => BigInt(isTrue(text))],
    ['as a word', (text) => String(isTrue(text))],
  ])('%s knows a doubt as one, and pays once', async (_what, read) => {
    if (database === undefined) return;
    const own = poolThatReads(read);
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = postgresLedger(own);
    await ledger.createTables();
    const lead = leadOf('L-1', await share(capture()));
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    await intakeOf<unknown>(ledger as Ledger).take(lead);
    expect(await ledger.get({ source: '', leadId: 'L-1' })).toMatchObject({
      inDoubt: true,
      inHand: false,
      ownsShare: true,
    });
    await mock.clock.advance({ minutes: 1 });
    const resumed = await intakeOf<unknown>(ledger as Ledger).resume();
    expect(resumed).toMatchObject([{ decision: 'accept' }]);
    expect(paid()).toHaveLength(1);
    await own.end();
  });

  it('as a word of its own is refused: nothing is sent for the lead', async () => {
    if (database === undefined) return;
    const own = poolThatReads((text) => (isTrue(text) ? 'ja' : 'nein'));
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = postgresLedger(own) as Ledger;
    const lead = leadOf('L-1', await share(capture()));
    mock.addFault({ operation: 'shares.receive', status: 503 });
    await intakeOf<unknown>(postgresLedger(pool) as Ledger).take(lead);
    await mock.clock.advance({ minutes: 1 });
    const requests = mock.requests().length;
    const onError = vi.fn();
    expect(await intakeOf<unknown>(ledger, { onError }).resume()).toEqual([]);
    expect(onError).toHaveBeenCalledWith(expect.any(LedgerError), { source: '', leadId: 'L-1' });
    expect(String(onError.mock.lastCall?.[0])).toContain('its column owns_share has no boolean');
    await expect(intakeOf<unknown>(ledger).take(lead)).rejects.toBeInstanceOf(LedgerError);
    expect(mock.requests()).toHaveLength(requests);
    await own.end();
  });
});

interface Opened {
  readonly ledger: Ledger;
  run(sql: string): Promise<unknown>;
}

const OPEN: Readonly<Record<string, () => Opened | undefined>> = {
  SQLite() {
    const own = new DatabaseSync(':memory:');
    return { ledger: sqliteLedger(own) as Ledger, run: async (sql) => own.exec(sql) };
  },
  Postgres() {
    if (database === undefined) return undefined;
    return { ledger: postgresLedger(pool) as Ledger, run: (sql) => pool.query(sql) };
  },
};

/** What another program has done to a row, and what is said of it. */
const DAMAGES = [
  [`reasons = 'none'`, 'its column reasons has no list'],
  [`request_ids = '{}'`, 'its column request_ids has no list'],
  [`state = 'open'`, 'its column state has no known state'],
  [`scope = 'all'`, 'its column scope has no known scope'],
  ['phone = NULL', 'its column phone is empty'],
  ['criteria = NULL', 'its column criteria is empty'],
] as const;

const CASES = Object.entries(OPEN).flatMap(([kind, open]) =>
  DAMAGES.map(([damage, words]) => [kind, damage, words, open] as const),
);

describe('a pass over leads of which one row was damaged', () => {
  it.each(CASES)(
    'in %s (%s) continues, and names that lead',
    async (_kind, damage, words, open) => {
      const opened = open();
      if (opened === undefined) return;
      const { ledger, run } = opened;
      const { intakeOf, capture, share, mock, paid } = leadWorld();
      mock.addFault({ operation: 'shares.receive', status: 503, times: 3 });
      for (const leadId of ['L-1', 'L-2', 'L-3']) {
        await intakeOf<unknown>(ledger).take(leadOf(leadId, await share(capture())));
      }
      await run(`UPDATE ${TABLE} SET ${damage} WHERE lead_id = 'L-2'`);
      await mock.clock.advance({ minutes: 1 });
      const onError = vi.fn();
      const decisions = await intakeOf<unknown>(ledger, { onError }).resume();
      expect(decisions.map(({ leadId, decision }) => `${leadId} ${decision}`).sort()).toEqual([
        'L-1 accept',
        'L-3 accept',
      ]);
      expect(onError).toHaveBeenCalledOnce();
      const [error, context] = onError.mock.lastCall as [LedgerError, object];
      expect(context).toEqual({ source: '', leadId: 'L-2' });
      expect(error.message).toContain(`the row of lead L-2 cannot be read: ${words}`);
      expect(paid()).toHaveLength(2);
    },
  );
});

it('a lead without its share is held, and its row named, while the others continue', async () => {
  const own = new DatabaseSync(':memory:');
  const ledger = sqliteLedger(own) as Ledger;
  const { intakeOf, capture, share, mock, paid } = leadWorld();
  mock.addFault({ operation: 'shares.receive', status: 429, times: 2 });
  for (const leadId of ['L-1', 'L-2']) {
    await intakeOf<unknown>(ledger).take(leadOf(leadId, await share(capture())));
  }
  own.exec(`UPDATE ${TABLE} SET share_url = NULL WHERE lead_id = 'L-1'`);
  await mock.clock.advance({ minutes: 1 });
  const onError = vi.fn();
  const decisions = await intakeOf<unknown>(ledger, { onError }).resume({ concurrency: 1 });
  expect(decisions).toContainEqual(expect.objectContaining({ leadId: 'L-2', decision: 'accept' }));
  expect(decisions).toHaveLength(1);
  const lead = { source: '', leadId: 'L-1' };
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(LedgerError), lead);
  expect(paid()).toHaveLength(1);
});

describe('a row whose criteria no longer name the lead’s phone', () => {
  it.each([
    ['lost it', '{"schemaVersion":1}'],
    ['have an empty one', '{"schemaVersion":1,"leadMatch":{}}'],
    ['have another one', `{"schemaVersion":1,"leadMatch":{"phone":"${OTHER_PHONE}"}}`],
    ['are no criteria', 'null'],
    ['are cut off', '{"schemaVersion":1,"leadMa'],
  ])('because they %s is not sent, and accepted under new ones', async (_what, text) => {
    const own = new DatabaseSync(':memory:');
    const ledger = sqliteLedger(own) as Ledger;
    const { intakeOf, capture, share, mock } = leadWorld();
    mock.addFault({ operation: 'shares.receive', status: 429 });
    await intakeOf<unknown>(ledger).take(leadOf('L-1', await share(capture()), PHONE));
    own.prepare(`UPDATE ${TABLE} SET criteria = ?`).all(text);
    await mock.clock.advance({ minutes: 1 });
    const requests = mock.requests().length;
    expect(await intakeOf<unknown>(ledger).resume()).toMatchObject([
      { decision: 'fix', code: 'CRITERIA_LOST', scope: 'lead' },
    ]);
    expect(mock.requests()).toHaveLength(requests);
    await mock.clock.advance({ minutes: 1 });
    expect(await intakeOf<unknown>(ledger).resume()).toMatchObject([{ decision: 'accept' }]);
  });

  it('is never sent where it may have been paid for', async () => {
    const own = new DatabaseSync(':memory:');
    const ledger = sqliteLedger(own) as Ledger;
    const { intakeOf, capture, share, mock } = leadWorld();
    mock.addFault({ operation: 'shares.receive', phase: 'before', drop: true });
    await intakeOf<unknown>(ledger).take(leadOf('L-1', await share(capture()), PHONE));
    own.exec(`UPDATE ${TABLE} SET criteria = '{"schemaVersion":1}'`);
    const requests = mock.requests().length;
    for (let pass = 0; pass < 3; pass += 1) {
      await mock.clock.advance({ minutes: 20 });
      expect(await intakeOf<unknown>(ledger).resume()).toMatchObject([{ code: 'CRITERIA_LOST' }]);
    }
    expect(mock.requests()).toHaveLength(requests);
  });
});
