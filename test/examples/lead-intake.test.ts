import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { presets } from 'consent-evidence/mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeEnv, startFake } from '../../examples/fake-env.ts';
import * as example from '../../examples/lead-intake.ts';
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
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  fake = await startFake();
  env = await fake.env('acme', 'leads.db');
});

afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await fake.close();
  await rm(path.dirname(env.OUT), { recursive: true });
});

async function start() {
  const server = await example.run(env, fake.mock.clock);
  open.push(server);
  return server;
}

/** Stops the program and starts it again, as after a deployment. */
async function restart() {
  await open.pop()?.close();
  return start();
}

const leadOf = (id: string) => ({ id, consentUrl: env.SHARE_URL, phone: env.LEAD_PHONE });
const chargesOf = (): number => fake.mock.charges({ organization: 'acme' }).length;

function ourRows(): unknown[] {
  const database = new DatabaseSync(env.OUT, { readOnly: true });
  const rows = database.prepare('SELECT lead_id, decision, cdr_id FROM our_leads').all();
  database.close();
  return rows.map((row) => Object.values(row));
}

describe('examples/lead-intake', () => {
  it('decides, updates its own table, and answers each decision with a status of its own', async () => {
    const { url } = await start();
    const accepted = { status: 201, body: { leadId: 'L-1', decision: 'accept' } };
    expect(await post(url, leadOf('L-1'))).toEqual(accepted);
    expect(await post(url, leadOf('L-1'))).toEqual(accepted);
    expect((await post(url, { ...leadOf('L-1'), phone: '212 555 0199' })).status).toBe(400);
    expect(await post(url, leadOf('L/2'))).toMatchObject({ status: 409 });
    const expired = env.SHARE_URL.replace('live', 'expired');
    expect(await post(url, { ...leadOf('L-3'), consentUrl: expired })).toMatchObject({
      status: 422,
      body: { reasons: [expect.stringContaining('has expired')] },
    });
    expect(await get(url, 'L-1')).toEqual({ ...accepted, status: 200 });
    expect(await get(url, 'L/2')).toMatchObject({ body: { decision: 'duplicate' } });
    expect((await get(url, 'L-4')).status).toBe(404);
    expect(ourRows()).toEqual([
      ['L-1', 'accept', 'cdr_demo_loan'],
      ['L/2', 'duplicate', null],
      ['L-3', 'refuse', null],
    ]);
  });

  it.each([
    ['no JSON', 'x'],
    ['no object', 'null'],
    ['no lead', '{"id":7}'],
    ['too long', `{"id":"${'x'.repeat(100_000)}"}`],
  ])('answers a body that is %s with 400', async (_, body) => {
    const { url } = await start();
    expect((await fetch(url, { method: 'POST', body })).status).toBe(400);
    expect(ourRows()).toEqual([]);
  });

  it.each(['/', '/leads', '/leads/%E0%A4%A', '/leads/a/b'])('has nothing at %s', async (target) => {
    const { url } = await start();
    expect((await fetch(new URL(target, url))).status).toBe(404);
  });

  it('holds a lead whose answer was lost, and accepts it after a restart, paid once', async () => {
    const page = presets.checkedBox({ autoShare: true });
    const { cdrId, shareUrl } = fake.mock.capture('planhelper', page);
    const before = chargesOf();
    fake.mock.addFault(LOST);
    const lead = { ...leadOf('L-1'), consentUrl: shareUrl, phone: '(212) 555-0147' };
    const { url } = await start();
    expect(await post(url, lead)).toEqual({
      status: 202,
      body: { leadId: 'L-1', decision: 'hold' },
    });
    const again = await restart();
    expect(await again.resume()).toEqual([]);
    await fake.mock.clock.advance({ minutes: 2 });
    expect(await again.resume()).toMatchObject([{ leadId: 'L-1', decision: 'accept', cdrId }]);
    expect(await get(again.url, 'L-1')).toMatchObject({ body: { decision: 'accept' } });
    expect(ourRows()).toEqual([['L-1', 'accept', cdrId]]);
    expect(chargesOf() - before).toBe(1);
  });

  it('holds what may be paid for where the link expired while the process was gone', async () => {
    const page = presets.checkedBox({ autoShare: { expiresInMs: 60_000 } });
    const { shareUrl } = fake.mock.capture('planhelper', page);
    fake.mock.addFault(LOST);
    const { url } = await start();
    await post(url, { ...leadOf('L-1'), consentUrl: shareUrl, phone: '(212) 555-0147' });
    const again = await restart();
    await fake.mock.clock.advance({ minutes: 2 });
    expect(await again.resume()).toMatchObject([{ decision: 'hold', code: 'PAID_UNKNOWN' }]);
    expect(ourRows()).toEqual([]);
  });

  it('keeps the lead and calls someone where the fault is ours, without a word to the seller', async () => {
    const { url, resume } = await start();
    const told = vi.spyOn(console, 'error').mockReturnValue();
    fake.mock.updateOrganization('acme', { billing: false, apiAccess: 'granted' });
    const held = { status: 202, body: { leadId: 'L-1', decision: 'hold' } };
    expect(await post(url, leadOf('L-1'))).toEqual(held);
    expect(told).toHaveBeenCalledOnce();
    fake.mock.updateOrganization('acme', { billing: true });
    await fake.mock.clock.advance({ minutes: 1 });
    expect(await resume()).toMatchObject([{ decision: 'accept' }]);
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
    socket.end('GET /leads/L-1 HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404/);
    await open.pop()?.close();
    await expect(fetch(url)).rejects.toThrow();
  });
});
