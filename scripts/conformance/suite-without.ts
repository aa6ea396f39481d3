import { fileURLToPath } from 'node:url';
import { createVitest, type TestModule } from 'vitest/node';
import { type Place, without } from './without.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The fastest door: rules belong to the core and hold behind every door. */
const DOOR = 'mock.fetch';

/** The outcome of one test. */
export interface TestOutcome {
  /** The title without the block around it. */
  readonly title: string;
  readonly passed: boolean;
  /** The errors it failed with, as name and message. */
  readonly errors: readonly string[];
}

/** The tests of the service in one process that can change one source file while loading it. */
export interface SuiteWithout {
  /**
   * Runs the tests of a file below `test/service`, or the one with this title, on the source changed
   * at `place`. No file on disk is touched.
   */
  run(file: string, title?: string, place?: Place): Promise<TestOutcome[]>;
  close(): Promise<void>;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function patternOf(title: string | undefined): RegExp {
  return new RegExp(`^(?:.* > )?${title === undefined ? '.*' : escaped(title)}$`);
}

function outcomesOf(modules: readonly TestModule[]): TestOutcome[] {
  const tests = modules.flatMap((each) => [...each.children.allTests()]);
  return tests.flatMap((test) => {
    const { state, errors = [] } = test.result();
    if (state !== 'passed' && state !== 'failed') return [];
    const messages = errors.map(({ name, message }) => `${name ?? 'Error'}: ${message}`);
    return [{ title: test.name, passed: state === 'passed', errors: messages }];
  });
}

/** Starts vitest with a plugin that changes the source at the current place. */
export async function openSuiteWithout(): Promise<SuiteWithout> {
  let current: Place | undefined;
  const plugin = {
    name: 'conformance-without',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | undefined {
      if (current === undefined || id.split('?')[0] !== ROOT + current.file) return undefined;
      return without(code, current);
    },
  };
  const vitest = await createVitest(
    // The cache on disk does not know about the changed source.
    {
      root: ROOT,
      config: 'test/config/vitest.mutation.ts',
      isolate: false,
      watch: false,
      reporters: [{}],
      maxWorkers: 1,
      fsModuleCache: false,
      env: { SUITE_DOOR: DOOR },
    },
    { plugins: [plugin] },
  );
  await vitest.standalone();
  return {
    async run(file, title, place) {
      const touched = [current, place].flatMap((each) => (each ? [ROOT + each.file] : []));
      current = place;
      for (const each of touched) vitest.invalidateFile(each);
      vitest.setGlobalTestNamePattern(patternOf(title));
      const path = `${ROOT}test/service/${file}.test.ts`;
      const specifications = await vitest.globTestSpecifications([path]);
      const { testModules } = await vitest.runTestSpecifications(specifications);
      return outcomesOf(testModules.filter(({ moduleId }) => moduleId === path));
    },
    close: () => vitest.close(),
  };
}
