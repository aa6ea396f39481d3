import { afterAll, beforeAll, expect, inject, vi } from 'vitest';

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
  afterAll(async () => {
    // The runner and undici have short ones of their own, which end by themselves; a leaked one of a call has its limit of seconds to go.
    await vi.waitFor(() => expect(timers()).toBe(before), { timeout: 5_000 });
  });
}
