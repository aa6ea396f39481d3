import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { SimulationReport } from './report.ts';

/** What a matcher gives a test runner. */
export interface MatcherResult {
  /** Whether the expectation is met. */
  readonly pass: boolean;
  /** What is said where it is not; with `.not`, where it is. */
  readonly message: () => string;
}

function checkReport(report: SimulationReport): void {
  if (Array.isArray((report as Partial<SimulationReport> | null | undefined)?.broken)) return;
  throw invalidInput('report', 'expected what simulate resolved to');
}

function textOf({ broken, worlds, seed }: SimulationReport): string {
  const count = `${worlds} worlds of the seed ${JSON.stringify(seed)}`;
  if (broken.length === 0) return `every invariant holds in ${count}`;
  const stories = broken.map(({ invariant, story, worlds: breaking }) => {
    return `${invariant} is broken in ${breaking} of ${count}:\n\n${story}`;
  });
  return stories.join('\n\n');
}

/**
 * A matcher for `expect.extend`, of vitest and of Jest: `expect(report).toHold()` fails with the
 * stories of what is broken.
 *
 * @example
 * ```ts
 * expect.extend({ toHold });
 * expect(await simulate({ start, worlds: 1_000 })).toHold();
 * ```
 */
export function toHold(report: SimulationReport): MatcherResult {
  checkReport(report);
  return { pass: report.broken.length === 0, message: () => textOf(report) };
}

/** Some invariant does not hold; its message has the stories. */
class SimulationAssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
}

/**
 * The same for a test runner without matchers, such as `node:test`.
 *
 * @throws an `AssertionError` with the stories of what is broken.
 * @example
 * ```ts
 * test('the intake loses no money', async () => {
 *   assertHolds(await simulate({ start, worlds: 1_000 }));
 * });
 * ```
 */
export function assertHolds(report: SimulationReport): void {
  const { pass, message } = toHold(report);
  if (!pass) throw new SimulationAssertionError(message());
}
