// Mutation testing of how calls are sent, repeated, read and paged: `npm run mutation:client`.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/config/vitest.mutation.client.ts' },
  mutate: ['src/transport/**/*.ts', 'src/resources/pagination.ts', 'src/resources/cdr-list.ts'],
  // Nothing else is needed, and other folders may be written to meanwhile.
  ignorePatterns: [
    '*',
    '!src/**',
    '!mock/**',
    '!test/client/**',
    '!test/config/**',
    '!test/hostile/**',
    '!*.json',
    '!*.config.ts',
  ],
  coverageAnalysis: 'perTest',
  // A mutant of a value that is made once, on import, would need a new run of every test.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 4000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'reports/mutation/client.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.stryker-tmp/client',
  thresholds: { high: 95, low: 90, break: 85 },
};
