import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import {
  type LeadDecision,
  type LeadIntake,
  LedgerError,
  memoryLedger,
} from '../../src/intake/index.ts';
import { changed, leadOf, leadWorld } from './support/lead-world.ts';
import { stillClock } from './support/still-clock.ts';

type World = ReturnType<typeof leadWorld>;

/** Holds leads as an outage leaves them. */
async function heldLeads(world: World, count: number) {
  const ledger = memoryLedger();
  const fault = world.mock.addFault({ operation: 'shares.receive', status: 503, times: 1_000_000 });
  const intake = world.intakeOf(ledger);
  for (let n = 0; n < count; n += 1) {
    await intake.take(leadOf(`L-${n}`, await world.share(world.capture())));
  }
  return { ledger, fault, intake };
}

const receives = ({ mock }: World) =>
  mock.requests().filter(({ operation }) => operation === 'shares.receive').length;

describe('work', () => {
  it('works off a backlog, side by side, and ends clean at the signal', async () => {
    const world = leadWorld();
    const { ledger, fault } = await heldLeads(world, 60);
    fault.remove();
    const { clock, advance, waits } = stillClock(world);
    const client = world.clientOf();
    const { receive } = client.shares;
    let [inWork, most] = [0, 0];
    client.shares.receive = ((...args: Parameters<typeof receive>) => {
      inWork += 1;
      most = Math.max(most, inWork);
      return receive(...args).finally(() => (inWork -= 1));
    }) as typeof receive;
    const intake = world.intakeOf(ledger, { client, clock });
    const answers: LeadDecision[] = [];
    const stop = new AbortController();
    const working = intake.work({
      ...{ signal: stop.signal, concurrency: 6 },
      onAnswer: (answer) => void answers.push(answer),
    });
    await world.mock.clock.advance({ minutes: 3 });
    for (let n = 0; n < 12; n += 1) await advance(10_000);
    expect(answers.filter(({ decision }) => decision === 'accept')).toHaveLength(60);
    expect(most).toBe(6);
    expect(world.paid()).toHaveLength(60);
    // A lead that is held now is due while the worker rests.
    const late = world.mock.addFault({ operation: 'shares.receive', status: 429 });
    await intake.take(leadOf('late', await world.share(world.capture())));
    late.remove();
    for (let n = 0; n < 3; n += 1) await advance(10_000);
    expect(await intake.get('late')).toMatchObject({ decision: 'accept' });
    stop.abort();
    await working;
    expect(waits.size).toBe(0);
  });

  it('sends little while the service is away, and takes up again by itself', async () => {
    const world = leadWorld();
    const { ledger, fault } = await heldLeads(world, 50);
    const { clock, advance } = stillClock(world);
    const intake = world.intakeOf(ledger, { clock });
    const stop = new AbortController();
    const working = intake.work({ signal: stop.signal });
    const before = receives(world);
    for (let minute = 0; minute < 60; minute += 1) {
      for (let n = 0; n < 6; n += 1) await advance(10_000);
    }
    // An hour: 8 to see that it is away, then one a minute.
    expect(receives(world) - before).toBeLessThan(80);
    fault.remove();
    for (let n = 0; n < 120; n += 1) await advance(10_000);
    expect(world.paid()).toHaveLength(50);
    stop.abort();
    await working;
  });

  it('tells what every lead would get, and pauses', async () => {
    const world = leadWorld();
    const { ledger, fault } = await heldLeads(world, 5);
    fault.remove();
    world.mock.updateOrganization(world.buyer, { apiAccess: 'off' });
    const { clock, advance } = stillClock(world);
    const intake = world.intakeOf(ledger, { clock });
    const answers: LeadDecision[] = [];
    const stop = new AbortController();
    const working = intake.work({
      ...{ signal: stop.signal, concurrency: 1 },
      onAnswer: (answer) => void answers.push(answer),
    });
    await advance(1); // it rests by now
    await advance(180_000);
    expect(answers.at(-1)).toMatchObject({ decision: 'fix', scope: 'account' });
    const told = answers.length;
    await advance(30_000);
    expect(answers).toHaveLength(told);
    world.mock.updateOrganization(world.buyer, { apiAccess: 'default' });
    for (let n = 0; n < 30; n += 1) await advance(60_000);
    expect(world.paid()).toHaveLength(5);
    stop.abort();
    await working;
  });

  it('takes up what becomes due while a lead hangs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const world = leadWorld();
    const { ledger, fault } = await heldLeads(world, 2);
    fault.remove();
    const { clock, advance } = stillClock(world);
    let end = (): void => undefined;
    const hangs = new Promise<void>((resolve) => (end = resolve));
    const told: string[] = [];
    const intake = world.intakeOf(ledger, {
      clock,
      onDecision: async ({ leadId }) => {
        told.push(leadId);
        if (told.length === 1) await hangs;
      },
    });
    const stop = new AbortController();
    const working = intake.work({ signal: stop.signal, concurrency: 2 });
    for (let n = 0; n < 20; n += 1) await advance(3_000);
    expect(world.paid()).toHaveLength(2);
    world.mock.addFault({ operation: 'shares.receive', status: 503 });
    const late = leadOf('late', await world.share(world.capture()));
    expect(await intake.take(late)).toMatchObject({ decision: 'hold' });
    await advance(10_000);
    expect(told).not.toContain('late');
    await vi.advanceTimersByTimeAsync(10_000); // what hangs is measured in real time
    await advance(0);
    expect(world.paid()).toHaveLength(3);
    expect(told).toContain('late');
    stop.abort();
    end();
    await working;
  });

  it('survives a ledger that is away, and tells so', async () => {
    const world = leadWorld();
    const { ledger, fault } = await heldLeads(world, 3);
    fault.remove();
    let isAway = true;
    const troubled = changed(ledger, {
      lease: (query) => (isAway ? Promise.reject(new Error('gone')) : ledger.lease(query)),
    });
    const { clock, advance } = stillClock(world);
    const errors: unknown[] = [];
    const intake = world.intakeOf(troubled, { clock, onError: (error) => errors.push(error) });
    const stop = new AbortController();
    const working = intake.work({ signal: stop.signal });
    await advance(60_000);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.every((error) => error instanceof LedgerError)).toBe(true);
    isAway = false;
    for (let n = 0; n < 10; n += 1) await advance(60_000);
    expect(world.paid()).toHaveLength(3);
    stop.abort();
    await working;
  });

  it.each<[string, (intake: LeadIntake<undefined>) => Promise<unknown>, string]>([
    ['no signal', (intake) => intake.work({} as never), 'signal'],
    ['an aborted signal', (intake) => intake.work({ signal: AbortSignal.abort() }), 'signal'],
    [
      'a concurrency out of bounds',
      (intake) => intake.work({ signal: new AbortController().signal, concurrency: 257 }),
      'concurrency',
    ],
  ])('refuses %s, and begins nothing', async (_, call, path) => {
    const world = leadWorld();
    const { ledger } = await heldLeads(world, 1);
    await world.mock.clock.advance({ minutes: 1 });
    const requests = receives(world);
    const error = await call(world.intakeOf(ledger)).catch((thrown: unknown) => thrown);
    expect((error as InvalidInputError).issues.map((issue) => issue.path)).toEqual([path]);
    expect(receives(world)).toBe(requests);
  });

  it('refuses a second call while the first one works, and takes a later one', async () => {
    const world = leadWorld();
    const { clock } = stillClock(world);
    const intake = world.intakeOf(memoryLedger(), { clock });
    const stop = new AbortController();
    const working = intake.work({ signal: stop.signal });
    await expect(intake.work({ signal: stop.signal })).rejects.toBeInstanceOf(InvalidInputError);
    stop.abort();
    await working;
    const next = new AbortController();
    const again = intake.work({ signal: next.signal });
    next.abort();
    await again;
  });
});

