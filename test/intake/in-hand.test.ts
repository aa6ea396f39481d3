import { describe, expect, it, vi } from 'vitest';
import { InvalidInputError } from '../../src/index.ts';
import { memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { changed, leadOf, leadWorld } from './support/lead-world.ts';

describe('a lead in hand', () => {
  it('is leased for longer than a receive and a read of the record may take', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const leasedFor: Record<string, number> = {};
    const watched = changed(ledger, {
      add: async (...[entry]: Parameters<typeof ledger.add>) => {
        leasedFor['added'] = (entry.dueAt ?? 0) - mock.clock.now();
        return ledger.add(entry);
      },
      lease: async (...[query]: Parameters<typeof ledger.lease>) => {
        leasedFor[query.lead?.leadId ?? 'resumed'] = query.until - mock.clock.now();
        return ledger.lease(query);
      },
    });
    const intake = intakeOf(watched, { deadlineMs: 100_000, resumeDeadlineMs: 200_000 });
    const lead = leadOf('L-1', await share(capture()));
    mock.addFault({ operation: 'shares.receive', status: 503, times: 2 });
    await intake.take(lead);
    await mock.clock.advance({ minutes: 1 });
    await intake.take(lead);
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume({ limit: 1 })).toMatchObject([{ decision: 'accept' }]);
    expect(leasedFor['added']).toBeGreaterThan(200_000);
    expect(leasedFor['L-1']).toBeGreaterThan(200_000);
    expect(leasedFor['resumed']).toBeGreaterThan(400_000);
  });

  it('is asked about again at the instant that its decision named, and not before', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const intake = intakeOf();
    const lead = leadOf('L-1', await share(capture()));
    mock.addFault({ operation: 'shares.receive', status: 503 });
    const held = await intake.take(lead);
    const nextAttemptAt = 'nextAttemptAt' in held ? (held.nextAttemptAt ?? 0) : 0;
    await mock.clock.advance(nextAttemptAt - mock.clock.now() - 1);
    expect(await intake.take(lead)).toEqual(held);
    await mock.clock.advance(1);
    expect(await intake.take(lead)).toMatchObject({ decision: 'accept' });
  });

  it('is asked about after its lease where the ledger failed, as the decision says', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const { save } = ledger;
    Object.assign(ledger, { save: () => Promise.reject(new Error('the connection is gone')) });
    const lead = leadOf('L-1', await share(capture()));
    const held = await intakeOf(ledger).take(lead);
    Object.assign(ledger, { save });
    expect(held).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
    const { dueAt } = (await ledger.get({ source: '', leadId: 'L-1' })) ?? {};
    expect(held).toHaveProperty('nextAttemptAt', dueAt);
    expect(dueAt).toBeGreaterThan(mock.clock.now());
  });

  it('comes once from any number of passes, and no pass takes more than its limit', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = memoryLedger();
    mock.addFault({ operation: 'shares.receive', status: 503, times: 5 });
    for (let index = 0; index < 5; index += 1) {
      await intakeOf(ledger).take(leadOf(`L-${index}`, await share(capture())));
    }
    await mock.clock.advance({ minutes: 1 });
    for (const [limit, concurrency] of [
      [1, 4],
      [2, 4],
      [2, 1],
    ] as const) {
      const before = paid().length;
      expect(await intakeOf(ledger).resume({ limit, concurrency })).toHaveLength(limit);
      expect(paid()).toHaveLength(before + limit);
    }
  });

  it('was taken at the same time with another share: one of the two is refused, and says why', async () => {
    const { intakeOf, capture, share } = leadWorld();
    const ledger = memoryLedger();
    const [taken, other] = [await share(capture()), await share(capture())];
    const intake = intakeOf(ledger);
    await intake.take(leadOf('L-1', taken));
    const { add } = ledger;
    // Another process takes L-2 after it is known that this share is L-1's.
    Object.assign(ledger, {
      add: async (...entry: Parameters<typeof add>) => {
        const result = await add.call(ledger, ...entry);
        Object.assign(ledger, { add });
        await intake.take(leadOf('L-2', other));
        return result;
      },
    });
    const error = await intake.take(leadOf('L-2', taken)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect((error as InvalidInputError).issues).toMatchObject([{ path: 'shareUrl' }]);
    expect(await intake.get('L-2')).toMatchObject({ decision: 'accept' });
  });

  it('keeps the request ids of a record that another lead has', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const cdrId = capture();
    await intakeOf(ledger).take(leadOf('L-1', await share(cdrId)));
    await intakeOf(ledger).take(leadOf('L-2', await share(cdrId)));
    const last = mock.requests({ cdrId }).at(-1)?.requestId;
    expect(await ledger.get({ source: '', leadId: 'L-2' })).toMatchObject({
      state: 'duplicate',
      requestIds: [last],
    });
  });
});

