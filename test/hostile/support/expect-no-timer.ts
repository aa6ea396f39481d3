import { afterAll, beforeAll, expect, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether no other file's timers come and go in this process meanwhile; see the configuration. */
    mayCountTimers?: boolean;
  }
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

/** No test of the file may leave a timer behind that would keep a process alive. */
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
