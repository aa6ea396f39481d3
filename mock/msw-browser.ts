import { invalidInput } from '../src/errors/invalid-input-error.ts';
import type { NodeTestTimers } from './doors/msw/node-test-timers.ts';
import type { TestTimers } from './doors/msw/test-clock.ts';
import type { MockService } from './fake/mock-service.ts';

export { createHandlers } from './doors/msw/handlers.ts';
export type { NodeTestTimers } from './doors/msw/node-test-timers.ts';
export type { TestTimers } from './doors/msw/test-clock.ts';

/**
 * Options of Node's `setupMockServer`.
 *
 * @example
 * ```ts
 * const options: MockServerOptions = {};
 * ```
 */
export interface MockServerOptions {
  /** `vi` of vitest, `jest`, or `mock.timers` of node:test. */
  readonly timers?: TestTimers | NodeTestTimers | undefined;
}

/**
 * Always throws. A browser bundle gets this instead of Node's `setupMockServer`.
 *
 * @throws `InvalidInputError` that says what to use in a browser.
 *
 * @example
 * ```ts
 * const worker = setupWorker(...createHandlers(mock)); // of msw/browser
 * ```
 */
export function setupMockServer(_mock: MockService, _options?: MockServerOptions): never {
  throw invalidInput(
    'setupMockServer',
    'needs Node: in a browser use setupWorker(...createHandlers(mock)) from "msw/browser"; if a test runner in Node resolves the condition "browser", as Jest with jsdom does, turn that off (testEnvironmentOptions: { customExportConditions: [""] })',
  );
}
