import { describe, expect, it } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { type Lead, type LeadOfBatch, memoryLedger } from '../../src/intake/index.ts';
import { all, leadOf, leadWorld, OTHER_PHONE } from './support/lead-world.ts';

type World = ReturnType<typeof leadWorld>;

async function leadsOf({ capture, share }: World, count: number): Promise<LeadOfBatch[]> {
  const leads: LeadOfBatch[] = [];
  for (let n = 0; n < count; n += 1) {
    leads.push({ ...leadOf(`L-${n}`, await share(capture())), source: 'sunroof', row: [n] });
  }
  return leads;
}

/** Moves the service's clock on while the work goes on. */
async function whileTimePasses<T>({ mock }: World, work: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = work.finally(() => (isOver = true));
  ended.catch(() => undefined);
  while (!isOver) {
    await mock.clock.advance({ seconds: 10 });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return ended;
}

describe('takeAll', () => {
  it('takes each lead once, and hands its row through', async () => {
    const world = leadWorld();
    const leads = await leadsOf(world, 30);
    const taken = await all(world.intakeOf().takeAll(leads, { concurrency: 4 }));
    expect(taken.map(({ decision }) => decision?.decision)).toEqual(leads.map(() => 'accept'));
    expect(new Set(taken.map(({ lead }) => lead))).toEqual(new Set(leads));
    expect(world.paid()).toHaveLength(30);
  });

  it('keeps no more in work than it may, of what is due again at once too', async () => {
    const world = leadWorld();
    const { intakeOf, mock, clientOf, paid } = world;
    let [inWork, most] = [0, 0];
    const client = clientOf();
    const { receive } = client.shares;
    client.shares.receive = ((...args: Parameters<typeof receive>) => {
      inWork += 1;
      most = Math.max(most, inWork);
      return receive(...args).finally(() => (inWork -= 1));
    }) as typeof receive;
    mock.addFault({ operation: 'shares.receive', status: 503, times: 20 });
    const leads = await leadsOf(world, 20);
    const intake = intakeOf(memoryLedger(), { client });
    const options = { concurrency: 3, until: 'decided' } as const;
    const taken = await whileTimePasses(world, all(intake.takeAll(leads, options)));
    expect(taken.every(({ decision }) => decision?.decision === 'accept')).toBe(true);
    expect(most).toBe(3);
    expect(paid()).toHaveLength(20);
  });

  it('ends with the first answer, or waits no longer than it may', async () => {
    const world = leadWorld();
    const [lead] = await leadsOf(world, 1);
    world.mock.addFault({ operation: 'shares.receive', status: 503, times: 1_000 });
    const intake = world.intakeOf();
    const once = await all(intake.takeAll([lead as LeadOfBatch]));
    expect(once).toMatchObject([{ decision: { decision: 'hold' } }]);
    const began = world.mock.clock.now();
    const options = { until: 'decided', waitMs: 120_000 } as const;
    const waited = await whileTimePasses(
      world,
      all(intake.takeAll([lead as LeadOfBatch], options)),
    );
    expect(waited).toMatchObject([{ decision: { decision: 'hold' } }]);
    expect(world.mock.clock.now() - began).toBeLessThanOrEqual(130_000);
  });

  it('takes from an async iterable only what it has room for, and leaves it when it is left', async () => {
    const world = leadWorld();
    const leads = await leadsOf(world, 50);
    let [given, isClosed] = [0, false];
    async function* file(): AsyncGenerator<LeadOfBatch> {
      try {
        for (const lead of leads) {
          given += 1;
          yield lead;
        }
      } finally {
        isClosed = true;
      }
    }
    for await (const { decision } of world.intakeOf().takeAll(file(), { concurrency: 2 })) {
      expect(decision?.decision).toBe('accept');
      break;
    }
    expect(given).toBeLessThan(10);
    expect(isClosed).toBe(true);
  });

  it('gives the error of what is no lead, and continues with the others', async () => {
    const world = leadWorld();
    const [good] = await leadsOf(world, 1);
    const leads = [
      ...[null, 'L-1', 7, {}, { ...good, phone: undefined }, { ...good, phonee: '1', row: 2 }],
      { ...good, leadId: '' },
      good,
      { ...good, phone: OTHER_PHONE },
    ] as LeadOfBatch[];
    const taken = await all(world.intakeOf().takeAll(leads, { concurrency: 1 }));
    const errors = taken.filter(({ error }) => error !== undefined);
    expect(taken).toHaveLength(leads.length);
    expect(errors).toHaveLength(leads.length - 1);
    for (const { error } of errors) expect(error).toBeInstanceOf(InvalidInputError);
    expect(String(taken[5]?.error)).toContain('did you mean "phone"?');
    expect(world.paid()).toHaveLength(1);
  });

  it('stops at the signal, and the same call again ends the rest, nothing paid twice', async () => {
    const world = leadWorld();
    const leads = await leadsOf(world, 12);
    const ledger = memoryLedger();
    const abort = new AbortController();
    const first: unknown[] = [];
    const batch = world.intakeOf(ledger).takeAll(leads, { concurrency: 2, signal: abort.signal });
    for await (const taken of batch) {
      first.push(taken);
      if (first.length === 3) abort.abort();
    }
    expect(first.length).toBeLessThan(leads.length);

    // What was stopped right before its request is due a little later.
    const again = world.intakeOf(ledger).takeAll(leads, { concurrency: 2, until: 'decided' });
    const rest = await whileTimePasses(world, all(again));
    expect(rest.every(({ decision }) => decision?.decision === 'accept')).toBe(true);
    expect(rest.some(({ decision }) => decision?.decision === 'accept' && decision.replayed)).toBe(
      true,
    );
    expect(world.paid()).toHaveLength(12);
  });

  it('ends the waits of held leads at the signal', async () => {
    const world = leadWorld();
    const leads = await leadsOf(world, 5);
    world.mock.addFault({ operation: 'shares.receive', status: 503, times: 100 });
    const abort = new AbortController();
    const options = { until: 'decided', signal: abort.signal } as const;
    const taken = all(world.intakeOf().takeAll(leads as Lead[], options));
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort();
    for (const { decision } of await taken) expect(decision?.decision).toBe('hold');
  });

  it.each<[string, object, string]>([
    ['none in work', { concurrency: 0 }, 'concurrency'],
    ['another end', { until: 'done' }, 'until'],
    ['a wait of 8 days', { waitMs: 8 * 86_400_000 }, 'waitMs'],
  ])('refuses %s before any lead', (_, options, path) => {
    const take = () =>
      leadWorld()
        .intakeOf()
        .takeAll([], options as never);
    expect(take).toThrow(InvalidInputError);
    expect(take).toThrow(path);
  });
});
