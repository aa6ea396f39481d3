import { mock as runner } from 'node:test';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { setupMockServer } from '../../mock/msw.ts';
import { ConsentEvidence, isApiError } from '../../src/index.ts';

const START = Date.UTC(2026, 0, 5, 12);
const mock = createMockService({ now: START, idSeed: 'timers' });

/** What Jest's timers replace, unless they are told not to. */
const BY_JEST = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
  ...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/** Timers with the methods of Jest's, which read `doNotFake` and ignore `toFake`. */
const jest = {
  useFakeTimers: ({ doNotFake, now }: { doNotFake: string[]; now: number }) =>
    vi.useFakeTimers({ now, toFake: BY_JEST.filter((name) => !doNotFake.includes(name)) }),
  useRealTimers: () => vi.useRealTimers(),
  getTimerCount: () => vi.getTimerCount(),
  advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms),
  advanceTimersToNextTimer: () => vi.advanceTimersToNextTimer(),
};

const RUNNERS = [
  ['vi of vitest', vi],
  ['jest', jest],
  ['mock.timers of node:test', runner.timers],
] as const;

/** The code under test, which does not know about the fake, the test or any clock. */
async function receiveAsApp(shareUrl: string) {
  const { CONSENT_EVIDENCE_API_KEY, CONSENT_EVIDENCE_BASE_URL } = mock.env('buyer');
  const client = new ConsentEvidence({
    ...{ apiKey: CONSENT_EVIDENCE_API_KEY, baseUrl: CONSENT_EVIDENCE_BASE_URL },
  });
  const startedAt = Date.now();
  const { cdrId } = await client.shares.receive(shareUrl);
  return { cdrId, tookMs: Date.now() - startedAt };
}

describe.each(RUNNERS)('setupMockServer(mock, { timers }) with %s', (_, timers) => {
  const server = setupMockServer(mock, { timers });
  beforeEach(() => {
    server.listen();
    mock.addOrganization({ organizationId: 'producer', name: 'Sunroof Leads' });
    mock.addOrganization({ organizationId: 'buyer', name: 'Acme Solar' });
  });
  afterEach(() => {
    mock.reset();
    server.close();
  });

  it('a client of the code under test waits out a slow rendering in no time', async () => {
    const { cdrId, shareUrl } = mock.capture('producer', presets.slowRender({ autoShare: true }));
    const received = await receiveAsApp(shareUrl);
    expect(received).toEqual({ cdrId, tookMs: 4000 });
    expect(mock.clock.now()).toBe(START + 4000);
    expect(mock.charges({ organization: 'buyer' })).toHaveLength(0);
  });

  it('and the pauses between its attempts, however the service fails', async () => {
    for (const fault of [{ status: 503 }, { drop: true }, { status: 429, retryAfterSeconds: 20 }]) {
      const { cdrId, shareUrl } = mock.capture('producer', presets.checkedBox({ autoShare: true }));
      mock.addFault({ operation: 'shares.receive', times: 2, ...fault });
      expect((await receiveAsApp(shareUrl)).cdrId).toBe(cdrId);
    }
    expect(mock.clock.now()).toBeGreaterThan(START + 40_000);
  });

  it('gives up as it would in real time, and the time stands still again', async () => {
    const { shareUrl } = mock.capture('producer', {
      ...presets.checkedBox({ autoShare: true }),
      render: 'manual',
    });
    const error: unknown = await receiveAsApp(shareUrl).catch((reason: unknown) => reason);
    expect(isApiError(error, 'CDR_PENDING')).toBe(true);
    expect(mock.requests().length).toBeGreaterThan(10);
    const gaveUpAt = mock.clock.now();
    expect(gaveUpAt - START).toBeLessThanOrEqual(60_000);
    expect(Date.now()).toBe(gaveUpAt);
  });

  it('does without setImmediate, which Jest’s environments with a DOM do not have', async () => {
    const { cdrId, shareUrl } = mock.capture('producer', presets.slowRender({ autoShare: true }));
    vi.stubGlobal('setImmediate', undefined);
    const received = await receiveAsApp(shareUrl).finally(() => vi.unstubAllGlobals());
    expect(received).toEqual({ cdrId, tookMs: 4000 });
  });

  it('many clients at once all come through', async () => {
    const captured = Array.from({ length: 8 }, () =>
      mock.capture('producer', presets.slowRender({ autoShare: true })),
    );
    const received = await Promise.all(captured.map(({ shareUrl }) => receiveAsApp(shareUrl)));
    expect(received.map(({ cdrId }) => cdrId)).toEqual(captured.map(({ cdrId }) => cdrId));
  });

  it('moves with the world, and not by itself', async () => {
    expect(Date.now()).toBe(START);
    const fired: number[] = [];
    setTimeout(() => fired.push(Date.now()), 60_000);
    const client = new ConsentEvidence({
      ...{ apiKey: mock.env('buyer').CONSENT_EVIDENCE_API_KEY, baseUrl: mock.baseUrl },
    });
    await client.domains.list();
    expect(fired).toEqual([]);
    await mock.clock.advance({ minutes: 2 });
    expect(fired).toEqual([START + 60_000]);
    expect(Date.now()).toBe(START + 120_000);
    mock.reset();
    expect(Date.now()).toBe(START);
  });

  it('refuses what is no fake timers, and a clock that runs', () => {
    expect(() => setupMockServer(mock, { timers: {} as never })).toThrow(
      /timers: expected the "vi"/,
    );
    expect(() => setupMockServer(mock, null as never)).toThrow('options: expected an object');
    const running = createMockService({ now: START, running: true });
    expect(() => setupMockServer(running, { timers })).toThrow(/a stopped clock/);
  });
});

it('refuses timers that replace what requests need whatever they are told, and puts the real ones back', () => {
  const { setImmediate: real } = globalThis;
  const everything = {
    ...vi,
    useFakeTimers: ({ now }: { now: number }) =>
      vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'setImmediate', 'queueMicrotask'] }),
  };
  const server = setupMockServer(mock, { timers: everything });
  expect(() => server.listen()).toThrow('timers: expected the "vi" of vitest');
  expect(globalThis.setImmediate).toBe(real);
});
