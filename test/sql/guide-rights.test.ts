import { readFileSync } from 'node:fs';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerSuite } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { postgresInbox } from '../../src/webhooks/postgres.ts';
import { type PostgresServer, startPostgres } from '../webhooks/support/postgres-server.ts';

const guide = readFileSync(new URL('../../docs/guides/databases.md', import.meta.url), 'utf8');
const [, grants = ''] = /^```sql\n(.*?)^```/ms.exec(guide) ?? [];
const LEADS = 'leads.consent_evidence_leads';
const INBOX = 'leads.consent_evidence_inbox';

let server: PostgresServer | undefined;
let owner: Pool;
let program: Pool;
beforeAll(async () => {
  server = await startPostgres();
  if (server === undefined) return;
  owner = new Pool(server.connection);
  await owner.query('CREATE SCHEMA leads; CREATE ROLE program LOGIN');
  // The role's own search path does not name the schema.
  program = new Pool({ ...server.connection, user: 'program' });
}, 60_000);
afterAll(async () => {
  await Promise.all([owner?.end(), program?.end()]);
  await server?.stop();
});

const inboxOf = (pool: Pool) =>
  postgresInbox(pool, { table: INBOX, enqueue: (tx) => tx.query('SELECT 1') });

/** Migrates as the owner, and grants the program what the guide says. */
async function migrate(): Promise<void> {
  await owner.query(`DROP TABLE IF EXISTS ${LEADS}, ${INBOX}, ${INBOX}_marks, ${INBOX}_leases`);
  await owner.query(postgresLedger(owner, { table: LEADS }).migrationSql);
  await owner.query(inboxOf(owner).migrationSql);
  await owner.query(grants);
}

describe('a role with the rights of the guide, and no other', () => {
  async function openLedger() {
    await migrate();
    const ledger = postgresLedger(program, { table: LEADS });
    await ledger.createTables(); // finds the table, and needs no right to create one
    return ledger;
  }

  for (const { name, run } of ledgerSuite(openLedger)) {
    it(`in the ledger: ${name}`, async ({ skip }) => {
      if (server === undefined) skip('no Postgres server');
      await run();
    });
  }

  it('can do all that an inbox does', async ({ skip }) => {
    if (server === undefined) skip('no Postgres server');
    await migrate();
    const inbox = inboxOf(program);
    await inbox.createTables();
    const record = { cdrId: 'c1', domainId: 'a.example', via: 'webhook' } as const;
    expect([await inbox.take(record), await inbox.take(record)]).toEqual(['new', 'known']);
    expect(await inbox.known(['c1', 'c2'])).toEqual(['c1']);
    const place = { domainId: 'a.example', acknowledged: false, cdrId: 'c1', createdAt: 5 };
    const mark = { ...place, since: 0, oldestCdrId: 'c0' };
    await inbox.keepMark(mark);
    await inbox.keepMark({ ...mark, createdAt: 6 });
    expect(await inbox.marks()).toEqual([{ ...mark, createdAt: 6 }]);
    const lease = { name: 'all', holder: 'a', now: 5, until: 9, latest: 99, since: 0 };
    expect(await inbox.leaseRun?.({ ...lease, isDone: false })).toBe('taken');
    expect(await inbox.leaseRun?.({ ...lease, isDone: false, holder: 'b' })).toBe('running');
  });
});
