// A buyer's lead intake on several machines: the same program on each, and one Postgres, named by
// PGHOST, PGDATABASE and so on. Whichever machine takes in or resumes a lead, it is decided once.
import { type Clock, ConsentEvidence } from 'consent-evidence';
import { createLeadIntake } from 'consent-evidence/intake';
import { postgresLedger } from 'consent-evidence/intake/postgres';
import pg from 'pg';
import { criteria } from './criteria.ts';
import { serveIntake } from './intake-server.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  readonly PORT?: string | undefined;
}

// Stands in for the company's own table. The lock: if two machines start at once, one creates it first.
const OUR_TABLE = `
  SELECT pg_advisory_xact_lock(2611);
  CREATE TABLE IF NOT EXISTS our_leads (
    lead_id text PRIMARY KEY, decision text NOT NULL, cdr_id text, decided_at bigint NOT NULL
  )`;

export async function run(env: Env, clock?: Clock) {
  // Without these limits, a lead waits forever for a database that has fallen silent.
  const pool = new pg.Pool({ max: 10, connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  const ledger = postgresLedger(pool);
  await ledger.createTables();
  await pool.query(OUR_TABLE);
  const intake = createLeadIntake({
    client: new ConsentEvidence({
      apiKey: env.CONSENT_EVIDENCE_API_KEY,
      baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
    }),
    ledger,
    criteria,
    clock,
    async onDecision(decision, { tx }) {
      const cdrId = decision.decision === 'accept' ? decision.cdrId : null;
      await tx.query('INSERT INTO our_leads VALUES ($1, $2, $3, $4)', [
        decision.leadId,
        decision.decision,
        cdrId,
        decision.decidedAt,
      ]);
    },
    onError: (error, { leadId }) => console.error(leadId, error),
  });
  const server = await serveIntake(intake, { port: Number(env.PORT ?? 0) });
  async function close(): Promise<void> {
    await server.close();
    await pool.end();
  }
  return { ...server, close };
}
