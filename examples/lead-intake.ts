// A buyer's lead intake on one machine: HTTP in front, leads in an SQLite file. Each decision is written
// to the company's own table in the transaction that makes it durable, so the two never differ.
import { DatabaseSync } from 'node:sqlite';
import { type Clock, ConsentEvidence } from 'consent-evidence';
import { createLeadIntake } from 'consent-evidence/intake';
import { sqliteLedger } from 'consent-evidence/intake/sqlite';
import { criteria } from './criteria.ts';
import { serveIntake } from './intake-server.ts';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
  readonly PORT?: string | undefined;
  /** The SQLite file. Default: `leads.db`. */
  readonly OUT?: string | undefined;
}

// Stands in for the company's own table. EXTRA: a decision that was returned survives a power loss.
const OUR_TABLE = `
  PRAGMA synchronous = EXTRA;
  CREATE TABLE IF NOT EXISTS our_leads (
    lead_id TEXT PRIMARY KEY, decision TEXT NOT NULL, cdr_id TEXT, decided_at INTEGER NOT NULL
  ) STRICT`;

/** Creates the intake without its server, as `examples/testing/simulation.test.ts` runs it. */
export function intakeOn(database: DatabaseSync, client: ConsentEvidence, clock?: Clock) {
  database.exec(OUR_TABLE);
  return createLeadIntake({
    client,
    ledger: sqliteLedger(database),
    criteria,
    clock,
    onDecision(decision, { tx }) {
      const cdrId = decision.decision === 'accept' ? decision.cdrId : null;
      tx.prepare('INSERT INTO our_leads VALUES (?, ?, ?, ?)').all(
        decision.leadId,
        decision.decision,
        cdrId,
        decision.decidedAt,
      );
    },
    onError: (error, { leadId }) => console.error(leadId, error),
  });
}

export async function run(env: Env, clock?: Clock) {
  const database = new DatabaseSync(env.OUT ?? 'leads.db');
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const intake = intakeOn(database, client, clock);
  const server = await serveIntake(intake, { port: Number(env.PORT ?? 0) });
  async function close(): Promise<void> {
    await server.close();
    database.close();
  }
  return { ...server, close };
}
