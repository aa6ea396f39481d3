import { PGlite } from '@electric-sql/pglite';
import { ConsentEvidence } from 'consent-evidence';
import { intakeOn } from '../../../examples/lead-intake-postgres.ts';
import { run as once } from '../../../examples/webhooks/once-postgres.ts';
import { pglitePool, type StartContext, type StartProgram } from '../../../mock/simulate.ts';

/** One Postgres for the worlds of all simulations, which run one after the other. */
export const db = await PGlite.create();

export function poolIn({ clock, durable, random }: StartContext) {
  return durable('pool', () => pglitePool(db, { clock, random }));
}

type Pool = ReturnType<typeof poolIn>;

/**
 * Returns a timer that tells the world what is committed in a table of work, row by row: a record
 * that is there twice was worked on twice.
 */
export function tellingRows(pool: Pool, table: string, { effect, storage }: StartContext) {
  return async (): Promise<void> => {
    const result = await pool.query(
      `SELECT cdr_id, count(*)::int AS times FROM ${table} GROUP BY cdr_id ORDER BY cdr_id`,
      [],
    );
    for (const row of Array.isArray(result) ? [] : result.rows) {
      const { cdr_id: cdrId, times } = row as { cdr_id: string; times: number };
      for (let told = Number(storage.get(cdrId) ?? 0); told < times; told += 1) {
        storage.set(cdrId, told + 1);
        effect(cdrId);
      }
    }
  };
}

/** The intake on Postgres, as it runs on each machine. */
export const buysOnPostgres: StartProgram = async (context) => {
  const client = new ConsentEvidence(context.clientOptions);
  const intake = await intakeOn(poolIn(context), client, context.clock);
  return {
    take: (lead) => intake.take(lead),
    tick: () => intake.resume(),
    orphans: () => intake.orphans(),
  };
};

/** The receiver whose lead and claim are one transaction. */
export const writesOnce: StartProgram = async (context) => {
  const pool = poolIn(context);
  const webhook = await once(pool, context.webhookSecret, context.clock.now);
  return { webhook, tick: tellingRows(pool, 'leads', context) };
};
