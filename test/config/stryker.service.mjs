// Mutation testing of the code that decides about acceptance, money, access and every answer of the
// fake: `npm run mutation:service`.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/config/vitest.mutation.service.ts' },
  mutate: [
    'mock/service/rules/**/*.ts',
    'mock/service/operations/**/*.ts',
    'mock/api/**/*.ts',
    'src/acceptance/**/*.ts',
  ],
  // Nothing else is needed, and other folders may be written to meanwhile.
  ignorePatterns: [
    '*',
    '!src/**',
    '!mock/**',
    '!test/**',
    'test/runtimes/**',
    'test/generators/**',
    'test/consumers/**',
    '!docs/*',
    '!scripts/**',
    '!examples/**',
    '!*.json',
    '!*.config.ts',
  ],
  coverageAnalysis: 'perTest',
  // A mutant of a value that is made once, on import, would need a new run of every test.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 4000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'reports/mutation/service.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.stryker-tmp/service',
  thresholds: { high: 95, low: 90, break: 90 },
};
