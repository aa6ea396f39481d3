import { cpSync } from 'node:fs';
import path from 'node:path';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresLedger } from '../../../src/intake/postgres.ts';
import { leadOf, leadWorld } from '../../intake/support/lead-world.ts';
import { type PostgresServer, startPostgres } from '../../webhooks/support/postgres-server.ts';
import { CliProcess } from '../cli-process.ts';
import { reported, runHere } from '../run-here.ts';
import { newFolder } from './leads-file.ts';
import { receiveWorld } from './receive-world.ts';

const PASSWORD = 'ge%20heim';

let server: PostgresServer | undefined;
let pool: Pool;
let url: string;
beforeAll(async () => {
  server = await startPostgres();
  if (server === undefined) return;
  const { host, port, user, database } = server.connection;
  pool = new Pool(server.connection);
  url = `postgres://${user}:${PASSWORD}@${host}:${port}/${database}`;
}, 60_000);
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

async function heldLead() {
  const world = leadWorld();
  const ledger = postgresLedger(pool, { table: 'own_leads' });
  await ledger.createTables();
  const intake = world.intakeOf(ledger, { account: 'acme' });
  world.mock.addFault({ operation: 'shares.receive', phase: 'before', status: 503 });
  await intake.take(leadOf('L-1', await world.share(world.capture())));
  return intake;
}

describe('leads on Postgres', () => {
  it('does its work by the URL in the variable, whose password it never shows', async ({
    skip,
  }) => {
    if (server === undefined) return skip('no Postgres server');
    const intake = await heldLead();
    const env = { CONSENT_EVIDENCE_LEDGER: url };
    const flags = ['--account', 'acme', '--table', 'own_leads'];
    const held = await runHere(['leads', 'held', '--json', ...flags], env);
    const { host, port, database } = server.connection;
    expect(reported(held)).toMatchObject({
      ledger: `postgres://${host}:${port}/${database}`,
      heldCount: 1,
      leads: [{ leadId: 'L-1' }],
    });
    const settle = ['leads', 'settle', 'L-1', '--by', 'ann', '--refuse', 'no', ...flags];
    const settled = await runHere(settle, env);
    expect(settled).toMatchObject({ code: 0, stderr: '' });
    expect(await intake.get('L-1')).toMatchObject({ decision: 'refuse', settledBy: 'ann' });
    const report = reported(await runHere(['leads', 'report', '--json', ...flags], env));
    expect(report).toMatchObject({ report: { total: { taken: 1, refused: 1, settled: 1 } } });

    const other = await runHere(['leads', 'held', '--table', 'own_leads'], env);
    expect(other.stderr).toContain('--account: ');
    const none = await runHere(['leads', 'held'], env);
    expect(none.stderr).toContain('--ledger: the database has no table consent_evidence_leads');
    const away = url.replace(`:${port}/`, ':1/');
    const gone = await runHere(['leads', 'held', '--ledger', away]);
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain('the ledger failed: ');
    for (const { stdout, stderr } of [held, settled, other, none, gone]) {
      expect(stdout + stderr).not.toMatch(/ge(?:%20| )heim/);
    }
  });

  it('receives a file of leads, into a ledger that it makes', async ({ skip }) => {
    if (server === undefined) return skip('no Postgres server');
    const world = await receiveWorld();
    await world.writeLeads('A', 'B');
    const flags = ['--table', 'received', '--ledger', url];
    const none = await world.run(...flags);
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('has no table received');
    expect((await world.run(...flags, '--create-ledger')).code).toBe(0);
    expect((await world.run(...flags)).code).toBe(0);
    expect(world.result()).toMatchObject([
      { id: 'A', decision: 'accept' },
      { id: 'B', decision: 'accept' },
    ]);
    expect(world.paid()).toHaveLength(2);
  });

  it('is not touched before an intake has used it', async ({ skip }) => {
    if (server === undefined) skip('no Postgres server');
    const ledger = postgresLedger(pool, { table: 'fresh' });
    await ledger.createTables();
    const ran = await runHere(['leads', 'held', '--table', 'fresh', '--ledger', url]);
    expect(ran.stderr).toBe('error: --ledger: no lead intake has used this ledger yet\n');
    expect((await pool.query('SELECT account FROM fresh_about')).rows).toEqual([{ account: null }]);
  });

  it('says that pg is missing where it is', async () => {
    const folder = newFolder();
    cpSync('dist', path.join(folder, 'dist'), { recursive: true });
    cpSync('package.json', path.join(folder, 'package.json'));
    const env = { CONSENT_EVIDENCE_LEDGER: 'postgres://u:geheim@127.0.0.1:1/x' };
    const place = { cwd: folder, cli: path.join(folder, 'dist/cli.js') };
    await using cli = new CliProcess(['leads', 'held'], env, place);
    expect(await cli.finished()).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: --ledger: a postgres:// URL needs the package pg; install it: npm install pg\n',
    });
  });
});
