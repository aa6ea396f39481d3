import { describe, expect, it } from 'vitest';
import type { CheckProblem } from '../../src/client/check.ts';
import type { Behaviour } from './support/behaviour.ts';
import { connectionBehaviours } from './support/connection-behaviours.ts';
import { expectNoListener, expectNoSecret } from './support/expect-clean.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { MAX_RETRIES } from './support/expectation.ts';
import { startHostileServer } from './support/hostile-server.ts';
import { createWorld } from './support/hostile-world.ts';
import { replyBehaviours } from './support/reply-behaviours.ts';
import { RULES, type Sight } from './support/rules.ts';

expectNoTimerLeft();

/** The area of the problem for each sight; `undefined` if the answer can be used. */
const AREAS: Readonly<Record<Sight, CheckProblem['area'] | undefined>> = {
  'no answer': 'connection',
  timeout: 'connection',
  busy: 'connection',
  broken: 'connection',
  refusal: 'connection',
  foreign: 'baseUrl',
  unusable: 'baseUrl',
  'wrong image': undefined,
  answer: undefined,
};

async function expectReport(behaviour: Behaviour): Promise<void> {
  await using server = await startHostileServer();
  const world = createWorld(server);
  server.script = () => behaviour.play;
  const { signal } = new AbortController();
  const { timeoutMs = 15_000 } = behaviour;
  const report = await world.client.check({ signal, timeoutMs, maxRetries: MAX_RETRIES });
  const area = AREAS[behaviour.sight.envelope];
  expect(report.ok).toBe(area === undefined);
  expect(report.problems.map((problem) => problem.area)).toEqual(area === undefined ? [] : [area]);
  // Once the key is right, a page and a record say whose it is.
  const isThrice =
    behaviour.sight.envelope === 'answer' || RULES[behaviour.sight.envelope].repeated.read;
  expect(server.requests).toBe(isThrice ? 3 : 1);
  expect(world.effects()).toEqual({ charges: 0, tokens: 0, shareEvents: 0 });
  expectNoSecret(report, world.secrets);
  expectNoListener(signal);
  await server.idle();
}

const all = [...connectionBehaviours, ...replyBehaviours];

describe.concurrent('client.check() never rejects, and names the area', () => {
  it.each(all.filter(({ timeoutMs }) => timeoutMs === undefined))('$title', expectReport);

  // On an overloaded machine the timeout may pass before the request has arrived.
  it.each(all.filter(({ timeoutMs }) => timeoutMs !== undefined))(
    '$title',
    { retry: 5 },
    expectReport,
  );
});
