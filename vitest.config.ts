import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { pageDefines } from './scripts/bundle-page.ts';
import { LongFirst } from './test/config/long-first.ts';

/**
 * Tests that need a worker to themselves, each for its reason. All others share workers and what these
 * have loaded, which is most of what a small file costs: such a test leaves no global, no environment
 * variable and no replaced module behind.
 */
const ALONE = [
  // They replace a module for all that is loaded after it.
  'test/msw/msw-2.test.ts',
  'test/webhooks/mismatch-cost.test.ts',
  // They register OpenTelemetry for the whole process, and have it wrap the platform's fetch.
  'test/otel/**/*.test.ts',
  'test/examples/telemetry.test.ts',
  // It counts the timers of the process, and has the hostile suite send by undici.
  'test/undici/hostile.test.ts',
];

/** They count the timers of the process, so that they share only with each other, and leave none. */
const COUNTING = ['test/hostile/**/*.test.ts', 'test/client/limits.test.ts'];

const NOT_HERE = [
  'test/runtimes/**',
  'test/consumers/**',
  'test/{page,msw,site}/browser/**',
  '**/node_modules/**',
];

export default defineConfig({
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test'), ...(await pageDefines()) },
  test: {
    testTimeout: 60_000,
    sequence: { sequencer: LongFirst },
    // Many tests wait for a process or a timer. With three workers on two cores a run took 128
    // seconds, with two 139, with four 133. A percentage above 100 is cut to 100.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // With the usual young generation a tenth of the time goes into collecting it.
    execArgv: ['--max-semi-space-size=64'],
    globalSetup: ['own-environment', 'run-folder', 'run-servers', 'stale-build'].map(
      (name) => `test/config/${name}.ts`,
    ),
    setupFiles: ['test/config/leaked-listeners.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // As Node itself treats a CommonJS package, so that tests see what users of the source see.
    deps: { interopDefault: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'sharing',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ...COUNTING, ...NOT_HERE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'counting',
          include: COUNTING,
          exclude: NOT_HERE,
          isolate: false,
          provide: { mayCountTimers: true },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: NOT_HERE,
          provide: { mayCountTimers: true },
        },
      },
    ],
  },
});
