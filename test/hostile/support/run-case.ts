import { expect } from 'vitest';
import type { Behaviour } from './behaviour.ts';
import { expectNoListener, expectNoSecret } from './expect-clean.ts';
import { expectedEffects, expectedFailure, MAX_RETRIES, ruleOf } from './expectation.ts';
import type { HostileOperation } from './hostile-operations.ts';
import { startHostileServer } from './hostile-server.ts';
import { createWorld, type HostileWorld } from './hostile-world.ts';
import { honest } from './plays.ts';

/** How a call ended. */
type Ending = { readonly value: unknown } | { readonly error: unknown };

async function endingOf(work: Promise<unknown>): Promise<Ending> {
  try {
    return { value: await work };
  } catch (error) {
    return { error };
  }
}

/** Long enough for a timeout that is not the point of a case never to run out. */
const AMPLE_MS = 15_000;

/**
 * Makes one call against a server that treats `strikes` requests badly, starting with the one that
 * the operation names. Afterwards the client must have released everything.
 */
async function strike(
  behaviour: Behaviour,
  operation: HostileOperation,
  strikes: number,
  judge: (ending: Ending, world: HostileWorld) => void,
): Promise<void> {
  await using server = await startHostileServer();
  const world = createWorld(server, { collected: operation.collected ?? false });
  const { strikeAt } = operation;
  server.script = (index) =>
    index >= strikeAt && index < strikeAt + strikes ? behaviour.play : honest;
  const { signal } = new AbortController();
  const timeoutMs = behaviour.timeoutMs ?? AMPLE_MS;
  const ending = await endingOf(
    operation.call(world, { signal, timeoutMs, maxRetries: MAX_RETRIES }),
  );
  judge(ending, world);
  if ('error' in ending) expectNoSecret(ending.error, world.secrets);
  expectNoListener(signal);
  await server.idle();
}

/** Checks what must hold in any case: nothing was paid twice, and no error hides an effect. */
function expectEffects(operation: HostileOperation, world: HostileWorld, arrived: number): void {
  expect(world.effects()).toMatchObject(expectedEffects(operation, arrived));
  expect(world.server.forwarded).toBe(world.mock.requests().length);
}

/** Checks a call to a server that stays hostile. */
export async function expectLastingStrike(
  behaviour: Behaviour,
  operation: HostileOperation,
): Promise<void> {
  const expected = expectedFailure(behaviour, operation);
  const { strikeAt, requests, walk = false, name } = operation;
  // A behaviour that does no harm to a record may harm the image that comes next.
  const strikes = expected === undefined && !walk ? 1 : Number.POSITIVE_INFINITY;
  await strike(behaviour, operation, strikes, (ending, world) => {
    if (expected === undefined) {
      expect(ending).toHaveProperty('value');
      expect(world.server.requests).toBe(requests);
      expectEffects(operation, world, 1);
      return;
    }
    const { sent, ...facts } = expected;
    const attempts = walk ? sent : strikeAt + sent;
    expect(ending, name).toHaveProperty('error');
    const { error } = ending as { error: object };
    expect(error).toMatchObject({ ...facts, operation: operation.operation, attempts });
    expect('pageToken' in error).toBe(walk && strikeAt > 0);
    expect(world.server.requests).toBe(strikeAt + sent);
    expectEffects(operation, world, behaviour.forwards ? sent : 0);
  });
}

/** Checks a call to a server that treats one request badly and is honest from then on. */
export async function expectPassingStrike(
  behaviour: Behaviour,
  operation: HostileOperation,
): Promise<void> {
  const rule = ruleOf(behaviour, operation);
  const repeated = rule.repeated[operation.rule];
  const { strikeAt, requests, name } = operation;
  await strike(behaviour, operation, 1, (ending, world) => {
    if (rule.error !== undefined && !repeated) {
      expect(ending, name).toMatchObject({ error: { outcome: rule.outcome[operation.rule] } });
      expect(world.server.requests).toBe(strikeAt + 1);
      expectEffects(operation, world, behaviour.forwards ? 1 : 0);
      return;
    }
    expect(ending, name).toHaveProperty('value');
    const again = repeated ? 1 : 0;
    expect(world.server.requests).toBe(requests + again);
    expectEffects(operation, world, again === 0 || !behaviour.forwards ? 1 : 2);
    const { value } = ending as { value: object };
    if (operation.rule === 'idempotent') expectReplay(value, operation, behaviour, rule.doubtful);
  });
}

/** Checks what a paid call reports about its own earlier attempt. */
function expectReplay(
  receipt: object,
  { operation }: HostileOperation,
  { forwards }: Behaviour,
  doubtful: boolean,
): void {
  const had = doubtful && forwards;
  expect(receipt).toMatchObject({ replayPossible: doubtful });
  if (operation === 'cdrs.collect') expect(receipt).toMatchObject({ alreadyCollected: had });
  else {
    const acceptanceEvaluated = had ? 'unknown' : true;
    expect(receipt).toMatchObject({ alreadyClaimed: had, acceptanceEvaluated });
  }
}
