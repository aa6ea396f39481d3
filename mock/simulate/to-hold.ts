import { checkedOptions } from '../../src/errors/checked-options.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { flag } from '../../src/options/kinds.ts';
import type { OptionTable } from '../../src/options/option-table.ts';
import type { SimulationReport } from './report.ts';

/** The result of a matcher. */
export interface MatcherResult {
  /** Whether all invariants held. */
  readonly pass: boolean;
  /** The message of a failed expectation. */
  readonly message: () => string;
}

/**
 * Options of `toHold` and `assertHolds`.
 *
 * @example
 * ```ts
 * const onlyTheseWorlds: ToHoldOptions = { allowEmpty: true };
 * ```
 */
export interface ToHoldOptions {
  /**
   * Whether a report can hold in which nothing was tried: no request, no accepted lead of those that
   * were posted, or no effect of the events that were delivered. Default: `false`.
   */
  readonly allowEmpty?: boolean | undefined;
}

const OPTIONS = (): OptionTable<ToHoldOptions> => ({ allowEmpty: flag });

function checkReport(report: SimulationReport): void {
  if (Array.isArray((report as Partial<SimulationReport> | null | undefined)?.broken)) return;
  throw invalidInput('report', 'expected the report that simulate resolved to');
}

/** Says what the program was never seen to do; `undefined` if it was seen to do all that it can. */
function untried({ tried }: SimulationReport): string | undefined {
  const { leads, accepted, requests, deliveries, effects } = tried;
  if (leads > 0 && requests === 0) {
    return 'no request was sent: make the client from "clientOptions", or send through "clientOptions.fetch"';
  }
  if (leads > 0 && accepted === 0) {
    return 'no lead was accepted: look at the criteria, and at what "take" and "tick" return';
  }
  if (deliveries > 0 && effects === 0) {
    return 'no event was handled: call "effect" where the program does its work';
  }
  const isIdle = leads === 0 && deliveries === 0 && requests === 0;
  return isIdle ? 'nothing was posted, delivered or sent' : undefined;
}

function verdictOf(report: SimulationReport, { allowEmpty = false }: ToHoldOptions): MatcherResult {
  const { broken, worlds, seed, tried } = report;
  const count = `${worlds} ${worlds === 1 ? 'world' : 'worlds'} of the seed ${JSON.stringify(seed)}`;
  const missing = allowEmpty ? undefined : untried(report);
  const stories = broken.map(({ invariant, story, worlds: breaking }) => {
    return `${invariant} is broken in ${breaking} of ${count}:\n\n${story}`;
  });
  if (stories.length > 0) return { pass: false, message: () => stories.join('\n\n') };
  if (missing === undefined)
    return { pass: true, message: () => `every invariant holds in ${count}` };
  const counts = Object.entries(tried).map(([name, number]) => `${name} ${number}`);
  const text = `nothing is proved by ${count}: ${missing}. Counted: ${counts.join(', ')}. If that is meant, pass { allowEmpty: true }`;
  return { pass: false, message: () => text };
}

/**
 * A matcher for `expect.extend` of vitest and Jest. `expect(report).toHold()` fails with the stories
 * of the broken invariants, and where nothing was tried: it names what to look at, with the counts.
 * The types of the matcher come with this import, for vitest and for Jest's global `expect`.
 *
 * @throws `InvalidInputError` if `report` is not the result of `simulate`, or for an unknown option.
 *
 * @example
 * ```ts
 * expect.extend({ toHold });
 * expect(await simulate({ start, worlds: 1_000 })).toHold();
 * ```
 */
export function toHold(report: SimulationReport, options: ToHoldOptions = {}): MatcherResult {
  checkReport(report);
  return verdictOf(report, checkedOptions(OPTIONS, options));
}

/** The report does not hold; the message says why. */
class SimulationAssertionError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
}

/**
 * Like `toHold`, for a test runner without matchers, such as `node:test`.
 *
 * @throws an `AssertionError` with the stories of the broken invariants, or with what was never tried;
 * an `InvalidInputError` as `toHold` does.
 * @example
 * ```ts
 * test('the intake loses no money', async () => {
 *   assertHolds(await simulate({ start, worlds: 1_000 }));
 * });
 * ```
 */
export function assertHolds(report: SimulationReport, options: ToHoldOptions = {}): void {
  const { pass, message } = toHold(report, options);
  if (!pass) throw new SimulationAssertionError(message());
}
