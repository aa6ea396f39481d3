import { describe, expect, it } from 'vitest';
import { type CallPromise, callPromise } from '../../src/transport/call-promise.ts';
import { failureOf } from './support/failure-of.ts';

const answer = {
  data: 7,
  requestId: 'r',
  status: 200,
  response: { headers: new Headers() },
  attempts: 2,
  callId: 'call_1',
  replayPossible: true,
};
const fine = () => callPromise(async () => answer);
const broken = (): CallPromise<number> =>
  callPromise(async () => {
    throw new Error('broken');
  });

/** Returns how many unhandled rejections `work` leaves behind. */
async function unhandledBy(work: () => unknown): Promise<number> {
  const previous = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  let count = 0;
  process.on('unhandledRejection', () => {
    count += 1;
  });
  await work();
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.removeAllListeners('unhandledRejection');
  for (const listener of previous) process.on('unhandledRejection', listener);
  return count;
}

describe('the promise of a call', () => {
  it('is a promise of the data', async () => {
    expect(fine()).toBeInstanceOf(Promise);
    expect(await fine()).toBe(7);
    expect(await Promise.all([fine(), Promise.resolve(fine())])).toEqual([7, 7]);
    expect(await fine().then((data) => data + 1)).toBe(8);
    expect(await failureOf(broken())).toMatchObject({ message: 'broken' });
    expect(await broken().catch(() => 'caught')).toBe('caught');
    let settled = 0;
    await fine().finally(() => {
      settled += 1;
    });
    await broken()
      .finally(() => {
        settled += 1;
      })
      .catch(() => undefined);
    expect(settled).toBe(2);
  });

  it('has what came with it, without the inner facts', async () => {
    expect(await fine().withResponse()).toEqual({
      data: 7,
      requestId: 'r',
      status: 200,
      headers: answer.response.headers,
      attempts: 2,
    });
    const without = callPromise(async () => ({ ...answer, requestId: undefined }));
    expect(await without.withResponse()).not.toHaveProperty('requestId');
  });

  it('runs once, however often it is looked at', async () => {
    let runs = 0;
    const promise = callPromise(async () => {
      runs += 1;
      return answer;
    });
    await Promise.all([promise, promise, promise.withResponse()]);
    expect(runs).toBe(1);
  });

  it('leaves nothing unhandled where one view was looked at', async () => {
    expect(await unhandledBy(() => failureOf(broken()))).toBe(0);
    expect(await unhandledBy(() => failureOf(broken().withResponse()))).toBe(0);
  });

  it('is reported as unhandled where no one handles it', async () => {
    expect(
      await unhandledBy(() => {
        void broken();
      }),
    ).toBe(1);
  });
});
