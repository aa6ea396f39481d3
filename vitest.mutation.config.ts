import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

// The tests of the rules alone: they need neither the build nor a process of their own.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/acceptance/**/*.test.ts', 'test/service/**/*.test.ts'],
    exclude: ['test/service/{faults,journal,webhooks-out,time,seeds,state}*.test.ts'],
  },
});
