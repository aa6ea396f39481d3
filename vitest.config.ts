import { defineConfig } from 'vitest/config';
import { pageDefines } from './scripts/bundle-page.ts';

export default defineConfig({
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test'), ...(await pageDefines()) },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/runtimes/**',
      'test/consumers/**',
      'test/{page,msw,site}/browser/**',
      '**/node_modules/**',
    ],
    testTimeout: 20_000,
    // Left to itself vitest keeps one core free: on two, half the machine would stand still.
    maxWorkers: '100%',
    restoreMocks: true,
    // As Node itself treats a CommonJS package, so that tests see what users of the source see.
    deps: { interopDefault: false },
  },
});
