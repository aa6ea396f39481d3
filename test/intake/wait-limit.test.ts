import { afterEach, describe, expect, it, vi } from 'vitest';
import { sqliteLedger } from '../../src/intake/sqlite.ts';
import { leadOf, leadWorld } from './support/lead-world.ts';

afterEach(() => {
  vi.useRealTimers();
});

describe('the limit of the wait for a decision', () => {
  it('leaves the clock of the fake where it is, and the decision in time', async () => {
    const { intakeOf, capture, share, mock } = leadWorld();
    const intake = intakeOf(sqliteLedger(':memory:') as never, { answerWithinMs: 2_300 });
    const before = mock.clock.now();
    const decision = await intake.take(leadOf('L-1', await share(capture())));
    expect([decision.decision, mock.clock.now() - before]).toEqual(['accept', 0]);
  });

  it('is in real time, as what hangs does', async () => {
    const { intakeOf, clientOf, capture, share, mock, buyer, paid } = leadWorld();
    const lead = leadOf('L-1', await share(capture()));
    let letGo: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { fetch } = mock.clientOptions(buyer);
    const slow = async (...request: Parameters<typeof fetch>) => {
      await hanging;
      return fetch(...request);
    };
    const options = { client: clientOf({ fetch: slow }), answerWithinMs: 2_300 };
    const intake = intakeOf(undefined, options);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = intake.take(lead);
    await vi.advanceTimersByTimeAsync(2_299);
    expect(await Promise.race([answer, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ decision: 'hold', code: 'STILL_WORKING' });
    letGo();
    await vi.waitFor(async () => {
      expect(await intake.get('L-1')).toMatchObject({ decision: 'accept' });
    });
    expect(paid()).toHaveLength(1);
  });
});
