import { AsyncLocalStorage } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type StartProgram, simulate } from '../../mock/simulate.ts';

const CALM = { worlds: 1, trouble: { crashes: 0 } } as const;

/** Runs `take` in a world without crashes; returns what it returned, and what it has broken. */
async function taken<T>(take: (now: () => number) => Promise<T>) {
  const returned: T[] = [];
  const start: StartProgram = ({ clock }) => ({
    take: async () => {
      returned.push(await take(clock.now));
      return { decision: 'refuse' };
    },
  });
  const { broken } = await simulate({ start, ...CALM });
  return { returned: returned.slice(0, 1), broken };
}

describe('a timer that a timer sets', () => {
  it.each<[string, (done: () => void) => void]>([
    ['setTimeout', (done) => setTimeout(() => setTimeout(() => setTimeout(done, 200), 200), 200)],
    [
      'setInterval',
      (done) => {
        const timer = setInterval(() => {
          clearInterval(timer);
          setTimeout(done, 300);
        }, 300);
      },
    ],
    [
      'AbortSignal.timeout',
      (done) =>
        setTimeout(() => {
          AbortSignal.timeout(200).addEventListener('abort', () => setTimeout(done, 200));
        }, 200),
    ],
  ])('follows the world’s time as well: %s', async (_, wait) => {
    const ended = await taken(async (now) => {
      const begunAt = now();
      await new Promise<void>(wait);
      return now() - begunAt;
    });
    expect(ended).toEqual({ returned: [600], broken: [] });
  });

  it('runs in the program’s own context, as a real one does', async () => {
    const own = new AsyncLocalStorage<string>();
    const ended = await taken(() =>
      own.run('lead', async () => {
        return new Promise((resolve) => setTimeout(() => resolve(own.getStore()), 10));
      }),
    );
    expect(ended).toEqual({ returned: ['lead'], broken: [] });
  });
});

const LONG = new Uint8Array(2_000_000);
const HERE = new URL(import.meta.url);

describe('a job outside the world', () => {
  /** Does the job in every way: alone, beside a request, behind a limit, in a timer's callback. */
  const starting = (job: () => Promise<unknown>): StartProgram => {
    return ({ clientOptions: { baseUrl, fetch }, storage, effect }) => ({
      take: async ({ leadId }) => {
        await job();
        setTimeout(() => void job().then(() => storage.set(`late ${leadId}`, true)), 30);
        const limit = AbortSignal.timeout(1_000);
        await Promise.all([job(), fetch(`${baseUrl}/v1/domains`)]);
        await job();
        return { decision: limit.aborted ? 'hold' : 'refuse' };
      },
      webhook: async (request) => {
        const { cdrId } = (await request.json()) as { cdrId: string };
        const limit = AbortSignal.timeout(1_000);
        await job();
        if (storage.get(cdrId) === undefined) effect(cdrId);
        storage.set(cdrId, true);
        return new Response(null, { status: limit.aborted ? 503 : 204 });
      },
    });
  };
  const run = async (job: () => Promise<unknown>) => {
    const { tried, broken } = await simulate({ start: starting(job), seed: 'job', worlds: 6 });
    return { tried, stories: broken.map(({ story }) => story) };
  };

  it.each<[string, () => Promise<unknown>]>([
    ['a hash', () => crypto.subtle.digest('SHA-256', LONG)],
    [
      'a file, again and again',
      async () => {
        for (let count = 0; count < 40; count += 1) await readFile(HERE);
      },
    ],
  ])('takes no time of the world, however long it takes: %s', async (_, job) => {
    expect(await run(job)).toEqual(await run(async () => undefined));
  });

  it('is as it was once the simulation has ended', async () => {
    const methods = Object.getPrototypeOf(crypto.subtle) as typeof crypto.subtle;
    const digest: unknown = Reflect.get(methods, 'digest');
    await run(() => crypto.subtle.digest('SHA-256', new Uint8Array(1)));
    expect(Reflect.get(methods, 'digest')).toBe(digest);
  });
});
