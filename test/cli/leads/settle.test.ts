import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../../mock/node.ts';
import { PHONE } from '../../intake/support/lead-world.ts';
import { reported, runHere } from '../run-here.ts';
import { leadsFile, takeOfEachKind } from './leads-file.ts';

const BY = ['--by', 'ann', '--note', 'ticket 7'];

/** All rows but those of one lead, and what the storage has in its files. */
function othersIn(file: string): string {
  const database = new DatabaseSync(file);
  const rows = database.prepare("SELECT * FROM consent_evidence_leads WHERE lead_id <> 'P'").all();
  database.close();
  return JSON.stringify(rows);
}

async function heldLead() {
  const world = leadsFile();
  const { source } = await takeOfEachKind(world);
  const args = ['leads', 'settle', 'P', '--source', source, '--ledger', world.file, ...BY];
  const name = { source, leadId: 'P' };
  return { ...world, args, name, refusal: [...args, '--refuse', 'the link was reported'] };
}

describe('leads settle', () => {
  it('refuses a lead, and leaves it to the program to be told, and to erase', async () => {
    const { open, file, name, refusal, mock, intake } = await heldLead();
    const [requests, others] = [mock.requests().length, othersIn(file)];
    const ran = await runHere([...refusal, '--seller-message', 'The link was reported.']);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.stdout).toContain('P of brightside: refuse\ncharge: possible\n');
    expect(ran.stdout).toContain('the next pass of the program calls onDecision');
    expect(othersIn(file)).toBe(others);
    expect(mock.requests()).toHaveLength(requests);
    const settled = {
      ...{ decision: 'refuse', settledBy: 'ann', note: 'ticket 7', charge: 'possible' },
      reasons: [{ code: 'SETTLED', sellerMessage: 'The link was reported.' }],
    };
    expect(await intake.get(name)).toMatchObject(settled);

    const shown = ['leads', 'show', 'P', '--source', 'brightside', '--ledger', file];
    expect((await runHere(shown)).stdout).toContain('not yet: the next pass of the program does');
    const told: unknown[] = [];
    const program = open({
      onDecision: (decision, { lead }) => void told.push({ decision, lead }),
      clock: { now: Date.now, sleep: (ms, signal) => mock.clock.sleep(ms, signal) },
    });
    mock.addFault({ operation: 'shares.receive', phase: 'before', status: 503, times: Infinity });
    await program.resume();
    await program.resume();
    expect(told).toHaveLength(1);
    expect(told).toMatchObject([
      {
        decision: settled,
        lead: { ...name, phone: PHONE, data: { campaign: 7 } },
      },
    ]);
    expect((await runHere(shown)).stdout).toMatch(/phone +erased/);
  });

  it('erases at once where there is no program', async () => {
    const { refusal, file } = await heldLead();
    expect((await runHere([...refusal, '--untold'])).stdout).toContain('the phone is erased');
    const shown = ['leads', 'show', 'P', '--source', 'brightside', '--ledger', file];
    expect((await runHere(shown)).stdout).toMatch(/phone +erased/);
  });

  it('gives the second of two people what the first decided, with exit code 1 if it differs', async () => {
    const { args, refusal } = await heldLead();
    await runHere(refusal);
    const bob = args.map((each) => (each === 'ann' ? 'bob' : each));
    const same = await runHere([...bob, '--refuse', 'also']);
    expect(same).toMatchObject({ code: 0 });
    expect(same.stdout).toMatch(/P of brightside: refuse; decided before, at .* by ann/);
  });

  it('accepts with a record of the account that no other lead has, read with its key', async () => {
    const { args, mock, buyer, capture, share, clientOf, intake, name } = await heldLead();
    const served = await serveMock(mock);
    onTestFinished(() => served.close());
    const env = { ...served.env(buyer) };
    const cdrId = capture();
    const strange = await runHere([...args, '--accept', cdrId], env);
    expect(strange).toMatchObject({ code: 2, stdout: '' });
    expect(strange.stderr).toContain('--accept: expected a record of this account');
    const others = await intake.get('A');
    const taken = others?.decision === 'accept' ? others.cdrId : '';
    const twice = await runHere([...args, '--accept', taken], env);
    expect(twice.stderr).toContain('--accept: lead A was accepted with this record');
    await clientOf().shares.receive(await share(cdrId));
    const told = reported(await runHere([...args, '--accept', cdrId, '--json'], env));
    expect(told).toMatchObject({
      ok: true,
      decision: { decision: 'accept', cdrId, settledBy: 'ann', charge: 'possible' },
    });
    const late = await runHere([...args, '--refuse', 'too late']);
    expect(late.code).toBe(1);
    expect(await intake.get(name)).toMatchObject({ decision: 'accept', cdrId });
  });

  it('refuses a lead in somebody’s hand, with when it is free', async () => {
    const { refusal, file } = await heldLead();
    const free = Date.now() + 60_000;
    const database = new DatabaseSync(file);
    database.exec(
      `UPDATE consent_evidence_leads SET in_hand = 1, state = 'asking', due_at = ${free} WHERE lead_id = 'P'`,
    );
    database.close();
    const ran = await runHere(refusal);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(`free at ${new Date(free).toISOString()} at the latest`);
  });

  it.each([
    [[], '--accept: expected --accept or --refuse'],
    [['--accept', 'c', '--seller-message', 'x'], '--seller-message: expected only beside --refuse'],
    [['--refuse', 'x'.repeat(501)], '--refuse: expected'],
    [['--accept', 'c', '--refuse', 'x'], 'cannot be used with --refuse'],
  ])('refuses %j, and changes nothing', async (flags, message) => {
    const { args, intake, name } = await heldLead();
    const before = await intake.get(name);
    const ran = await runHere([...args, ...flags]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(message);
    expect(await intake.get(name)).toEqual(before);
  });

  it('needs a person', async () => {
    const { refusal } = await heldLead();
    const ran = await runHere(refusal.filter((each) => !['--by', 'ann'].includes(each)));
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain('--by');
  });
});
