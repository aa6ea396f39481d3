/**
 * The fake over HTTP, for other processes, other languages and browsers.
 *
 * @module
 */
export { readCoverage } from './doors/node/read-coverage.ts';
export {
  type ServedClientOptions,
  type ServedMock,
  serveMock,
} from './doors/node/serve-mock.ts';
export type { ServeOptions } from './doors/node/serve-options.ts';
export { RESERVED_PREFIX } from './ground/urls.ts';
export type { Coverage, CoverageItem } from './suite-coverage/coverage.ts';
