import { describe, it } from 'vitest';
import { expectNoTimerLeft } from './support/expect-no-timer.ts';
import { hostileOperations } from './support/hostile-operations.ts';
import { replyBehaviours } from './support/reply-behaviours.ts';
import { expectLastingStrike, expectPassingStrike } from './support/run-case.ts';

expectNoTimerLeft();

describe.concurrent.each(replyBehaviours)('$title', (behaviour) => {
  it.each(hostileOperations)('$name, again and again', async (operation) => {
    await expectLastingStrike(behaviour, operation);
  });

  it.each(hostileOperations)('$name, once', async (operation) => {
    await expectPassingStrike(behaviour, operation);
  });
});
