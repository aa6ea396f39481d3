import { fileURLToPath } from 'node:url';
import { createVitest, type TestModule } from 'vitest/node';
import { type Place, without } from './without.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Of the doors the quickest: a rule is the core's and holds behind each of them. */
const DOOR = 'mock.fetch';

/** What became of one test. */
export interface TestOutcome {
  /** Without the block around it. */
  readonly title: string;
  readonly passed: boolean;
  /** What it failed with, by name and message. */
  readonly errors: readonly string[];
}

/** The tests of the service in one process, in which one source file can be changed on its way. */
export interface SuiteWithout {
  /**
   * Runs the tests of a file below `test/service`, or the one with this title, over the source
   * without what is at `place`. No file on disk is touched.
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

/** Starts vitest with a plugin that hands out the source without what is at the place in force. */
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
    // What is cached on disk knows nothing of what is taken away.
    {
      ...{ root: ROOT, watch: false, reporters: [{}], maxWorkers: 1, fsModuleCache: false },
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
