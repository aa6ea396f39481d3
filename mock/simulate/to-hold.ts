import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { SimulationReport } from './report.ts';

/** The result of a matcher. */
export interface MatcherResult {
  /** Whether all invariants held. */
  readonly pass: boolean;
  /** The message of a failed expectation. */
  readonly message: () => string;
}

function checkReport(report: SimulationReport): void {
  if (Array.isArray((report as Partial<SimulationReport> | null | undefined)?.broken)) return;
  throw invalidInput('report', 'expected the report that simulate resolved to');
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
 * A matcher for `expect.extend` of vitest and Jest. `expect(report).toHold()` fails with the stories
 * of the broken invariants.
 *
 * @throws `InvalidInputError` if `report` is not the result of `simulate`.
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

/** An invariant does not hold; the message has the stories. */
class SimulationAssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
}

/**
 * Like `toHold`, for a test runner without matchers, such as `node:test`.
 *
 * @throws an `AssertionError` with the stories of the broken invariants.
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
