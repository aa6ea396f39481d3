import { defineConfig } from 'vitest/config';
import main from '../../vitest.config.ts';

const { projects: _, ...rest } = main.test ?? {};

// Tests the page, the fake behind MSW's service worker, and the site in a real browser. It is not part
// of `npm test`: a browser is slow, and not every machine has one.
export default defineConfig({
  ...main,
  test: {
    ...rest,
    include: ['test/{page,msw,site}/browser/**/*.test.ts'],
    exclude: [],
    // The files of a worker share a browser, in which each test has a profile of its own.
    isolate: false,
    // Wait for what a page shows as long as Playwright itself waits here.
    expect: { poll: { timeout: 8000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
