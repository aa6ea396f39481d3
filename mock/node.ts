/**
 * The fake over HTTP, for other processes, other languages and browsers.
 *
 * @module
 */
export {
  type ServedClientOptions,
  type ServedMock,
  serveMock,
} from './doors/node/serve-mock.ts';
export type { ServeOptions } from './doors/node/serve-options.ts';
export { RESERVED_PREFIX } from './ground/urls.ts';
