import { defineConfig } from 'vitest/config';
import main from '../../vitest.config.ts';

const { projects: _, ...rest } = main.test ?? {};

// What a real browser makes of the page, of the fake behind MSW's service worker, and of the site. It is no part of
// `npm test`: a browser takes its time, and not every machine has one.
export default defineConfig({
  ...main,
  test: {
    ...rest,
    include: ['test/{page,msw,site}/browser/**/*.test.ts'],
    exclude: [],
    // The files of a worker share a browser, and each test has a profile of its own in it.
    isolate: false,
    // What a page shows comes when the browser gets to it: as long as Playwright itself waits here.
    expect: { poll: { timeout: 8000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
