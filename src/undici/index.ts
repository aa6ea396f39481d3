/**
 * A client over your own undici: its pools, proxies, time limits and certificates, and less time for
 * each call than the platform's `fetch` takes. It needs no package of undici itself; you hand in a
 * dispatcher.
 *
 * @module
 */
export type { UndiciDispatcher } from './dispatcher.ts';
export { type UndiciFetchOptions, undiciFetch } from './undici-fetch.ts';
