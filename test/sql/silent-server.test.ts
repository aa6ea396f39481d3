import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LedgerError } from '../../src/intake/index.ts';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { leadOf, leadWorld } from '../intake/support/lead-world.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';

const QUERY_TIMEOUT_MS = 100;

/** A wire to a server. Once what is sent contains `word`, it gives nothing back any more. */
class Wire {
  word: string | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor({ host, port }: { host: string; port: number }) {
    this.#server = createServer((near) => {
      let isSilent = false;
      const far = dial(port, host);
      near.on('data', (bytes) => {
        isSilent ||= this.word !== undefined && bytes.includes(this.word);
        far.write(bytes);
      });
      far.on('data', (bytes) => isSilent || near.write(bytes));
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => other.destroy());
      }
    });
  }

  open(): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () =>
        resolve((this.#server.address() as AddressInfo).port),
      );
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

let database: OwnDatabase | undefined;
let owner: Pool;
beforeAll(async () => {
  database = await newDatabase();
  if (database === undefined) return;
  owner = new Pool(database.connection);
  await owner.query('CREATE TABLE own (lead_id text PRIMARY KEY)');
  await postgresLedger(owner).createTables();
}, 60_000);
beforeEach(async () => {
  await owner?.query('TRUNCATE own, consent_evidence_leads');
});
afterAll(async () => {
  await owner?.end();
  await database?.drop();
});

// An overloaded machine can exceed the limit in a step before the one that is meant.
describe('a pool with a query_timeout, whose server falls silent', { retry: 5 }, () => {
  it.each([
    ['at the insert of the lead', 'INSERT INTO consent_evidence_leads', 'throws'],
    ['at the begin of the decision', 'BEGIN', 'hold'],
    ['at the decision', 'UPDATE consent_evidence_leads', 'hold'],
    ['in onDecision', 'INSERT INTO own', 'hold'],
    ['at the commit, which counts', 'COMMIT', 'accept'],
  ])('%s: says so in time, and accepts the lead later, paid once', async (_, word, answer) => {
    if (database === undefined) return;
    const wire = new Wire(database.connection);
    const port = await wire.open();
    const connection = { ...database.connection, host: '127.0.0.1', port };
    const pool = new Pool({ ...connection, query_timeout: QUERY_TIMEOUT_MS });
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const onDecision = async ({ leadId }: { leadId: string }, { tx }: { tx: unknown }) => {
      await (tx as Pool).query('INSERT INTO own VALUES ($1)', [leadId]);
    };
    const cdrId = capture();
    const lead = leadOf('L-1', await share(cdrId));
    const ledger = postgresLedger(pool);
    try {
      (await pool.connect()).release(); // the limit of a query does not apply to connecting
      wire.word = word;
      const taken = intakeOf(ledger, { onDecision }).take(lead);
      if (answer === 'throws') await expect(taken).rejects.toThrow(LedgerError);
      else expect(['hold', answer]).toContain((await taken).decision);
    } finally {
      wire.close();
      await pool.end();
    }
    await mock.clock.advance({ minutes: 1 });
    const intake = intakeOf(postgresLedger(owner), { onDecision });
    await intake.resume();
    expect(await intake.take(lead)).toMatchObject({ decision: 'accept', cdrId });
    expect(paid()).toEqual([cdrId]);
    expect((await owner.query('SELECT * FROM own')).rowCount).toBe(1);
  });
});
