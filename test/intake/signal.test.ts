import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { type Ledger, LedgerError, memoryLedger } from '../../src/intake/index.ts';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { changed, leadOf, leadWorld } from './support/lead-world.ts';

/** Something that hangs until it is let go, and tells that it has been reached. */
function gate() {
  let open = (): void => undefined;
  let reach = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return {
    reached,
    open: () => open(),
    pass: async (): Promise<void> => {
      reach();
      await opened;
    },
  };
}

type Gate = ReturnType<typeof gate>;

/** A ledger in which one step hangs: before it has an effect, or after. */
function hanging(ledger: Ledger, step: 'add' | 'save' | 'lease' | 'get', when: string, at: Gate) {
  return new Proxy(ledger, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const run = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
      if (name !== step) return run;
      return async (...args: unknown[]) => {
        if (when === 'before') await at.pass();
        const result = await run(...args);
        if (when === 'after') await at.pass();
        return result;
      };
    },
  });
}

type World = ReturnType<typeof leadWorld>;

interface Trial {
  readonly ledger: Ledger;
  readonly options?: Parameters<World['intakeOf']>[1];
}

const LEDGERS = {
  memory: () => memoryLedger() as Ledger,
  SQLite: () => sqliteLedger(new DatabaseSync(':memory:')) as Ledger,
};

/** What hangs, whether the lead is in the ledger by then, and whether its receive was sent. */
const LAYERS: Readonly<
  Record<
    string,
    { durable: boolean; sent: boolean; trial(world: World, own: Ledger, at: Gate): Trial }
  >
> = {
  'the ledger before the intent': {
    durable: false,
    sent: false,
    trial: (_, own, at) => ({ ledger: hanging(own, 'add', 'before', at) }),
  },
  'the answer of the ledger after the intent': {
    durable: false,
    sent: false,
    trial: (_, own, at) => ({ ledger: hanging(own, 'add', 'after', at) }),
  },
  'the service before the receive': {
    durable: true,
    sent: true,
    trial: ({ clientOf, mock }, ledger, at) => ({
      ledger,
      options: {
        client: clientOf({
          fetch: async (...request: Parameters<typeof mock.fetch>) => {
            await at.pass();
            return mock.fetch(...request);
          },
        }),
      },
    }),
  },
  'the service after the receive': {
    durable: true,
    sent: true,
    trial: ({ clientOf, mock }, ledger, at) => ({
      ledger,
      options: {
        client: clientOf({
          fetch: async (...request: Parameters<typeof mock.fetch>) => {
            const response = await mock.fetch(...request);
            await at.pass();
            return response;
          },
        }),
      },
    }),
  },
  onDecision: {
    durable: true,
    sent: true,
    trial: (_, ledger, at) => ({ ledger, options: { onDecision: () => at.pass() } }),
  },
  'the commit': {
    durable: true,
    sent: true,
    trial: (_, own, at) => ({ ledger: hanging(own, 'save', 'before', at) }),
  },
  'the answer of the commit': {
    durable: true,
    sent: true,
    trial: (_, own, at) => ({ ledger: hanging(own, 'save', 'after', at) }),
  },
};

const TRIALS = Object.entries(LAYERS).flatMap(([name, layer]) =>
  Object.entries(LEDGERS).map(([kind, open]) => [kind, name, layer, open] as const),
);

