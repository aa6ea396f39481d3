import { defineConfig } from 'vitest/config';

// Only the tests of the rules. It does not extend the main configuration: the page and the build that
// the whole suite needs are not used here.
export default defineConfig({
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    include: ['test/acceptance/**/*.test.ts', 'test/service/**/*.test.ts'],
    env: { SUITE_DOOR: 'mock.fetch' },
    testTimeout: 20_000,
    restoreMocks: true,
    deps: { interopDefault: false },
  },
});
