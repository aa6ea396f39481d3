import { describe, it } from 'vitest';
import { connectionBehaviours } from './support/connection-behaviours.ts';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { expectLastingStrike, expectPassingStrike } from './support/run-case.ts';

expectNoTimerLeft();

const atOnce = connectionBehaviours.filter(({ timeoutMs }) => timeoutMs === undefined);

describe.concurrent.each(atOnce)('$title', (behaviour) => {
  it.each(hostileOperations)('$name, again and again', async (operation) => {
    await expectLastingStrike(behaviour, operation);
  });

  it.each(hostileOperations)('$name, once', async (operation) => {
    await expectPassingStrike(behaviour, operation);
  });
});
