import { invalidInput } from '../src/errors/invalid-input-error.ts';
import type { MockService } from './service.ts';

export { createHandlers } from './handlers.ts';

/**
 * Needs Node and always throws here: this is what a browser's bundle gets of
 * `consent-evidence/mock/msw`.
 *
 * @throws `InvalidInputError` that says what to use.
 *
 * @example
 * ```ts
 * const worker = setupWorker(...createHandlers(mock)); // of msw/browser
 * ```
 */
export function setupMockServer(_mock: MockService): never {
  throw invalidInput(
    'setupMockServer',
    'needs Node: in a browser use setupWorker(...createHandlers(mock)) of "msw/browser"; a test runner in Node that resolves the condition "browser", as Jest with jsdom does, must be told not to (testEnvironmentOptions: { customExportConditions: [""] })',
  );
}
