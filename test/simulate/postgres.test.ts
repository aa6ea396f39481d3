import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pglitePool, type StartProgram, simulate } from '../../mock/simulate.ts';
import {
  handlerOnPostgres,
  inboxOnPostgres,
  intakeOnPostgres,
  type Statements,
} from './support/on-postgres.ts';

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
}, 60_000);
afterAll(() => db.close());

/** `npm run proof:simulate` has more. */
const WORLDS = 3;

describe('Postgres in a world', () => {
  it.each<[string, (of: Statements) => StartProgram, number]>([
    ['the intake', intakeOnPostgres, 1],
    ['the intake on two machines', intakeOnPostgres, 2],
    ['the webhook handler', handlerOnPostgres, 1],
    ['the inbox', inboxOnPostgres, 2],
  ])('holds: %s', { timeout: 120_000 }, async (_what, programOf, machines) => {
    const { broken, tried } = await simulate({ start: programOf(db), machines, worlds: WORLDS });
    expect(broken.map(({ story }) => story)).toEqual([]);
    expect(tried.accepted + tried.effects).toBeGreaterThan(WORLDS / 2);
  });

  it('has the time and the random numbers of the world, in each run the same', async () => {
    const rows: unknown[] = [];
    const start: StartProgram = ({ clock, durable, random }) => {
      const pool = durable('pool', () => pglitePool(db, { clock, random }));
      return {
        async take() {
          await clock.sleep(5_000);
          const { rows: said } = (await pool.query(
            `SELECT now() = clock_timestamp() AS same, extract(epoch FROM now()) * 1000 AS now,
              random() AS random, gen_random_uuid() AS uuid`,
            [],
          )) as { rows: Record<string, unknown>[] };
          rows.push({ ...said[0], of: clock.now() });
          return { decision: 'refuse' };
        },
      };
    };
    const run = async () => {
      rows.length = 0;
      await simulate({ start, world: 3, trouble: { crashes: 0 } });
      return structuredClone(rows) as { same: boolean; now: string; of: number; uuid: string }[];
    };
    const first = await run();
    expect(first.length).toBeGreaterThan(0);
    for (const { same, now, of } of first) expect([same, Number(now)]).toEqual([true, of]);
    expect(await run()).toEqual(first);
  });

  it('is not hurried: however long a statement takes here, a world has one story', async () => {
    let statements = 0;
    /** A busy machine: now and then, a statement takes a thousand turns of the event loop. */
    const slowly = async <T>(run: () => Promise<T>): Promise<T> => {
      statements += 1;
      for (let left = statements % 7 === 0 ? 1000 : 0; left > 0; left -= 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return run();
    };
    const slow: Statements = {
      query: (...statement) => slowly(() => db.query(...statement)),
      exec: (...statement) => slowly(() => db.exec(...statement)),
    };
    const { broken } = await simulate({ start: handlerOnPostgres(slow), worlds: WORLDS });
    expect(broken.map(({ story }) => story)).toEqual([]);
  }, 120_000);

  it('has timers of its own, which are no timers of the program', async () => {
    let real = 0;
    const answers = async <T>(run: () => Promise<T>): Promise<T> => {
      const timer = setTimeout(() => undefined, 3_000 + 997 * (real += 1)); // as it counts in real time
      timer.unref();
      return run();
    };
    const timed: Statements = {
      query: (...statement) => answers(() => db.query(...statement)),
      exec: (...statement) => answers(() => db.exec(...statement)),
    };
    const { broken } = await simulate({ start: intakeOnPostgres(timed), worlds: WORLDS });
    expect(broken.map(({ story }) => story)).toEqual([]);
  }, 120_000);

  it('rolls back what a process had begun when it died', async () => {
    const left: unknown[] = [];
    const start: StartProgram = async ({ clock, durable, random }) => {
      const pool = durable('pool', () => pglitePool(db, { clock, random }));
      await pool.query('CREATE TABLE IF NOT EXISTS pairs (half integer)');
      return {
        async take() {
          const client = await pool.connect();
          await client.query('BEGIN');
          await client.query('INSERT INTO pairs VALUES (1)');
          await client.query('INSERT INTO pairs VALUES (2)');
          await client.query('COMMIT');
          client.release();
          return { decision: 'refuse' };
        },
        async tick() {
          const result = await pool.query('SELECT count(*)::int % 2 AS odd FROM pairs', []);
          left.push(Array.isArray(result) ? [] : result.rows[0]);
        },
      };
    };
    const { tried } = await simulate({ start, worlds: 6, trouble: { crashes: 0.8 } });
    expect(tried.crashes).toBeGreaterThan(5);
    expect(left.length).toBeGreaterThan(5);
    expect(new Set(left.map((each) => JSON.stringify(each)))).toEqual(new Set(['{"odd":0}']));
  });
});
