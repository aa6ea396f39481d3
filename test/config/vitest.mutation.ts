import { defineConfig } from 'vitest/config';
import { MUTATED_ROOMS } from './mutated-rooms.ts';
import { NO_SERVERS, SHARED_POSTGRES } from './run-servers.ts';

// Only the tests of one room; without `ROOM` those of the service, which the conformance table needs.
// It does not extend the main configuration: the page and the build that the whole suite needs are not
// used here.
export default defineConfig({
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    include: [...(MUTATED_ROOMS[process.env['ROOM'] ?? 'service']?.tests ?? [])],
    env: { SUITE_DOOR: 'mock.fetch', [SHARED_POSTGRES]: NO_SERVERS },
    // Each mutant gets a worker of its own, in which its test files share what they have loaded.
    isolate: false,
    // A mutant that hangs is caught by the first test that it blocks.
    testTimeout: 8000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    deps: { interopDefault: false },
  },
});
