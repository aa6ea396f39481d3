// Mutation testing of what decides over acceptance, money and access: `npm run mutation:service`.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  mutate: [
    'src/acceptance/**/*.ts',
    '!src/acceptance/lint*.ts',
    '!src/acceptance/explain.ts',
    '!src/acceptance/duration-in-words.ts',
    '!src/acceptance/warning.ts',
    'mock/rules/access.ts',
    'mock/rules/billing.ts',
  ],
  // Nothing else is needed, and other folders may be written to meanwhile.
  ignorePatterns: [
    '*',
    '!src/**',
    '!mock/**',
    '!test/**',
    'test/runtimes/**',
    'test/consumers/**',
    '!docs/*',
    '!scripts/**',
    '!examples/**',
    '!*.json',
    '!*.config.ts',
  ],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.stryker-tmp/service',
  thresholds: { high: 95, low: 90, break: 90 },
};
