import { defineConfig } from 'vitest/config';

// Only the tests of calls, and the quick ones of what a hostile server does to them. It does not extend
// the main configuration: the page and the build that the whole suite needs are not used here.
export default defineConfig({
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    include: ['test/client/**/*.test.ts', 'test/hostile/{advice,pages,pending,redirects}.test.ts'],
    // A mutant that hangs is caught by the first test that it blocks.
    testTimeout: 8000,
    restoreMocks: true,
    deps: { interopDefault: false },
  },
});
