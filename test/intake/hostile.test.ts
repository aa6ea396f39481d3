import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { LedgerError, memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import {
  all,
  changed,
  criteria,
  leadOf,
  leadWorld,
  OTHER_PHONE,
  PHONE,
} from './support/lead-world.ts';

describe('a lead intake in bad company', () => {
  it('gives the decision of a lead although the criteria cannot be made any more', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    const decided = await intakeOf(ledger).take(lead);
    const broken = intakeOf(ledger, {
      criteria: () => {
        throw new Error('no such campaign');
      },
    });
    expect(await broken.take(lead)).toEqual({ ...decided, replayed: true });
    const other = leadOf('L-2', await share(capture()));
    await expect(broken.take(other)).rejects.toThrow('no such campaign');
    expect(await broken.get('L-2')).toBeUndefined();
    expect(paid()).toHaveLength(1);
  });

  it('saves no lead without its criteria, although its row is deleted just then', async () => {
    const { intakeOf, capture, share, paid } = leadWorld();
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    await intakeOf(ledger).take(lead);
    const added: unknown[] = [];
    Object.assign(ledger, {
      add: async (entry: unknown) => {
        added.push(entry);
        return { kind: 'added' };
      },
    });
    const broken = intakeOf(ledger, {
      criteria: () => {
        throw new Error('no such campaign');
      },
    });
    expect(await broken.take(lead)).toMatchObject({ decision: 'accept' });
    expect(added).toEqual([]);
    expect(paid()).toHaveLength(1);
  });

  it.each<[string, () => unknown]>([
    ['a promise of them', () => Promise.resolve(criteria)],
    ['a promise that rejects', () => Promise.reject(new Error('no such campaign'))],
    ['nothing', () => undefined],
    ['null', () => null],
    ['a text', () => JSON.stringify(criteria)],
  ])('refuses a function that returns %s instead of criteria', async (_what, wrong) => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = memoryLedger();
    const errors: unknown[] = [];
    const onError = (error: unknown): number => errors.push(error);
    const broken = intakeOf(ledger, { criteria: wrong as never, onError });
    const lead = leadOf('L-1', await share(capture()));
    await expect(broken.take(lead)).rejects.toMatchObject({ issues: [{ path: 'criteria' }] });
    expect(await broken.get('L-1')).toBeUndefined();
    // After a fix, when the criteria are asked for again, the lead keeps those that it has.
    const typo = () => ({ ...criteria, typo: 1 }) as never;
    await intakeOf(ledger, { criteria: typo }).take(lead);
    await mock.clock.advance({ minutes: 1 });
    expect(await broken.resume()).toMatchObject([{ decision: 'fix', scope: 'account' }]);
    expect(errors).toMatchObject([{ issues: [{ path: 'criteria' }] }]);
    expect(paid()).toEqual([]);
  });

  it('refuses a promise of criteria, before any lead', () => {
    const { intakeOf } = leadWorld();
    expect(() =>
      intakeOf(memoryLedger(), { criteria: Promise.resolve(criteria) as never }),
    ).toThrow('criteria: expected criteria, or a function');
  });

  it('waits longer each time for a callback that fails, and stays sure that nothing was paid', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const shareUrl = await share(capture());
    const told: unknown[] = [];
    let isDown = true;
    const intake = intakeOf(sqliteLedger(new DatabaseSync(':memory:')), {
      onDecision: () => {
        if (isDown) throw new Error('the CRM is down');
      },
      onError: (error) => told.push(error),
    });
    const asked = () => mock.requests().filter(({ operation }) => operation === 'shares.receive');
    await intake.take(leadOf('L-1', shareUrl, '212 555 0199'));
    expect(await intake.get('L-1')).toMatchObject({ decision: 'hold', code: 'LEDGER_FAILED' });
    for (let minutes = 0; minutes < 120; minutes += 1) {
      await mock.clock.advance({ minutes: 1 });
      await intake.resume();
    }
    expect(asked().length).toBeLessThan(20);
    // The share has expired. A lead that was refused free of charge was never paid for.
    await mock.clock.advance({ days: 31 });
    isDown = false;
    expect(await intake.resume()).toMatchObject([{ leadId: 'L-1', decision: 'refuse' }]);
  });

  it('accepts after a callback that failed, paid once', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    let isDown = true;
    const intake = intakeOf(sqliteLedger(new DatabaseSync(':memory:')), {
      onDecision: () => {
        if (isDown) throw new Error('the CRM is down');
      },
    });
    await intake.take(leadOf('L-1', await share(capture())));
    isDown = false;
    await mock.clock.advance({ minutes: 2 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept' }]);
    expect(paid()).toHaveLength(1);
  });

  it('accepts what it had paid for although the link expired while its callback failed', async () => {
    const { intakeOf, seller, capture, mock, paid } = leadWorld();
    const cdrId = capture();
    const { shareUrl } = await seller.cdrs.share(cdrId, { expiresIn: { hours: 2 } });
    let isDown = true;
    const intake = intakeOf(sqliteLedger(new DatabaseSync(':memory:')), {
      onDecision: () => {
        if (isDown) throw new Error('the CRM is down');
      },
    });
    await intake.take(leadOf('L-1', shareUrl));
    await mock.clock.advance({ hours: 3 });
    expect(await intake.resume()).toMatchObject([{ decision: 'hold', code: 'LEDGER_FAILED' }]);
    isDown = false;
    await mock.clock.advance({ hours: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toHaveLength(1);
  });

  it('accepts a stranger’s record for no lead, although the link expired before it could be read', async () => {
    const { intakeOf, clientOf, seller, capture, mock } = leadWorld();
    const cdrId = capture();
    const { shareUrl } = await seller.cdrs.share(cdrId, { expiresIn: { hours: 2 } });
    await clientOf().shares.receive(shareUrl);
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'before', drop: true });
    mock.addFault({ operation: 'cdrs.get', status: 503 });
    await intake.take(leadOf('L-1', shareUrl, OTHER_PHONE));
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'hold', code: 'UNCONFIRMED' }]);
    await mock.clock.advance({ hours: 3 });
    expect(await intake.resume()).toMatchObject([{ decision: 'duplicate', cdrId }]);
  });

  it('accepts what it had paid for although the link expired before the record could be read', async () => {
    const { intakeOf, seller, capture, mock, paid } = leadWorld();
    const cdrId = capture();
    const { shareUrl } = await seller.cdrs.share(cdrId, { expiresIn: { hours: 2 } });
    const intake = intakeOf();
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    mock.addFault({ operation: 'cdrs.get', status: 503 });
    await intake.take(leadOf('L-1', shareUrl));
    await mock.clock.advance({ minutes: 1 });
    expect(await intake.resume()).toMatchObject([{ decision: 'hold', code: 'UNCONFIRMED' }]);
    await mock.clock.advance({ hours: 3 });
    expect(await intake.resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toHaveLength(1);
  });

  it('does not take what others received for its own after a callback that failed', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const shareUrl = await share(capture());
    await clientOf().shares.receive(shareUrl);
    let isDown = true;
    const intake = intakeOf(sqliteLedger(new DatabaseSync(':memory:')), {
      onDecision: () => {
        if (isDown) throw new Error('the CRM is down');
      },
    });
    await intake.take(leadOf('L-1', shareUrl));
    isDown = false;
    await mock.clock.advance({ minutes: 2 });
    expect(await intake.resume()).toMatchObject([{ decision: 'duplicate' }]);
  });

  it('survives a callback on SQLite that is async and rejects', async () => {
    const { intakeOf, capture, share } = leadWorld();
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const intake = intakeOf(sqliteLedger(new DatabaseSync(':memory:')), {
        onDecision: async () => {
          throw new Error('the CRM is down');
        },
      });
      expect(await intake.take(leadOf('L-1', await share(capture())))).toMatchObject({
        decision: 'hold',
        code: 'LEDGER_FAILED',
      });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  it('ends a pass with the leads that are under way, also where the ledger fails in one', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    mock.addFault({ operation: 'shares.receive', times: 3, status: 503 });
    for (const leadId of ['L-1', 'L-2', 'L-3']) {
      await intakeOf(ledger).take(leadOf(leadId, await share(capture())));
    }
    await mock.clock.advance({ minutes: 1 });
    let leases = 0;
    let saved = 0;
    const failing = changed(ledger, {
      lease: async (...query: Parameters<typeof ledger.lease>) => {
        leases += 1;
        if (leases === 2) throw new Error('the connection is gone');
        return ledger.lease(...query);
      },
      save: async (...entry: Parameters<typeof ledger.save>) => {
        saved += 1;
        return ledger.save(...entry);
      },
    });
    await expect(intakeOf(failing).resume({ concurrency: 2 })).rejects.toBeInstanceOf(LedgerError);
    expect(saved).toBe(2);
  });

  it('rejects, and leaves no rejection unhandled, where the ledger fails while a lead is asked for', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const { intakeOf, clientOf, buyer, capture, share, mock } = leadWorld();
      const ledger = memoryLedger();
      mock.addFault({ operation: 'shares.receive', status: 503, times: 3 });
      for (const leadId of ['L-1', 'L-2', 'L-3']) {
        await intakeOf(ledger).take(leadOf(leadId, await share(capture())));
      }
      await mock.clock.advance({ minutes: 1 });
      let requests = 0;
      let leases = 0;
      const { lease } = ledger;
      Object.assign(ledger, {
        lease: (query: Parameters<typeof lease>[0]) => {
          leases += 1;
          return leases > 1 ? Promise.reject(new Error('gone')) : lease.call(ledger, query);
        },
      });
      const { fetch } = mock.clientOptions(buyer);
      const client = clientOf({
        fetch: async (...request: Parameters<typeof fetch>) => {
          // Node tells of unhandled rejections before it goes on. The second lead takes longer.
          const ticks = (requests += 1) === 2 ? 100 : 1;
          for (let tick = 0; tick < ticks; tick += 1) {
            await new Promise((resolve) => setImmediate(resolve));
          }
          return fetch(...request);
        },
      });
      const intake = intakeOf(ledger, { client });
      await expect(intake.resume({ concurrency: 2 })).rejects.toBeInstanceOf(LedgerError);
      for (const [leadId, decision] of [
        ['L-1', 'accept'],
        ['L-2', 'accept'],
        ['L-3', 'hold'],
      ] as const) {
        expect(await intake.get(leadId)).toMatchObject({ decision });
      }
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });

  it('rejects with a LedgerError where a lead in another hand cannot be read', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    mock.addFault({ operation: 'shares.receive', status: 503 });
    await intakeOf(ledger).take(lead);
    await mock.clock.advance({ minutes: 1 });
    const failing = Object.assign(ledger, {
      lease: async () => ({ entries: [] }),
      get: () => Promise.reject(new Error('the connection is gone')),
    });
    await expect(intakeOf(failing).take(lead)).rejects.toBeInstanceOf(LedgerError);
  });

  it('does not take itself for perhaps paid where its own key cannot be had', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const client = clientOf({ apiKey: () => Promise.reject(new Error('the vault is sealed')) });
    const lead = leadOf('L-1', await share(capture()));
    const before = mock.requests().length;
    expect(await intakeOf(ledger, { client }).take(lead)).toMatchObject({ decision: 'hold' });
    expect(mock.requests()).toHaveLength(before);
    expect(await ledger.get({ source: '', leadId: 'L-1' })).toMatchObject({ inDoubt: false });
  });

  it('saves a lead whose signal was aborted before, and sends nothing', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = memoryLedger();
    const lead = leadOf('L-1', await share(capture()));
    const before = mock.requests().length;
    const signal = AbortSignal.abort();
    expect(await intakeOf(ledger).take(lead, { signal })).toMatchObject({
      decision: 'hold',
      code: 'ABORTED',
    });
    expect(mock.requests()).toHaveLength(before);
    expect(await ledger.get({ source: '', leadId: 'L-1' })).toMatchObject({
      inDoubt: false,
      askedAt: null,
    });
    await mock.clock.advance({ minutes: 1 });
    expect(await intakeOf(ledger).resume()).toMatchObject([{ decision: 'accept' }]);
    expect(paid()).toHaveLength(1);
  });

  it('keeps a lead whose criteria are too long to be sent', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const ledger = memoryLedger();
    const rule = { ruleId: 'long', anyOf: ['x'.repeat(2_000_000)] };
    const wrong = { ...criteria, disclosure: { requiredText: [rule] } };
    const lead = leadOf('L-1', await share(capture()));
    expect(await intakeOf(ledger, { criteria: () => wrong }).take(lead)).toMatchObject({
      decision: 'fix',
      scope: 'account',
    });
    await mock.clock.advance({ minutes: 1 });
    expect(await intakeOf(ledger).resume()).toMatchObject([{ decision: 'accept' }]);
    expect(paid()).toHaveLength(1);
  });

  it('keeps a hundred short reasons of a refusal that lists any number, of any length', async () => {
    const { intakeOf, clientOf, capture, share } = leadWorld();
    const long = 'r'.repeat(5_000);
    const failure = { ruleId: long, status: long, code: long };
    const details = { outcome: 'rejected', failures: Array(500).fill(failure) };
    const error = { code: 'CDR_ACCEPTANCE_FAILED', message: 'no', requestId: 'req_1', details };
    const fetch = async () => Response.json({ ok: false, error }, { status: 422 });
    const intake = intakeOf(memoryLedger(), { client: clientOf({ fetch }) });
    const decision = await intake.take(leadOf('L-1', await share(capture())));
    expect(decision).toMatchObject({ decision: 'refuse' });
    expect(decision).toHaveProperty('reasons.length', 100);
    expect(JSON.stringify(decision).length).toBeLessThan(200_000);
  });

  it('holds a lead whose receipt names no record', async () => {
    const { intakeOf, clientOf, capture, share, mock, buyer, paid } = leadWorld();
    const { fetch } = mock.clientOptions(buyer);
    const client = clientOf({
      fetch: async (...request) => {
        const reply = (await (await fetch(...request)).json()) as { data: object };
        return Response.json({ ...reply, data: { ...reply.data, cdrId: '' } });
      },
    });
    const ledger = memoryLedger();
    const cdrId = capture();
    expect(
      await intakeOf(ledger, { client }).take(leadOf('L-1', await share(cdrId))),
    ).toMatchObject({ decision: 'hold', code: 'UNEXPECTED_REPLY' });
    await mock.clock.advance({ minutes: 1 });
    expect(await intakeOf(ledger).resume()).toMatchObject([{ decision: 'accept', cdrId }]);
    expect(paid()).toEqual([cdrId]);
  });

  it.each(['é', 'e\u0301', '💶', '__proto__', 'L 1', "'; DROP TABLE", '\u202Ex', 'L-1\u0085'])(
    'keeps the lead id %j as it is',
    async (leadId) => {
      const { intakeOf, capture, share } = leadWorld();
      const ledger = sqliteLedger(new DatabaseSync(':memory:'));
      const decision = await intakeOf(ledger).take(leadOf(leadId, await share(capture())));
      expect(decision).toMatchObject({ leadId, decision: 'accept' });
      expect(await intakeOf(ledger).get(leadId)).toEqual({ ...decision, replayed: true });
      expect(await intakeOf(ledger).get(`${leadId} `)).toBeUndefined();
    },
  );

  it('finds a foreign share again by each of its spellings once the origin is known', async () => {
    const { intakeOf, clientOf, capture, share, mock } = leadWorld();
    const ledger = memoryLedger();
    const { pathname } = new URL(await share(capture()));
    const origin = 'https://links.gateway.example';
    const spellings = ['', '?utm=1', '#top', '/claim', '/claim?utm=1'].map(
      (tail) => `${origin}${pathname}${tail}`,
    );
    await intakeOf(ledger).take(leadOf('L-1', spellings[1] ?? ''));
    await mock.clock.advance({ minutes: 1 });
    const intake = intakeOf(ledger, { client: clientOf({ shareOrigins: [origin] }) });
    for (const shareUrl of [...spellings, pathname.split('/').at(-1) ?? '']) {
      expect(await intake.take(leadOf('L-1', shareUrl))).toMatchObject({ decision: 'accept' });
      expect(await intake.take(leadOf('L-2', shareUrl))).toMatchObject({ decision: 'duplicate' });
    }
  });

  it('finds orphans over pages, and neither own captures nor what was accepted', async () => {
    const { mock, buyer, intakeOf, clientOf, capture, share } = leadWorld();
    const urls = await Promise.all(Array.from({ length: 130 }, () => share(capture())));
    const client = clientOf();
    for (const url of urls.slice(1)) await client.shares.receive(url);
    mock.capture(buyer, { pageUrl: 'https://own.example/' });
    await mock.clock.advance({ minutes: 1 });
    const intake = intakeOf();
    await intake.take(leadOf('L-1', urls[0] ?? '', PHONE));
    const found = await all(intake.orphans());
    expect(new Set(found.map(({ cdrId }) => cdrId)).size).toBe(129);
    expect(found.every(({ domainId }) => domainId === 'sunroof.example')).toBe(true);
  });
});
