// A buyer's lead intake on one machine: HTTP in front, leads in an SQLite file. Each lead is written once
// to the company's own table, in the transaction that makes its decision durable, so the two never differ.
import { DatabaseSync } from 'node:sqlite';
import { type Clock, ConsentEvidence } from 'consent-evidence';
import { createLeadIntake } from 'consent-evidence/intake';
import { sqliteLedger } from 'consent-evidence/intake/sqlite';
import { criteria } from './criteria.ts';
import { callSomeone, serveIntake } from './intake-server.ts';

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
    source TEXT NOT NULL, lead_id TEXT NOT NULL, decision TEXT NOT NULL, cdr_id TEXT,
    charge TEXT NOT NULL, phone TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (source, lead_id)
  ) STRICT`;

/** Creates the intake without its server, as `examples/testing/simulation.test.ts` runs it. */
export function intakeOn(database: DatabaseSync, client: ConsentEvidence, clock?: Clock) {
  database.exec(OUR_TABLE);
  return createLeadIntake({
    client,
    account: 'acme',
    ledger: sqliteLedger(database),
    criteria,
    answerWithinMs: 4_500, // the sellers wait for five seconds
    clock,
    onDecision(made, { tx, lead: { source, leadId, phone, data } }) {
      const cdrId = made.decision === 'accept' ? made.cdrId : null;
      const own = JSON.stringify(data ?? null);
      const row = [source, leadId, made.decision, cdrId, made.charge, phone, own];
      tx.prepare('INSERT INTO our_leads VALUES (?, ?, ?, ?, ?, ?, ?)').all(...row);
    },
    onError: (error, lead) => console.error(lead, error),
  });
}

export async function run(env: Env, clock?: Clock) {
  const database = new DatabaseSync(env.OUT ?? 'leads.db');
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
  });
  const intake = intakeOn(database, client, clock);
  const server = await serveIntake(intake, Number(env.PORT ?? 0));
  const closing = new AbortController();
  const working = intake.work({ signal: closing.signal, onAnswer: callSomeone });
  async function close(): Promise<void> {
    closing.abort();
    await Promise.all([server.close(), working]);
    database.close();
  }
  return { url: server.url, close };
}
