import { describe, it } from 'vitest';
import { connectionBehaviours } from './support/connection-behaviours.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { expectLastingStrike, expectPassingStrike } from './support/run-case.ts';

expectNoTimerLeft();

const stalls = connectionBehaviours.filter(({ timeoutMs }) => timeoutMs !== undefined);

// On a machine that is overloaded for the length of the timeout, honest attempts fail too. That is
// no longer the intended case, so it is run again.
describe.concurrent.each(stalls)('$title', { retry: 5 }, (behaviour) => {
  it.each(hostileOperations)('$name, again and again', async (operation) => {
    await expectLastingStrike(behaviour, operation);
  });

  it.each(hostileOperations)('$name, once', async (operation) => {
    await expectPassingStrike(behaviour, operation);
  });
});
