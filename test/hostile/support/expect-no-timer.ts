import { afterAll, beforeAll, expect, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether no other file's timers run in this process; see the configuration. */
    mayCountTimers?: boolean;
  }
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

/** Expects the tests of the file to leave no timer behind that would keep a process alive. */
export function expectNoTimerLeft(): void {
  let before = 0;
  beforeAll(() => {
    expect(inject('mayCountTimers'), 'a file that counts timers shares no worker').toBe(true);
    before = timers();
  });
  afterAll(() => {
    expect(timers()).toBe(before);
  });
}
