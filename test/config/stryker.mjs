// Mutation testing of one room of `mutated-rooms.ts`: `ROOM=decision npm run mutation`. With SAMPLE=400
// it mutates 400 lines of the room, in whole functions that SEED draws.
import { drawnLines } from './drawn-lines.ts';
import { MUTATED_ROOMS } from './mutated-rooms.ts';

const { ROOM = '', SAMPLE, SEED = '1', CONCURRENCY = '2' } = process.env;
const room = MUTATED_ROOMS[ROOM];
if (!room) throw new Error(`ROOM must be one of ${Object.keys(MUTATED_ROOMS).join(', ')}`);

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/config/vitest.mutation.ts', pool: 'forks' },
  mutate: SAMPLE ? drawnLines(room.mutate, Number(SAMPLE), SEED) : [...room.mutate],
  // What tests read, and nothing else: other folders may be written to meanwhile.
  ignorePatterns: [
    '*',
    '!{src,mock,cli,scripts,examples,test}/**',
    'test/{runtimes,generators,consumers,engines}/**',
    '!docs/*',
    '!docs/guides/**',
    '!dist/*.json',
    '!*.{json,md}',
    '!*.config.ts',
  ],
  coverageAnalysis: 'perTest',
  // A mutant of a value that is made once, on import, would need a new run of every test.
  ignoreStatic: true,
  concurrency: Number(CONCURRENCY),
  // Beside the time that the tests took at first. On a machine with other work, less takes a slow run
  // for a mutant that never ends.
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: `reports/mutation/${ROOM}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: `.stryker-tmp/${ROOM}`,
  thresholds: { high: 95, low: 90, break: 85 },
};
