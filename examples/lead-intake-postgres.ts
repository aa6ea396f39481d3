// A buyer's lead intake on several machines: the same program on each, and one Postgres, named by
// PGHOST, PGDATABASE and so on. Whichever machine takes in or continues a lead, it is decided once.
import { type Clock, ConsentEvidence } from 'consent-evidence';
import { createLeadIntake } from 'consent-evidence/intake';
import { type PostgresPool, postgresLedger } from 'consent-evidence/intake/postgres';
import pg from 'pg';
import { criteria } from './criteria.ts';
import { callSomeone, serveIntake } from './intake-server.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  readonly PORT?: string | undefined;
}

// Stands in for the company's own table. The lock: if two machines start at once, one creates it first.
const OUR_TABLE = `
  SELECT pg_advisory_xact_lock(2611);
  CREATE TABLE IF NOT EXISTS our_leads (
    source text NOT NULL, lead_id text NOT NULL, decision text NOT NULL, cdr_id text,
    charge text NOT NULL, phone text NOT NULL, data jsonb, PRIMARY KEY (source, lead_id)
  )`;

/** Creates the intake without its server, as a simulation runs it on several machines. */
export async function intakeOn(pool: PostgresPool, client: ConsentEvidence, clock?: Clock) {
  const ledger = postgresLedger(pool);
  await ledger.createTables();
  await pool.query(OUR_TABLE);
  return createLeadIntake({
    client,
    account: 'acme',
    ledger,
    criteria,
    answerWithinMs: 4_500, // the sellers wait for five seconds
    clock,
    async onDecision(made, { tx, lead: { source, leadId, phone, data } }) {
      const cdrId = made.decision === 'accept' ? made.cdrId : null;
      const own = JSON.stringify(data ?? null);
      const row = [source, leadId, made.decision, cdrId, made.charge, phone, own];
      await tx.query('INSERT INTO our_leads VALUES ($1, $2, $3, $4, $5, $6, $7)', row);
    },
    onError: (error, lead) => console.error(lead, error),
  });
}

export async function run(env: Env, clock?: Clock) {
  // Without these limits, a lead waits forever for a database that has fallen silent.
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const intake = await intakeOn(pool, client, clock);
  const server = await serveIntake(intake, Number(env.PORT ?? 0));
  const closing = new AbortController();
  const working = intake.work({ signal: closing.signal, onAnswer: callSomeone });
  async function close(): Promise<void> {
    closing.abort();
    await Promise.all([server.close(), working]);
    await pool.end();
  }
  return { url: server.url, close };
}
