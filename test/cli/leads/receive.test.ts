import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sqliteLedger } from '../../../src/intake/sqlite.ts';
import { all, OTHER_PHONE, PHONE } from '../../intake/support/lead-world.ts';
import { reported, runHere } from '../run-here.ts';
import { receiveWorld } from './receive-world.ts';

describe('leads receive', () => {
  it('writes each row of the file again, with what became of it', async () => {
    const world = await receiveWorld();
    const [a, b] = [await world.link(), await world.link()];
    const rows = [
      ['A', a, PHONE, 'kept, as it is'],
      ['B', b, OTHER_PHONE, ''],
      ['C', a, PHONE, '"quoted"'],
      ['D', 'mailto:a@b.example', PHONE, '=1+1'],
    ];
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    world.write(['id,share,phone,name', ...rows.map((row) => row.map(cell).join(','))].join('\n'));
    const told = reported(await world.run('--json'));
    expect(told).toMatchObject({
      ok: true,
      ...{ rows: 4, leads: 4, sent: 2, maxReceives: 100 },
      decisions: { accept: 1, refuse: 2, duplicate: 1 },
    });
    const [cdrId] = world.paid();
    expect(world.paid()).toHaveLength(1);
    expect(world.result()).toMatchObject([
      { id: 'A', name: 'kept, as it is', decision: 'accept', cdrId, charge: 'possible' },
      { id: 'B', decision: 'refuse', code: 'LEAD_PHONE_NOT_MATCHED', charge: 'none' },
      { id: 'C', name: '"quoted"', decision: 'duplicate', message: expect.stringContaining('A') },
      { id: 'D', name: "'=1+1", decision: 'refuse', code: 'SHARE_URL_INVALID', charge: 'none' },
    ]);
    for (const { sellerMessage } of world.result().slice(1)) expect(sellerMessage).not.toBe('');
    expect(readFileSync(world.out, 'utf8').split('\r\n')[0]).toBe(
      'id,share,phone,name,decision,code,cdrId,charge,message,sellerMessage',
    );
  });

  it('gives the same result again, and pays nothing more', async () => {
    const world = await receiveWorld();
    await world.writeLeads('A', 'B');
    await world.run();
    const before = readFileSync(world.out, 'utf8');
    expect((await world.run()).code).toBe(0);
    expect(readFileSync(world.out, 'utf8')).toBe(before);
    expect(world.paid()).toHaveLength(2);
  });

  it('leaves its decisions to the program to be told; --untold does not', async () => {
    for (const [flags, told] of [
      [[], ['A', 'B']],
      [['--untold'], []],
    ] as const) {
      const world = await receiveWorld();
      await world.writeLeads('A', 'B');
      await world.run(...flags);
      const heard: string[] = [];
      const ledger = sqliteLedger(world.ledger);
      const clock = { ...world.clientOf(), now: Date.now, sleep: async () => undefined };
      await world
        .intakeOf(ledger, { clock, onDecision: ({ leadId }) => void heard.push(leadId) })
        .resume();
      ledger.close();
      expect(heard.sort()).toEqual(told);
    }
  });

  it('refuses to run without a bound, since it pays', async () => {
    const world = await receiveWorld();
    await world.writeLeads('A');
    const ran = await runHere(world.args(), world.env);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('--max-receives');
    expect(world.receives()).toEqual([]);
  });

  it('never sends more leads of the file than the bound, over all runs', async () => {
    const world = await receiveWorld();
    await world.writeLeads('A', 'B', 'C', 'D', 'E');
    for (const [bound, taken] of [
      ['0', 0],
      ['2', 2],
      ['2', 2],
      ['3', 3],
      ['9', 5],
    ] as const) {
      const ran = await runHere(world.args('--id', 'id', '--max-receives', bound), world.env);
      expect(ran.code).toBe(taken === 5 ? 0 : 1);
      expect(world.paid()).toHaveLength(taken);
      const left = world.result().filter(({ decision }) => decision === 'not_taken');
      expect(left).toHaveLength(5 - taken);
      for (const row of left) expect(row).toMatchObject({ code: 'MAX_RECEIVES', cdrId: '' });
    }
  });

  it('does not count leads for which nothing is sent', async () => {
    const world = await receiveWorld();
    const [a, b] = [await world.link(), await world.link()];
    const lines = [`A,${a}`, `A2,${a}`, `X,mailto:a@b.example`, `Y,-`, `B,${b}`];
    world.write(`id,share,phone\n${lines.map((line) => `${line},${PHONE}\n`).join('')}`);
    await runHere(world.args('--id', 'id', '--max-receives', '2'), world.env);
    const ends = world.result().map(({ decision }) => decision);
    expect(ends).toEqual(['accept', 'duplicate', 'refuse', 'refuse', 'accept']);
  });

  it('counts a lead that was refused by the service: it was sent', async () => {
    const world = await receiveWorld();
    const links = [await world.link(), await world.link()];
    world.write(`id,share,phone\nA,${links[0]},${OTHER_PHONE}\nB,${links[1]},${PHONE}\n`);
    for (let run = 0; run < 2; run += 1) {
      await runHere(world.args('--id', 'id', '--max-receives', '1'), world.env);
      expect(world.result().map(({ decision }) => decision)).toEqual(['refuse', 'not_taken']);
    }
    expect(world.paid()).toEqual([]);
  });

  it('stops at the first sign that the account is wrong, with an outcome for each row', async () => {
    const world = await receiveWorld();
    const ids = Array.from({ length: 40 }, (_, at) => `L${at}`);
    await world.writeLeads(...ids);
    const apiKey = `${world.env['CONSENT_EVIDENCE_API_KEY'] ?? ''}x`;
    const wrong = { ...world.env, CONSENT_EVIDENCE_API_KEY: apiKey };
    const args = world.args('--id', 'id', '--max-receives', '40', '--json');
    const told = reported(await runHere(args, wrong));
    expect(told).toMatchObject({
      ok: false,
      stoppedBy: expect.stringMatching(/^UNAUTHENTICATED: /),
    });
    expect(world.receives().length).toBeLessThan(30);
    expect(world.result()).toHaveLength(40);
    const codes = new Set(world.result().map(({ decision }) => decision));
    expect(codes).toEqual(new Set(['fix', 'not_taken']));
    expect(JSON.stringify(told)).not.toContain(apiKey);
  });

  it('has the digest of token and phone for an id without --id, however they are spelt', async () => {
    const world = await receiveWorld();
    const [a, b] = [await world.link(), await world.link()];
    const token = new URL(a).pathname.split('/').at(-1);
    const rows = [
      `${a},${PHONE}`,
      `${token},2125550147`,
      `${b},${PHONE}`,
      `${a}?utm=1,+1 212-555-0147`,
    ];
    world.write(`share,phone\n${rows.join('\n')}\n`);
    const first = await runHere(world.args('--max-receives', '9'), world.env);
    expect(first.code).toBe(0);
    expect(world.result().map(({ decision, code, charge }) => [decision, code, charge])).toEqual([
      ['accept', '', 'possible'],
      ['accept', 'SAME_LEAD', 'none'],
      ['accept', '', 'possible'],
      ['accept', 'SAME_LEAD', 'none'],
    ]);
    // In another order, with other rows, the leads are the same.
    world.write(`phone,share\n${OTHER_PHONE},${await world.link()}\n2125550147,${b}\n`);
    const out = world.inside('other.csv');
    await runHere(world.args('--max-receives', '9', '--out', out), world.env);
    expect(world.paid()).toHaveLength(2);
    const ledger = sqliteLedger(world.ledger);
    expect(await all(world.intakeOf(ledger).decisions())).toHaveLength(3);
    ledger.close();
  });

  it('takes an id of the ledger with another phone or share for an error of that row', async () => {
    const world = await receiveWorld();
    await world.writeLeads('A', 'B');
    await world.run();
    await world.writeLeads('A', 'C');
    expect((await world.run()).code).toBe(1);
    expect(world.result()).toMatchObject([
      {
        id: 'A',
        decision: 'error',
        code: 'INPUT_INVALID',
        message: expect.stringMatching(/another share/),
      },
      { id: 'C', decision: 'accept' },
    ]);
    expect(world.paid()).toHaveLength(3);
  });

  it.each([
    [['--share', 'link'], '--share: the file has no column "link"; it has "id", "share", "phone"'],
    [['--id', 'lead'], '--id: the file has no column "lead"'],
    [['--criteria', 'none.json'], '--criteria: none.json: there is no such file'],
    [['--source', 'x'.repeat(101)], '--source: expected a string of 0 to 100 characters'],
    [['--max-receives', '-1'], '--max-receives'],
    [['--account', 'brand-b'], '--account: '],
  ])('refuses %j before anything is sent', async (flags, message) => {
    const world = await receiveWorld();
    await world.writeLeads('A');
    await world.run('--max-receives', '0');
    const ran = await world.run(...flags);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
    expect(world.receives()).toEqual([]);
  });

  it('never writes over a file that is not its result', async () => {
    const world = await receiveWorld();
    await world.writeLeads('A');
    const input = readFileSync(world.file, 'utf8');
    const own = await world.run('--out', world.file);
    expect(own.stderr).toContain('--out: ');
    writeFileSync(world.out, 'id,notes\r\n1,mine\r\n');
    const other = await world.run();
    expect(other.stderr).toContain('is there, and is not a result of this file');
    for (const ran of [own, other]) expect(ran.code).toBe(2);
    expect(readFileSync(world.file, 'utf8')).toBe(input);
    expect(readFileSync(world.out, 'utf8')).toContain('mine');
    expect(world.receives()).toEqual([]);
  });

  it('makes no ledger for a mistyped name, which would pay again, unless it is told to', async () => {
    const world = await receiveWorld();
    await world.writeLeads('A');
    const ledger = world.inside('new.db');
    const ran = await world.run('--ledger', ledger);
    expect(ran.stderr).toContain(`--ledger: ${ledger}: there is no such file`);
    expect(existsSync(ledger)).toBe(false);
    expect((await world.run('--ledger', ledger, '--create-ledger')).code).toBe(0);
    expect(world.paid()).toHaveLength(1);
  });
});
