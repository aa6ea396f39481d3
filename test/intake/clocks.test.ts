import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ClockSkewError,
  createLeadIntake,
  type LeadName,
  type Ledger,
  memoryLedger,
} from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { type PostgresServer, startPostgres } from '../webhooks/support/postgres-server.ts';
import { changed, criteria, leadOf, leadWorld } from './support/lead-world.ts';

let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(async () => {
  await server?.stop();
});

/** What an intake on this machine's clock is told of the ledger. */
async function toldOf<Tx>(ledger: Ledger<Tx>): Promise<[unknown, LeadName][]> {
  const { clientOf, capture, share } = leadWorld();
  const told: [unknown, LeadName][] = [];
  const onError = (error: unknown, lead: LeadName) => void told.push([error, lead]);
  const intake = createLeadIntake({ client: clientOf(), ledger, criteria, onError });
  const lead = leadOf('L-1', await share(capture()));
  expect(await intake.take(lead)).toMatchObject({ decision: 'accept' });
  await intake.resume();
  return told;
}

/** A ledger whose database has another time. */
function skewed(skewMs: number): Ledger {
  const ledger = memoryLedger();
  const open = async (account: string) => {
    return { ...(await ledger.open(account)), clockMs: Date.now() + skewMs };
  };
  return changed(ledger, { open }) as Ledger;
}

describe('the clocks of a machine and of its ledger’s database', () => {
  it.each([
    [0, 0],
    [-10_000, 0],
    [10_000, 0],
    [-20_000, 1],
    [20_000, 1],
    [3_600_000, 1],
  ])('that differ by %i ms are told of %i times', async (skewMs, times) => {
    const told = await toldOf(skewed(skewMs));
    expect(told).toHaveLength(times);
    for (const [error, lead] of told) {
      expect(error).toBeInstanceOf(ClockSkewError);
      expect(Math.abs((error as ClockSkewError).skewMs - skewMs)).toBeLessThan(5_000);
      expect((error as Error).message).toContain(skewMs > 0 ? ' s ahead of ' : ' s behind ');
      expect(lead).toEqual({ source: '', leadId: '' });
    }
  });

  it('are compared by the database’s own clock', async ({ skip }) => {
    if (server === undefined) return skip('no Postgres server');
    const owner = new Pool(server.connection);
    await owner.query(`
      CREATE SCHEMA skewed;
      CREATE FUNCTION skewed.clock_timestamp() RETURNS timestamptz LANGUAGE sql
      AS $$ SELECT pg_catalog.clock_timestamp() + interval '1 hour' $$`);
    const told: [unknown, LeadName][][] = [];
    for (const path of ['public', 'skewed,pg_catalog']) {
      const pool = new Pool({ ...server.connection, options: `-c search_path=${path}` });
      const ledger = postgresLedger(pool);
      await ledger.createTables();
      told.push(await toldOf(ledger));
      await pool.end();
    }
    await owner.end();
    expect(told).toMatchObject([[], [[{ name: 'ClockSkewError' }, {}]]]);
  });

  it('are not compared where the caller has a clock of its own', async () => {
    const told: unknown[] = [];
    const onError = (error: unknown): void => void told.push(error);
    await leadWorld().intakeOf(skewed(3_600_000), { onError }).resume();
    expect(told).toEqual([]);
  });
});
