import { defineConfig } from 'vitest/config';
import main from './vitest.config.ts';

// What a real browser makes of the page, and of the fake behind MSW's service worker. It is no part of
// `npm test`: a browser takes its time, and not every machine has one.
export default defineConfig({
  ...main,
  test: {
    ...main.test,
    include: ['test/page/browser/**/*.test.ts', 'test/msw/browser/**/*.test.ts'],
    exclude: [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
