import { afterAll, beforeAll, expect } from 'vitest';

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

/** No test of the file may leave a timer behind that would keep a process alive. */
export function expectNoTimerLeft(): void {
  let before = 0;
  beforeAll(() => {
    before = timers();
  });
  afterAll(() => {
    expect(timers()).toBe(before);
  });
}
