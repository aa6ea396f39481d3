// One of the processes that are killed: an intake over SQLite or Postgres, started by
// `KilledReceiver`. It takes the leads that are posted to it, resumes regularly, and writes a row
// for each decision in the transaction that makes it durable.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { ConsentEvidence } from '../../../src/index.ts';
import {
  createLeadIntake,
  type Lead,
  type LeadDecision,
  type LeadIntake,
  type LeadName,
  type SettleOptions,
} from '../../../src/intake/index.ts';
import { postgresLedger } from '../../../src/intake/postgres.ts';
import { type SqliteDatabase, sqliteLedger } from '../../../src/intake/sqlite.ts';
import { type FastTime, fastClock } from './fast-clock.ts';
import { intakeLimits, killCriteria } from './intake-limits.ts';
import { toldText } from './told.ts';

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
  account: 'acme',
  criteria: killCriteria,
  clock,
  ...intakeLimits,
};

function makeIntake(): LeadIntake<SqliteDatabase> | LeadIntake<PoolClient> {
  if ('path' in settings.ledger) {
    return createLeadIntake<SqliteDatabase>({
      ...common,
      ledger: sqliteLedger(settings.ledger.path),
      onDecision: (decision, { tx, lead }) =>
        void tx.prepare('INSERT INTO told VALUES (?)').all(toldText(decision, lead)),
    });
  }
  return createLeadIntake<PoolClient>({
    ...common,
    ledger: postgresLedger(new Pool({ ...settings.ledger.connection, max: 6 })),
    onDecision: async (decision, { tx, lead }) => {
      await tx.query('INSERT INTO told VALUES ($1)', [toldText(decision, lead)]);
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const intake = makeIntake();

/** `/`: one lead. `/batch`: many, with all their decisions. `/settle`: a person's word. */
async function answerTo(path: string, body: string): Promise<unknown> {
  if (path === '/settle') {
    const { lead, how } = JSON.parse(body) as { lead: LeadName; how: SettleOptions };
    return intake.settle(lead, how);
  }
  if (path !== '/batch') return intake.take(JSON.parse(body) as Lead);
  const decisions: LeadDecision[] = [];
  for await (const { decision, error } of intake.takeAll(JSON.parse(body) as Lead[])) {
    if (decision === undefined) throw error;
    decisions.push(decision);
  }
  return decisions;
}

const server = createServer((request, response) => {
  void (async () => {
    try {
      const answer = await answerTo(request.url ?? '/', await bodyOf(request));
      response.end(JSON.stringify(answer));
    } catch (error) {
      const { name } = error as Error;
      // Refused to a person: the lead is in hand, or the record is another's.
      const refused = request.url === '/settle' && name === 'InvalidInputError' ? 422 : 500;
      response.statusCode = name === 'LedgerError' ? 503 : refused;
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