describe('a lead that waits', () => {
  it('keeps its last 20 request ids, and waits between 2 seconds and 15 minutes, longer each time', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    mock.addFault({ operation: 'shares.receive', status: 503, times: 25 });
    await intakeOf(ledger).take(lead);
    const waits: number[] = [];
    for (let pass = 1; pass < 25; pass += 1) {
      const { dueAt } = (await ledger.get({ source: '', leadId: 'L-1' })) ?? {};
      waits.push((dueAt ?? 0) - mock.clock.now());
      await mock.clock.advance(waits.at(-1) ?? 0);
      await intakeOf(ledger).resume();
    }
    // Each wait is up to a quarter longer than its nominal length, to spread leads.
    for (const [index, wait] of waits.entries()) {
      const nominal = Math.min(2_000 * 2 ** index, 900_000);
      expect(wait).toBeGreaterThanOrEqual(nominal);
      expect(wait).toBeLessThanOrEqual(1.25 * nominal);
    }
    const answered = mock.requests().filter(({ operation }) => operation === 'shares.receive');
    expect(answered).toHaveLength(25);
    const ids = answered.map(({ requestId }) => requestId);
    expect((await ledger.get({ source: '', leadId: 'L-1' }))?.requestIds).toEqual(ids.slice(-20));
  });

  it('keeps the request id of a decision that could not be told', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = sqliteLedger(':memory:');
    const cdrId = capture();
    const intake = intakeOf(ledger, {
      onDecision: () => {
        throw new Error('the CRM is down');
      },
    });
    await intake.take(leadOf('L-1', await share(cdrId)));
    const last = mock.requests({ cdrId }).at(-1)?.requestId;
    expect(await ledger.get({ source: '', leadId: 'L-1' })).toMatchObject({
      state: 'hold',
      requestIds: [last],
    });
  });
});

describe('a decision that is being told', () => {
  it('is reported to no one else meanwhile, and each failure to onError', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const failed: string[] = [];
    let told = 0;
    let goOn = (): void => undefined;
    const intake = intakeOf(ledger, {
      onError: (error, { leadId }) => failed.push(`${leadId} ${String(error)}`),
      onDecision: async () => {
        told += 1;
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        if (told < 3) throw new Error('the CRM is down');
      },
    });
    const lead = leadOf('L-1', await share(capture()));
    const pass = async (work: () => Promise<unknown>, count: number): Promise<void> => {
      const running = work();
      await vi.waitFor(() => expect(told).toBe(count));
      await mock.clock.advance({ seconds: 50 });
      expect(await intake.resume()).toEqual([]);
      goOn();
      await running;
      expect(failed).toHaveLength(Math.min(count, 2));
      await mock.clock.advance({ minutes: 2 });
    };
    await pass(() => intake.take(lead), 1);
    await pass(() => intake.resume(), 2);
    await pass(() => intake.resume(), 3);
    expect(failed).toEqual(Array(2).fill('L-1 Error: the CRM is down'));
    expect(await intake.resume()).toEqual([]);
    expect(await ledger.get({ source: '', leadId: 'L-1' })).toMatchObject({
      inHand: false,
      dueAt: null,
    });
  });
});

describe('a record that is being rendered', () => {
  it('is waited for within the deadline, whatever the client waits elsewhere', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const clock = { now: () => mock.clock.now(), sleep: async () => undefined };
    const client = clientOf({ pendingTimeoutMs: 0, clock });
    mock.addFault({ operation: 'shares.receive', code: 'CDR_PENDING' });
    const lead = leadOf('L-1', await share(capture()));
    expect(await intakeOf(memoryLedger(), { client }).take(lead)).toMatchObject({
      decision: 'accept',
    });
  });
});