describe('a signal ends the wait of take', () => {
  it.each(TRIALS)(
    'on %s while %s hangs, and no lead is lost or paid for twice',
    async (...trial) => {
      const [, , layer, open] = trial;
      const world = leadWorld();
      const { intakeOf, capture, share, mock, paid } = world;
      const own = open();
      const at = gate();
      const { ledger, options } = layer.trial(world, own, at);
      const lead = leadOf('L-1', await share(capture()));
      const abort = new AbortController();
      const taken = intakeOf<unknown>(ledger, options as never).take(lead, {
        signal: abort.signal,
      });
      await at.reached;
      abort.abort(new Error('the seller is gone'));
      const answer = await taken.catch((error: unknown) => error);
      if (layer.durable) {
        expect(answer).toMatchObject({ leadId: 'L-1', decision: 'hold', code: 'STILL_WORKING' });
        expect(answer).toHaveProperty('nextAttemptAt');
      } else {
        expect(answer).toBeInstanceOf(LedgerError);
        expect(answer).toMatchObject({ reason: 'failed', outcome: 'not_sent', sent: [] });
        expect((answer as Error).cause).toBe(abort.signal.reason);
      }

      at.open();
      const settled = () =>
        own.get({ source: '', leadId: 'L-1' }).then((entry) => entry?.inHand === false);
      await vi.waitFor(async () => expect(await settled()).toBe(true));
      expect(paid()).toHaveLength(Number(layer.sent));
      // The work went on; where nothing was sent, the lead is due soon.
      await mock.clock.advance({ minutes: 2 });
      await intakeOf<unknown>(own).resume();
      expect(await intakeOf<unknown>(own).get('L-1')).toMatchObject({ decision: 'accept' });
      expect(paid()).toHaveLength(1);
    },
  );

  it('while the lease of a known lead hangs, which is then in the ledger', async () => {
    const { intakeOf, capture, share, mock, paid } = leadWorld();
    const own = memoryLedger() as Ledger;
    const lead = leadOf('L-1', await share(capture()));
    mock.addFault({ operation: 'shares.receive', status: 429 });
    await intakeOf<unknown>(own).take(lead);
    await mock.clock.advance({ minutes: 1 });
    const at = gate();
    const abort = new AbortController();
    const intake = intakeOf<unknown>(hanging(own, 'lease', 'after', at));
    const taken = intake.take(lead, { signal: abort.signal });
    await at.reached;
    abort.abort();
    expect(await taken).toMatchObject({ decision: 'hold', code: 'STILL_WORKING' });
    at.open();
    await vi.waitFor(async () =>
      expect(await own.get({ source: '', leadId: 'L-1' })).toMatchObject({ inHand: false }),
    );
    expect(await own.get({ source: '', leadId: 'L-1' })).toMatchObject({
      code: 'ABORTED',
      inDoubt: false,
    });
    expect(paid()).toEqual([]);
  });

  it('and leaves no listener, and no rejection unhandled, where the ledger fails later', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    try {
      const { intakeOf, capture, share } = leadWorld();
      const at = gate();
      const failing = changed(memoryLedger() as Ledger, {
        add: async () => {
          await at.pass();
          throw new Error('gone');
        },
      });
      const abort = new AbortController();
      const lead = leadOf('L-1', await share(capture()));
      const taken = intakeOf<unknown>(failing).take(lead, { signal: abort.signal });
      await at.reached;
      abort.abort();
      await expect(taken).rejects.toBeInstanceOf(LedgerError);
      at.open();
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', unhandled);
    }
  });
});

describe('a signal ends the wait of resume', () => {
  it.each(['lease', 'service'] as const)(
    'while the %s hangs, with what was decided and what is worked on',
    async (what) => {
      const { intakeOf, clientOf, capture, share, mock, paid } = leadWorld();
      const own = memoryLedger() as Ledger;
      mock.addFault({ operation: 'shares.receive', status: 429, times: 2 });
      for (const leadId of ['L-1', 'L-2']) {
        await intakeOf<unknown>(own).take(leadOf(leadId, await share(capture())));
      }
      await mock.clock.advance({ minutes: 1 });
      const at = gate();
      let count = 0;
      const second = async (): Promise<void> => {
        count += 1;
        if (count === 2) await at.pass();
      };
      const { fetch } = mock;
      const client = clientOf({
        fetch: async (...request: Parameters<typeof fetch>) => {
          if (what === 'service') await second();
          return fetch(...request);
        },
      });
      const ledger = new Proxy(own, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          const run = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
          if (name !== 'lease' || what !== 'lease') return run;
          return async (...args: unknown[]) => {
            await second();
            return run(...args);
          };
        },
      });
      const abort = new AbortController();
      const intake = intakeOf<unknown>(ledger, { client });
      const running = intake.resume({ concurrency: 1, signal: abort.signal });
      await at.reached;
      abort.abort();
      const decisions = await running;
      const working = { decision: 'hold', code: 'STILL_WORKING' };
      expect(decisions).toMatchObject([
        { decision: 'accept' },
        ...(what === 'service' ? [working] : []),
      ]);
      at.open();
      // The lead that was leased too late is handed back, and the other one's work went on.
      const ended = what === 'lease' ? { code: 'ABORTED' } : { state: 'accept' };
      await vi.waitFor(async () => {
        expect([
          await own.get({ source: '', leadId: 'L-1' }),
          await own.get({ source: '', leadId: 'L-2' }),
        ]).toContainEqual(expect.objectContaining({ ...ended, inHand: false }));
        expect(await own.get({ source: '', leadId: 'L-1' })).toMatchObject({ inHand: false });
        expect(await own.get({ source: '', leadId: 'L-2' })).toMatchObject({ inHand: false });
      });
      await mock.clock.advance({ minutes: 2 });
      await intakeOf<unknown>(own).resume();
      expect(paid()).toHaveLength(2);
    },
  );
});
