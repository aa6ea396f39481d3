import { defineConfig } from 'vitest/config';
import { pageDefines } from './scripts/bundle-page.ts';

/**
 * Rooms whose tests leave nothing behind: no module replaced, no global, no environment. Their files
 * share a worker and what it has loaded, which is most of what they cost.
 */
const SHARING = ['capture', 'control', 'seed', 'service'].map(
  (room) => `test/${room}/**/*.test.ts`,
);

const NOT_HERE = [
  'test/runtimes/**',
  'test/consumers/**',
  'test/{page,msw,site}/browser/**',
  '**/node_modules/**',
];

export default defineConfig({
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test'), ...(await pageDefines()) },
  test: {
    testTimeout: 20_000,
    // Left to itself vitest keeps one core free: on two, half the machine would stand still.
    maxWorkers: '100%',
    restoreMocks: true,
    // As Node itself treats a CommonJS package, so that tests see what users of the source see.
    deps: { interopDefault: false },
    projects: [
      {
        extends: true,
        test: { name: 'sharing', include: SHARING, exclude: NOT_HERE, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.ts'],
          exclude: [...SHARING, ...NOT_HERE],
        },
      },
    ],
  },
});
