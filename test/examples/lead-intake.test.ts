import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { presets } from 'consent-evidence/mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeEnv, startFake } from '../../examples/fake-env.ts';
import * as example from '../../examples/lead-intake.ts';
import { stillClock } from '../intake/support/still-clock.ts';
import { get, post, takeInBy } from './intake-client.ts';
import { expectOneLeadPerLink } from './one-link.ts';

/** It succeeds, but a gateway loses the answer and asks for a longer wait than the caller allows. */
const LOST = {
  operation: 'shares.receive',
  phase: 'after',
  status: 503,
  retryAfterSeconds: 60,
} as const;

let fake: FakeEnv;
let env: Awaited<ReturnType<FakeEnv['env']>>;
let time: ReturnType<typeof stillClock>;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  fake = await startFake();
  time = stillClock(fake);
  env = await fake.env('acme', 'leads.db');
});

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await fake.close();
  await rm(path.dirname(env.OUT), { recursive: true });
});

async function start() {
  const server = await example.run(env, time.clock);
  open.push(server);
  return server;
}

/** Stops the program and starts it again, as after a deployment. */
async function restart() {
  await open.pop()?.close();
  return start();
}

/** Lets the program work off what is due after a time, until it rests again. */
async function pass(minutes: number): Promise<void> {
  await vi.waitFor(() => expect(time.waits.size).toBe(1));
  await time.advance(minutes * 60_000);
  await vi.waitFor(() => expect(time.waits.size).toBe(1));
}

const leadOf = (id: string, seller = 'sunroof') => ({
  ...{ seller, id, consentUrl: env.SHARE_URL, phone: env.LEAD_PHONE },
});
const chargesOf = (): number => fake.mock.charges({ organization: 'acme' }).length;

function ourRows(): unknown[] {
  const database = new DatabaseSync(env.OUT, { readOnly: true });
  const columns = 'source, lead_id, decision, cdr_id, charge, data';
  const rows = database.prepare(`SELECT ${columns} FROM our_leads`).all();
  database.close();
  return rows.map((row) => Object.values(row));
}

