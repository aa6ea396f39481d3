import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { ConsentEvidence } from 'consent-evidence';
import { createLeadIntake } from 'consent-evidence/intake';
import { postgresLedger } from 'consent-evidence/intake/postgres';
import { presets } from 'consent-evidence/mock';
import { postgresInbox } from 'consent-evidence/webhooks/postgres';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { criteria } from '../../examples/criteria.ts';
import { startFake } from '../../examples/fake-env.ts';
import { decisionsOn } from '../../examples/queues/dbos-decisions.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';

const silent = () => undefined;
const logger = { debug: silent, info: silent, warn: silent, error: silent };
const WORKFLOW = { workflowName: 'evidence', queueName: 'evidence' };

let database: OwnDatabase | undefined;
let pool: Pool;
let client: DBOSClient;

beforeAll(async () => {
  database = await newDatabase();
  if (database === undefined) return;
  const { host, port, user, database: name } = database.connection;
  const systemDatabaseUrl = `postgresql://${user}@${host}:${port}/${name}`;
  await DBOS.migrate(systemDatabaseUrl);
  pool = new Pool({ ...database.connection, max: 8 });
  client = await DBOSClient.create({ systemDatabaseUrl, systemDatabasePool: pool, logger });
}, 60_000);

afterAll(async () => {
  await client?.destroy();
  await pool?.end();
  await database?.drop();
});

beforeEach(({ skip }) => {
  if (database === undefined) skip('no Postgres server');
});

async function workflows(workflowID: string): Promise<unknown[]> {
  const found = await client.listWorkflows({ workflowIDs: [workflowID] });
  return found.map(({ status, input }) => ({ status, input }));
}

/** Fails right before its transaction would be committed, as often as it is told to. */
function failing<Args extends unknown[]>(
  times: number,
  effect: (...args: Args) => Promise<unknown>,
) {
  let left = times;
  return async (...args: Args) => {
    await effect(...args);
    left -= 1;
    if (left >= 0) throw new Error('the machine fails here');
  };
}

describe('DBOS in the transaction of an inbox', () => {
  const record = { cdrId: 'cdr_1', domainId: 'sunroof.example', via: 'webhook' } as const;
  const started = [{ status: 'ENQUEUED', input: ['cdr_1'] }];
  beforeAll(async () => {
    if (database !== undefined) await inboxOf(0).createTables();
  });
  const inboxOf = (fails: number) =>
    postgresInbox(pool, {
      enqueue: failing(fails, (tx, { cdrId }) =>
        client.enqueueInTransaction(tx, { ...WORKFLOW, workflowID: cdrId }, cdrId),
      ),
    });

  it('starts no workflow if the transaction is rolled back, and one when the event comes again', async () => {
    const inbox = inboxOf(1);
    await expect(inbox.take(record)).rejects.toThrow('the machine fails here');
    expect(await workflows(record.cdrId)).toEqual([]);
    expect(await inbox.take(record)).toBe('new');
    expect(await workflows(record.cdrId)).toEqual(started);
  });

  it('starts one workflow for a record that comes to many machines at once', async () => {
    const machines = Array.from({ length: 8 }, () => inboxOf(0));
    const takes = machines.map((inbox) => inbox.take({ ...record, cdrId: 'cdr_8' }));
    const taken = await Promise.all(takes);
    expect(taken.filter((each) => each === 'new')).toHaveLength(1);
    expect(await workflows('cdr_8')).toHaveLength(1);
  });

  it('keeps the one workflow of a record that the inbox has forgotten', async () => {
    const known = { ...record, cdrId: 'cdr_9' };
    await inboxOf(0).take(known);
    await pool.query('DELETE FROM consent_evidence_inbox WHERE cdr_id = $1', [known.cdrId]);
    expect(await inboxOf(0).take(known)).toBe('new');
    expect(await workflows(known.cdrId)).toHaveLength(1);
  });
});

describe('examples/queues/dbos-decisions', () => {
  it('starts one workflow for each decision, in its transaction', async () => {
    const fake = await startFake();
    onTestFinished(() => fake.close());
    const ledger = postgresLedger(pool);
    await ledger.createTables();
    const env = await fake.env('acme');
    const errors: unknown[] = [];
    const intake = createLeadIntake({
      client: new ConsentEvidence({
        apiKey: env.CONSENT_EVIDENCE_API_KEY,
        baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
      }),
      account: 'acme',
      ledger,
      criteria,
      clock: { now: () => fake.mock.clock.now(), sleep: () => Promise.resolve() },
      onDecision: failing(1, decisionsOn(client, WORKFLOW)),
      onError: (error) => errors.push(error),
    });
    const page = presets.checkedBox({ autoShare: true });
    const { cdrId, shareUrl } = fake.mock.capture('planhelper', page);
    const lead = {
      source: 'sunroof',
      leadId: 'L-1',
      shareUrl,
      phone: '(212) 555-0147',
      data: { price: 4 },
    };
    const id = '["sunroof","L-1"]';
    expect(await intake.take(lead)).toMatchObject({ decision: 'hold' });
    expect(errors).toMatchObject([{ message: 'the machine fails here' }]);
    expect(await workflows(id)).toEqual([]);

    await fake.mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    const input = [expect.objectContaining({ decision: 'accept', cdrId }), { price: 4 }];
    expect(await workflows(id)).toEqual([{ status: 'ENQUEUED', input }]);
    expect(await intake.take(lead)).toMatchObject({ decision: 'accept' });
    expect(await workflows(id)).toHaveLength(1);
    expect(fake.mock.charges({ cdrId })).toHaveLength(1);
  });
});
