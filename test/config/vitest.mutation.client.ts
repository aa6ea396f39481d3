import { defineConfig } from 'vitest/config';

// The tests of calls alone, and of what a hostile server does to them where that is quick. It stands
// by itself: the page and the build that the whole suite needs are of no use here.
export default defineConfig({
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    include: ['test/client/**/*.test.ts', 'test/hostile/{advice,pages,pending,redirects}.test.ts'],
    // A mutant that hangs is caught by the first test that it holds up.
    testTimeout: 8000,
    restoreMocks: true,
    deps: { interopDefault: false },
  },
});
