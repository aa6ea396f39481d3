import { Client, Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresPool, postgresLedger } from '../../src/intake/postgres.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

let database: OwnDatabase | undefined;
let pool: Pool;
beforeAll(async () => {
  database = await newDatabase();
  if (database !== undefined) pool = new Pool({ ...database.connection, max: 1 });
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

let tables = 0;
const nextTable = (): string => `leads_${(tables += 1)}`;

interface Named {
  readonly name: string;
  readonly text: string;
}

/** What a pool was asked: statements, each its own commit, and transactions. */
function counting() {
  const asked: (string | Named)[] = [];
  let transactions = 0;
  const counted: PostgresPool = {
    totalCount: 1,
    query: (statement, values) => {
      asked.push(statement as string | Named);
      return pool.query<object>(statement, values);
    },
    connect: () => {
      transactions += 1;
      return pool.connect();
    },
  };
  return { counted, asked, transactions: () => transactions };
}

describe('what a lead costs in Postgres', () => {
  it('is two statements and two commits, and two for one whose share is another’s', async ({
    skip,
  }) => {
    if (database === undefined) return skip('no Postgres server');
    const { counted, asked, transactions } = counting();
    const ledger = postgresLedger(counted, { table: nextTable() });
    await ledger.createTables();
    const { intakeOf, capture, share } = leadWorld();
    const intake = intakeOf(ledger);
    const costOf = async (leadId: string, shareUrl: string) => {
      const before = asked.length;
      const { decision } = await intake.take(leadOf(leadId, shareUrl));
      return [decision, asked.length - before];
    };
    await costOf('L-0', await share(capture())); // opens the ledger
    const link = await share(capture());
    expect(await costOf('L-1', link)).toEqual(['accept', 2]);
    expect(await costOf('L-2', link)).toEqual(['duplicate', 2]);
    expect(await costOf('L-2', link), 'the same again').toEqual(['duplicate', 1]);
    expect(await costOf('L-1', link), 'the first again').toEqual(['accept', 1]);
    expect(transactions()).toBe(0);
  });

  it('has names that tell statements and tables apart, however many leads there are', async ({
    skip,
  }) => {
    if (database === undefined) return skip('no Postgres server');
    const { counted, asked } = counting();
    for (const table of [nextTable(), nextTable()]) {
      const ledger = postgresLedger(counted, { table });
      await ledger.createTables();
      const { intakeOf, capture, share, mock } = leadWorld();
      mock.addFault({ operation: 'shares.receive', status: 503, times: 2 });
      for (const leadId of ['L-1', 'L-2', 'L-3', 'L-4']) {
        await intakeOf(ledger).take(leadOf(leadId, await share(capture())));
      }
      await mock.clock.advance({ minutes: 1 });
      await intakeOf(ledger).resume();
    }
    const named = asked.filter((each): each is Named => typeof each !== 'string');
    const texts = new Map(named.map(({ name, text }) => [name, text]));
    for (const { name, text } of named) {
      expect(texts.get(name)).toBe(text);
      expect(name).toMatch(/^consent_evidence_\w{16}$/);
    }
    expect(texts.size).toBe(new Set(named.map(({ text }) => text)).size);
    expect([named.length > texts.size, texts.size <= 20]).toEqual([true, true]);
  });

  it.each([
    ['whose option namedStatements is false', 1, false],
    ['without a count of clients, such as a wrapper', undefined, undefined],
  ])('sends plain texts to a pool %s', async (_, totalCount, namedStatements) => {
    if (database === undefined) return;
    const { counted, asked } = counting();
    const own = {
      query: counted.query,
      connect: counted.connect,
      ...(totalCount && { totalCount }),
    };
    const ledger = postgresLedger(own, { table: nextTable(), namedStatements });
    await ledger.createTables();
    const { intakeOf, capture, share } = leadWorld();
    await intakeOf(ledger).take(leadOf('L-1', await share(capture())));
    expect(asked.filter((each) => typeof each !== 'string')).toEqual([]);
  });
});

/** Calls that a client forgot the names before: the server then refuses the next one. */
let forgetsAt = 0;
let calls = 0;
class ForgetfulClient extends Client {
  override query(...args: unknown[]): never {
    const query = super.query.bind(this) as (...given: unknown[]) => never;
    const [statement] = args as [unknown];
    if (typeof statement === 'object' && statement !== null && 'name' in statement) {
      calls += 1;
      if (calls === forgetsAt) void (query('DEALLOCATE ALL') as Promise<unknown>);
    }
    return query(...args);
  }
}

describe('a server that refuses a name', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'at statement %i: each step takes place once, by its text',
    async (refusedAt) => {
      if (database === undefined) return;
      const forgetful = new Pool({ ...database.connection, max: 1, Client: ForgetfulClient });
      const table = nextTable();
      await pool.query(`CREATE TABLE ${table}_own (lead_id text PRIMARY KEY)`);
      const { intakeOf, capture, share, mock, paid } = leadWorld();
      let told = 0;
      const open = () =>
        intakeOf<PoolClient>(postgresLedger(forgetful, { table }), {
          onDecision: async ({ leadId }, { tx }) => {
            told += 1;
            await tx.query(`INSERT INTO ${table}_own VALUES ($1)`, [leadId]);
          },
        });
      await postgresLedger(forgetful, { table }).createTables();
      const story = async (intake: ReturnType<typeof open>, leadId: string) => {
        mock.addFault({ operation: 'shares.receive', status: 503 });
        const link = await share(capture());
        await intake.take(leadOf(leadId, link));
        await mock.clock.advance({ minutes: 1 });
        const decisions = await intake.resume();
        return [...decisions, await intake.take(leadOf(`${leadId}-again`, link))];
      };
      forgetsAt = 0;
      await story(open(), 'L-1'); // the connection knows the names now
      calls = 0;
      forgetsAt = refusedAt;
      const intake = open();
      expect(await story(intake, 'L-2')).toMatchObject([
        { leadId: 'L-2', decision: 'accept' },
        { leadId: 'L-2-again', decision: 'duplicate', firstLead: { leadId: 'L-2' } },
      ]);
      expect([told, paid().length]).toEqual([4, 2]);
      const { rows } = await pool.query(`SELECT version FROM ${table} ORDER BY lead_id`);
      expect(rows.map((row: { version?: unknown }) => row.version)).toEqual(['4', '1', '4', '1']);
      // Nothing is named from then on.
      const before = calls;
      await intake.take(leadOf('L-3', await share(capture())));
      expect([before >= refusedAt, calls]).toEqual([true, before]);
      await forgetful.end();
    },
  );

  it('says that its columns have changed, and the step goes on', async ({ skip }) => {
    if (database === undefined) return skip('no Postgres server');
    const ledger = postgresLedger(pool, { table: nextTable() });
    await ledger.createTables();
    const { intakeOf, capture, share } = leadWorld();
    const intake = intakeOf(ledger);
    const lead = leadOf('L-1', await share(capture()));
    for (let call = 0; call < 2; call += 1) await intake.take(lead);
    await pool.query(`ALTER TABLE leads_${tables} ALTER COLUMN attempts TYPE integer`);
    expect(await intake.take(lead)).toMatchObject({ decision: 'accept', replayed: true });
    expect(await intake.take(leadOf('L-2', lead.shareUrl))).toMatchObject({
      decision: 'duplicate',
    });
  });
});
