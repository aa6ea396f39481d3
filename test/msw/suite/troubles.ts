import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { presets } from '../../../mock/capture/presets.ts';
import type { MockService } from '../../../mock/fake/mock-service.ts';
import { AbortError, ConnectionError } from '../../../src/index.ts';
import { clientOf, listening, newWorld, START } from './listening.ts';

/** Advances the world, a second at a time, until the answer is there. */
async function settledWhileMoving<Answer>(mock: MockService, answer: Promise<Answer>) {
  let settled = false;
  const noted = answer.finally(() => {
    settled = true;
  });
  for (let turn = 0; !settled; turn += 1) {
    if (turn > 10_000) throw new Error('the answer does not come');
    await mock.clock.advance({ seconds: 1 });
    await setImmediate();
  }
  return noted;
}

/** Tests faults, aborts and delays as seen by code that does not know about MSW. */
export function troubles(): void {
  it('a connection that is dropped is an error of the network', async () => {
    const { mock, producer } = newWorld();
    listening(mock);
    const headers = { 'x-api-key': producer.apiKey };
    mock.addFault({ operation: 'domains.list', drop: true });
    await expect(fetch(mock.url('domains.list'), { headers })).rejects.toThrow(TypeError);
    expect((await fetch(mock.url('domains.list'), { headers })).status).toBe(200);
    mock.addFault({ operation: 'cdrs.get', drop: true });
    const call = clientOf(mock, producer).cdrs.get('cdr_1', { maxRetries: 0 });
    await expect(call).rejects.toBeInstanceOf(ConnectionError);
  });

  it('an answer lost after the act is asked for again, and paid for once', async () => {
    const { mock, producer, buyer } = newWorld();
    listening(mock);
    const { shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
    mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
    const receipt = await clientOf(mock, buyer).shares.receive(shareUrl);
    expect(receipt).toMatchObject({ alreadyClaimed: true, replayPossible: true });
    expect(mock.charges({ organization: buyer })).toHaveLength(1);
  });

  it('a status and its headers pass as they are', async () => {
    const { mock, producer } = newWorld();
    listening(mock);
    mock.addFault({ operation: '*', status: 429, code: 'RATE_LIMITED', retryAfterSeconds: 7 });
    const headers = { 'x-api-key': producer.apiKey };
    const response = await fetch(mock.url('domains.list'), { headers });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED' } });
  });

  it('a delay is the world’s, and no time is waited for', async () => {
    const { mock, producer } = newWorld();
    listening(mock);
    mock.addFault({ operation: 'domains.list', delayMs: 600_000 });
    const headers = { 'x-api-key': producer.apiKey };
    const answer = fetch(mock.url('domains.list'), { headers });
    expect((await settledWhileMoving(mock, answer)).status).toBe(200);
    expect(mock.clock.now() - START).toBeGreaterThanOrEqual(600_000);
  });

  it('an abort ends the wait for an answer, with its reason', async () => {
    const { mock, producer } = newWorld();
    listening(mock);
    mock.addFault({ operation: '*', delayMs: 600_000, times: 3 });
    const reason = new Error('the caller gave up');
    const given = AbortSignal.abort(reason);
    await expect(fetch(mock.url('domains.list'), { signal: given })).rejects.toBe(reason);
    const controller = new AbortController();
    const answer = fetch(mock.url('domains.list'), { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 10);
    await expect(answer).rejects.toBe(reason);
    const later = new AbortController();
    const call = clientOf(mock, producer).domains.list({ signal: later.signal });
    setTimeout(() => later.abort(reason), 10);
    await expect(call).rejects.toBeInstanceOf(AbortError);
  });

  it('the fake timers of the test runner hold nothing up', async () => {
    const { mock, producer, buyer } = newWorld();
    listening(mock);
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { cdrId, shareUrl } = mock.capture(
      producer,
      presets.checkedBox({ autoShare: true, render: { afterMs: 7_000 } }),
    );
    await clientOf(mock, buyer).shares.receive(shareUrl);
    expect((await clientOf(mock, buyer).cdrs.download(cdrId)).size).toBeGreaterThan(1_000);
  });
}
