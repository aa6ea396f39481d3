import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

// The tests of calls alone, and of what a hostile server does to them where that is quick.
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/client/**/*.test.ts', 'test/hostile/{advice,pages,pending,redirects}.test.ts'],
  },
});