describe('SERVICE_DOWN', () => {
  it('holds a lead at once while the last eight calls all failed, and one call looks', async () => {
    const world = leadWorld();
    const { intake, fault } = await heldLeads(world, 8);
    const requests = receives(world);
    // One looks at once, and fails; the next are held without a request.
    for (const leadId of ['A', 'B', 'C']) {
      const lead = leadOf(leadId, await world.share(world.capture()));
      expect(await intake.take(lead)).toMatchObject({ decision: 'hold', code: 'SERVICE_DOWN' });
      expect(await intake.get(leadId)).toMatchObject({ code: 'SERVICE_DOWN' });
    }
    expect(receives(world)).toBe(requests);
    fault.remove();
    await world.mock.clock.advance({ minutes: 3 });
    const lead = leadOf('D', await world.share(world.capture()));
    expect(await intake.take(lead)).toMatchObject({ decision: 'accept' });
    expect((await intake.resume()).every(({ decision }) => decision === 'accept')).toBe(true);
    expect(world.paid()).toHaveLength(12);
  });

  it('is not said after an answer of any kind in between: the service is there', async () => {
    const world = leadWorld();
    const { mock, share, capture } = world;
    const intake = world.intakeOf();
    for (let round = 0; round < 3; round += 1) {
      const fault = mock.addFault({ operation: 'shares.receive', status: 503, times: 7 });
      for (let n = 0; n < 7; n += 1) {
        const lead = leadOf(`L-${round}-${n}`, await share(capture()));
        expect(await intake.take(lead)).not.toMatchObject({ code: 'SERVICE_DOWN' });
      }
      fault.remove();
      const stranger = leadOf(`S-${round}`, await share(capture()), '212 555 0199');
      expect(await intake.take(stranger)).toMatchObject({ decision: 'refuse' });
    }
  });
});
