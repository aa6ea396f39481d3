import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/errors/consent-evidence-error.ts';
import { connectionBehaviours } from './support/connection-behaviours.ts';
import { expectNoListener, expectNoSecret } from './support/expect-clean.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { startHostileServer } from './support/hostile-server.ts';
import { createWorld } from './support/hostile-world.ts';
import { honest } from './support/plays.ts';
import { replyBehaviours } from './support/reply-behaviours.ts';

expectNoTimerLeft();

const quick = [...connectionBehaviours, ...replyBehaviours].filter(
  ({ timeoutMs }) => timeoutMs === undefined,
);
const paid = hostileOperations.filter(({ effect }) => effect !== undefined);

interface Run {
  readonly name: string;
  /** How each request is treated: honestly if `null` or absent. */
  readonly faults: readonly (string | null)[];
  readonly maxRetries: number;
  readonly pendingReceives: number;
}

const fault = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...quick.map(({ title }) => title)) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const runs: fc.Arbitrary<Run> = fc.record({
  name: fc.constantFrom(...paid.map(({ name }) => name)),
  faults: fc.array(fault, { maxLength: 5 }),
  maxRetries: fc.nat({ max: 4 }),
  pendingReceives: fc.nat({ max: 2 }),
});

type End = { readonly outcome: Outcome | undefined };

async function play({ name, faults, maxRetries, pendingReceives }: Run) {
  await using server = await startHostileServer();
  const world = createWorld(server, { pendingReceives });
  server.script = (index) => quick.find(({ title }) => title === faults[index])?.play ?? honest;
  const operation = paid.find((each) => each.name === name);
  const { signal } = new AbortController();
  const end = await operation?.call(world, { signal, maxRetries }).then(
    (): End => ({ outcome: undefined }),
    (error: unknown): End => {
      expectNoSecret(error, world.secrets);
      return error as End;
    },
  );
  expectNoListener(signal);
  await server.idle();
  const { charges, tokens } = world.effects();
  return { outcome: end?.outcome, done: charges + tokens, charges, tokens, server, world };
}

describe('whatever sequence of failures a paid call meets', () => {
  it('is charged once at most, and says what is true', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(runs, async (run) => {
        const { outcome, done, charges, tokens, server, world } = await play(run);
        expect(charges).toBeLessThanOrEqual(1);
        expect(tokens).toBeLessThanOrEqual(1);
        if (outcome === 'refused' || outcome === 'not_sent') expect(done).toBe(0);
        if (outcome === 'done' || outcome === undefined) expect(done).toBe(1);
        expect(world.mock.requests()).toHaveLength(server.forwarded);
        expect(server.requests).toBeLessThanOrEqual(1 + run.maxRetries + run.pendingReceives);
      }),
      { numRuns: 250 },
    );
  });

  it('a receive or a collect that is repeated until it succeeds is charged exactly once', async () => {
    const repeatable = runs.filter(({ name }) => !/share$|POST/.test(name));
    await fc.assert(
      fc.asyncProperty(repeatable, async (run) => {
        await using server = await startHostileServer();
        const world = createWorld(server, { pendingReceives: run.pendingReceives });
        server.script = (index) =>
          quick.find(({ title }) => title === run.faults[index])?.play ?? honest;
        const operation = paid.find(({ name }) => name === run.name);
        for (let calls = 0; calls <= run.faults.length; calls += 1) {
          const done = await operation?.call(world, { maxRetries: run.maxRetries }).then(
            () => true,
            () => false,
          );
          if (done) break;
        }
        await server.idle();
        expect(world.mock.charges()).toHaveLength(1);
      }),
      { numRuns: 100 },
    );
  });
});
