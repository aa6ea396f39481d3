import type { PGlite } from '@electric-sql/pglite';
import { pglitePool, type StartContext, type StartProgram } from '../../../mock/simulate.ts';
import { ConsentEvidence } from '../../../src/index.ts';
import { createLeadIntake } from '../../../src/intake/index.ts';
import { postgresLedger } from '../../../src/intake/postgres.ts';
import { createWebhookHandler, isCdrCompleted, reconcile } from '../../../src/webhooks/index.ts';
import { postgresInbox, postgresStore } from '../../../src/webhooks/postgres.ts';
import { criteria } from './programs.ts';

/** What a pool uses of a PGlite. */
export type Statements = Pick<PGlite, 'query' | 'exec'>;

/** The intake with its ledger in Postgres, and a row of its own in the transaction of each decision. */
export function intakeOnPostgres(db: Statements): StartProgram {
  return async ({ clientOptions, clock, durable, random }) => {
    const pool = durable('pool', () => pglitePool(db, { clock, random }));
    const ledger = postgresLedger(pool);
    await ledger.createTables();
    await pool.query('CREATE TABLE IF NOT EXISTS own (lead_id text PRIMARY KEY)');
    const intake = createLeadIntake({
      client: new ConsentEvidence(clientOptions),
      ledger,
      criteria,
      clock,
      onDecision: async ({ leadId }, { tx }) => {
        await tx.query('INSERT INTO own VALUES ($1)', [leadId]);
      },
    });
    return {
      take: (lead) => intake.take(lead),
      tick: () => intake.resume(),
      orphans: () => intake.orphans(),
    };
  };
}

type Pool = ReturnType<typeof pglitePool>;

/** A table of work, whose rows the timer tells the world: what is committed, and only that, once. */
async function workIn(pool: Pool, { effect, storage }: StartContext): Promise<() => Promise<void>> {
  await pool.query('CREATE TABLE IF NOT EXISTS work (cdr_id text PRIMARY KEY)');
  return async () => {
    const result = await pool.query('SELECT cdr_id FROM work', []);
    for (const row of Array.isArray(result) ? [] : result.rows) {
      const { cdr_id: cdrId } = row as { cdr_id: string };
      if (storage.get(cdrId) !== undefined) continue;
      storage.set(cdrId, true);
      effect(cdrId);
    }
  };
}

/** The webhook handler, whose work is a row in the transaction of the store. */
export function handlerOnPostgres(db: Statements): StartProgram {
  return async (context) => {
    const { clock, durable, random, webhookSecret: secret } = context;
    const pool = durable('pool', () => pglitePool(db, { clock, random }));
    const store = postgresStore(pool, { now: clock.now });
    await store.createTable();
    const tick = await workIn(pool, context);
    const webhook = createWebhookHandler({
      secret,
      now: clock.now,
      store,
      async onEvent(event, delivery) {
        if (!isCdrCompleted(event)) return;
        await store.transaction(delivery, async (tx) => {
          await tx.query('INSERT INTO work VALUES ($1)', [event.cdrId]);
        });
      },
    });
    return { webhook, tick };
  };
}

/** The inbox, whose job is a row in its transaction, with a reconciliation. */
export function inboxOnPostgres(db: Statements): StartProgram {
  return async (context) => {
    const { clientOptions, clock, durable, random, webhookSecret: secret } = context;
    const client = new ConsentEvidence(clientOptions);
    const pool = durable('pool', () => pglitePool(db, { clock, random }));
    const inbox = postgresInbox(pool, {
      enqueue: async (tx, { cdrId }) => {
        await tx.query('INSERT INTO work VALUES ($1)', [cdrId]);
      },
    });
    await inbox.createTables();
    const tell = await workIn(pool, context);
    return {
      webhook: createWebhookHandler({ secret, now: clock.now, inbox }),
      async tick() {
        const since = Date.parse('2026-01-01');
        await reconcile(client, inbox, { since, clock }).catch(() => undefined);
        await tell();
      },
    };
  };
}
