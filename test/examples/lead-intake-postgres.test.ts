import { presets } from 'consent-evidence/mock';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeEnv, startFake } from '../../examples/fake-env.ts';
import * as example from '../../examples/lead-intake-postgres.ts';
import { stillClock } from '../intake/support/still-clock.ts';
import { newDatabase, type OwnDatabase } from '../webhooks/support/new-database.ts';
import { get, post, takeInBy } from './intake-client.ts';
import { expectOneLeadPerLink } from './one-link.ts';

let database: OwnDatabase | undefined;
let fake: FakeEnv;
let time: ReturnType<typeof stillClock>;
const machines: Awaited<ReturnType<typeof example.run>>[] = [];

beforeAll(async () => {
  database = await newDatabase();
}, 60_000);
afterAll(() => database?.drop());

beforeEach(async ({ skip }) => {
  if (database === undefined) skip('no Postgres server');
  for (const [name, value] of Object.entries(database?.connection ?? {})) {
    vi.stubEnv(`PG${name.toUpperCase()}`, String(value));
  }
  fake = await startFake();
  time = stillClock(fake);
  machines.push(...(await Promise.all([start(), start()])));
});

afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.close();
  await fake?.close();
  vi.unstubAllEnvs();
});

const start = async () => example.run(await fake.env('acme'), time.clock);
const allRest = () => vi.waitFor(() => expect(time.waits.size).toBe(machines.length));
const urlOf = (index: number): string => machines[index]?.url ?? '';

async function ourRows(leadId: string): Promise<unknown[]> {
  const pool = new Pool();
  const { rows } = await pool.query<object>(
    'SELECT source, decision, cdr_id, charge FROM our_leads WHERE lead_id = $1',
    [leadId],
  );
  await pool.end();
  return rows.map((row): unknown[] => Object.values(row));
}

describe('examples/lead-intake-postgres', () => {
  it('decides on one machine what another had begun, also after a restart', async () => {
    const page = presets.checkedBox({ autoShare: true });
    const { cdrId, shareUrl } = fake.mock.capture('planhelper', page);
    const lead = {
      ...{ seller: 'sunroof', id: 'L-1', phone: '(212) 555-0147' },
      consentUrl: shareUrl,
    };
    const lost = { phase: 'after', status: 503, retryAfterSeconds: 60 } as const;
    fake.mock.addFault({ operation: 'shares.receive', ...lost });
    expect((await post(urlOf(0), lead)).status).toBe(202);
    await machines.shift()?.close();
    machines.push(await start());
    await allRest();
    await time.advance(120_000);
    await allRest();
    for (const { url } of machines) {
      expect(await get(url, 'L-1')).toMatchObject({ body: { decision: 'accept' } });
    }
    expect(await ourRows('L-1')).toEqual([['sunroof', 'accept', cdrId, 'possible']]);
    expect(fake.mock.charges({ cdrId })).toHaveLength(1);
  });

  it('takes in one lead for each link, whichever machine gets it', async () => {
    let posts = 0;
    await expectOneLeadPerLink(
      fake.mock,
      takeInBy(() => urlOf((posts += 1) % 2)),
    );
  });
});
