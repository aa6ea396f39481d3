// One of the processes that are killed: an intake over SQLite or Postgres, started by
// `KilledReceiver`. It takes the leads that are posted to it, resumes regularly, and writes a row
// for each decision in the transaction that makes it durable.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { ConsentEvidence } from '../../../src/index.ts';
import { createLeadIntake, type Lead, type LeadIntake } from '../../../src/intake/index.ts';
import { postgresLedger } from '../../../src/intake/postgres.ts';
import { type SqliteDatabase, sqliteLedger } from '../../../src/intake/sqlite.ts';
import { type FastTime, fastClock } from './fast-clock.ts';
import { intakeLimits, killCriteria } from './intake-limits.ts';

/** The settings of a process, passed as JSON. */
export interface ProcessSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly time: FastTime;
  readonly skewMs: number;
  /** The SQLite file, or how to reach Postgres. */
  readonly ledger: { readonly path: string } | { readonly connection: PoolConfig };
}

const RESUME_EVERY_MS = 50;

const settings = JSON.parse(process.argv[2] ?? '') as ProcessSettings;
const clock = fastClock(settings.time, settings.skewMs);
const { baseUrl, apiKey } = settings;
const common = {
  client: new ConsentEvidence({ baseUrl, apiKey, clock }),
  criteria: killCriteria,
  clock,
  ...intakeLimits,
};

function makeIntake(): LeadIntake<SqliteDatabase> | LeadIntake<PoolClient> {
  if ('path' in settings.ledger) {
    return createLeadIntake<SqliteDatabase>({
      ...common,
      ledger: sqliteLedger(settings.ledger.path),
      onDecision: ({ leadId }, { tx }) =>
        void tx.prepare('INSERT INTO told VALUES (?)').all(leadId),
    });
  }
  return createLeadIntake<PoolClient>({
    ...common,
    ledger: postgresLedger(new Pool({ ...settings.ledger.connection, max: 6 })),
    onDecision: async ({ leadId }, { tx }) => {
      await tx.query('INSERT INTO told VALUES ($1)', [leadId]);
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const intake = makeIntake();

const server = createServer((request, response) => {
  void (async () => {
    try {
      const decision = await intake.take(JSON.parse(await bodyOf(request)) as Lead);
      response.end(JSON.stringify(decision));
    } catch (error) {
      response.statusCode = (error as Error).name === 'LedgerError' ? 503 : 500;
      response.end(String(error));
    }
  })();
});
server.listen(0, '127.0.0.1', () => {
  console.log(String((server.address() as AddressInfo).port));
});

for (;;) {
  // A ledger error ends this pass only.
  await intake.resume({ limit: 50 }).catch(() => undefined);
  await sleep(RESUME_EVERY_MS);
}