describe('examples/lead-intake', () => {
  it('decides, writes its own row once, and answers each decision with a status of its own', async () => {
    const { url } = await start();
    const accepted = { status: 201, body: { leadId: 'L-1', decision: 'accept' } };
    const priced = { ...leadOf('L-1'), price: 12 };
    expect(await post(url, priced)).toEqual(accepted);
    expect(await post(url, priced)).toEqual(accepted);
    expect((await post(url, { ...leadOf('L-1'), phone: '212 555 0199' })).status).toBe(400);
    // Another seller has the same lead, and the same number for it.
    expect(await post(url, leadOf('L-1', 'brightpath'))).toMatchObject({ status: 409 });
    expect(await post(url, leadOf('L/2'))).toMatchObject({ status: 409 });
    const expired = env.SHARE_URL.replace('live', 'expired');
    expect(await post(url, { ...leadOf('L-3'), consentUrl: expired })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('has expired') },
    });
    expect(await get(url, 'L-1')).toEqual({ ...accepted, status: 200 });
    expect(await get(url, 'L-1', 'brightpath')).toMatchObject({ body: { decision: 'duplicate' } });
    expect(await get(url, 'L/2')).toMatchObject({ body: { decision: 'duplicate' } });
    expect((await get(url, 'L-4')).status).toBe(404);
    expect(ourRows()).toEqual([
      ['sunroof', 'L-1', 'accept', 'cdr_demo_loan', 'possible', '{"price":12}'],
      ['brightpath', 'L-1', 'duplicate', null, 'none', '{}'],
      ['sunroof', 'L/2', 'duplicate', null, 'none', '{}'],
      ['sunroof', 'L-3', 'refuse', null, 'none', '{}'],
    ]);
  });

  it.each([
    ['no JSON', 400, 'x'],
    ['no object', 400, 'null'],
    ['no lead', 400, '{"id":7}'],
    ['too long', 413, `{"id":"${'x'.repeat(100_000)}"}`],
  ])('refuses a body that is %s with %i', async (_, status, body) => {
    const { url } = await start();
    expect((await fetch(`${url}/sunroof`, { method: 'POST', body })).status).toBe(status);
    expect(ourRows()).toEqual([]);
  });

  it.each(['/', '/leads', '/leads/%E0%A4%A?id=a', '/leads/a/b?id=a', '/leads/a?id=b'])(
    'has nothing at %s',
    async (target) => {
      const { url } = await start();
      expect((await fetch(new URL(target, url))).status).toBe(404);
    },
  );

  it('holds a lead whose answer was lost, and accepts it after a restart, paid once', async () => {
    const page = presets.checkedBox({ autoShare: true });
    const { cdrId, shareUrl } = fake.mock.capture('planhelper', page);
    const before = chargesOf();
    fake.mock.addFault(LOST);
    const lead = { ...leadOf('L-1'), consentUrl: shareUrl, phone: '(212) 555-0147' };
    const { url } = await start();
    expect(await post(url, lead)).toEqual({
      status: 202,
      body: { leadId: 'L-1', decision: 'hold', message: expect.any(String) },
    });
    const again = await restart();
    expect(await get(again.url, 'L-1')).toMatchObject({ body: { decision: 'hold' } });
    await pass(2);
    expect(await get(again.url, 'L-1')).toMatchObject({ body: { decision: 'accept' } });
    expect(ourRows()).toEqual([['sunroof', 'L-1', 'accept', cdrId, 'possible', '{}']]);
    expect(chargesOf() - before).toBe(1);
  });

  it('holds what may be paid for where the link expired, and calls someone once no call can tell', async () => {
    const page = presets.checkedBox({ autoShare: { expiresInMs: 60_000 } });
    const { shareUrl } = fake.mock.capture('planhelper', page);
    fake.mock.addFault(LOST);
    const { url } = await start();
    await post(url, { ...leadOf('L-1'), consentUrl: shareUrl, phone: '(212) 555-0147' });
    const again = await restart();
    const told = vi.spyOn(console, 'error').mockReturnValue();
    await pass(2);
    expect(await get(again.url, 'L-1')).toMatchObject({ body: { decision: 'hold' } });
    expect(told).not.toHaveBeenCalled();
    for (let day = 0; day < 5; day += 1) await pass(24 * 60);
    expect(told).toHaveBeenCalledExactlyOnceWith(
      ...['call someone:', 'sunroof', 'L-1', 'PAID_UNKNOWN', expect.any(String)],
    );
    expect(ourRows()).toEqual([]);
  });

  it('keeps the lead and calls someone where the fault is ours, without a word to the seller', async () => {
    const { url } = await start();
    const told = vi.spyOn(console, 'error').mockReturnValue();
    fake.mock.updateOrganization('acme', { billing: false, apiAccess: 'granted' });
    expect(await post(url, leadOf('L-1'))).toMatchObject({
      status: 202,
      body: { decision: 'hold', message: expect.not.stringMatching(/billing|access|key/i) },
    });
    await pass(1);
    expect(told).toHaveBeenCalledOnce();
    fake.mock.updateOrganization('acme', { billing: true });
    await pass(1);
    expect(await get(url, 'L-1')).toMatchObject({ body: { decision: 'accept' } });
  });

  it('takes in one lead for each link, whoever sends it', async () => {
    const { url } = await start();
    await expectOneLeadPerLink(
      fake.mock,
      takeInBy(() => url),
    );
  });

  it('closes although a caller stays connected', async () => {
    const { url } = await start();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end('GET /leads/sunroof?id=L-1 HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404/);
    await open.pop()?.close();
    await expect(fetch(url)).rejects.toThrow();
  });
});
