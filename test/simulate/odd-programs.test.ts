import { describe, expect, it } from 'vitest';
import { type StartProgram, simulate } from '../../mock/simulate.ts';

describe('orphans that cannot be listed', () => {
  it.each<[string, () => never]>([
    [
      'at once',
      () => {
        throw new RangeError('no page');
      },
    ],
  ])('break an invariant, with a story: %s', async (_, orphans) => {
    const start: StartProgram = () => ({ take: () => ({ decision: 'refuse' }), orphans });
    const { broken } = await simulate({ start, worlds: 2 });
    expect(broken.map(({ invariant, worlds }) => [invariant, worlds])).toEqual([
      ['nothingPaidAndLost', 2],
    ]);
    expect(broken[0]?.story).toContain('Acme Solar cannot list its orphans: RangeError: no page');
  });
});

describe('an accepted lead without a record', () => {
  it('is no second lead of another’s record', async () => {
    const start: StartProgram = () => ({ take: () => ({ decision: 'accept' }) });
    const { broken } = await simulate({ start, worlds: 10 });
    expect(broken.map(({ invariant }) => invariant)).toEqual(['noStranger']);
  });
});

describe('a request with a limit of its own', () => {
  it.each([10, 5_000])('can be a Request, and ends after %i ms', async (limitMs) => {
    const codes = new Set<string>();
    const start: StartProgram = ({ clientOptions: { apiKey, baseUrl, fetch } }) => ({
      async take() {
        const signal = AbortSignal.timeout(limitMs);
        const request = new Request(`${baseUrl}/v1/domains`, {
          headers: { 'x-api-key': apiKey },
          signal,
        });
        const code = await fetch(request).then(
          ({ status }) => String(status),
          (error: unknown) => (error as Error).name,
        );
        codes.add(code);
        return { decision: 'refuse' };
      },
    });
    const { broken } = await simulate({ start, worlds: 20, trouble: { slowAnswers: 0.5 } });
    expect(broken).toEqual([]);
    expect(codes).toContain('TimeoutError');
  });
});

describe('a program that does something only once', () => {
  it('has done it before its first world is run twice', async () => {
    let loaded: Promise<void> | undefined;
    // As a module that is loaded by the first call: it takes real time, which no one can foresee.
    const load = () =>
      (loaded ??= new Promise((resolve) => setImmediate(() => setImmediate(resolve))));
    const start: StartProgram = ({ storage }) => ({
      take({ leadId }) {
        void load().then(() => storage.set(leadId, 'done'));
        return { decision: 'refuse' };
      },
    });
    expect((await simulate({ start, worlds: 5 })).broken).toEqual([]);
  });
});
