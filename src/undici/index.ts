/**
 * Lets the client use your own undici, with its pools, proxies, timeouts and certificates. Calls
 * take less time than with the platform's `fetch`. The SDK does not depend on undici; you pass in a
 * dispatcher.
 *
 * @module
 */
export type { UndiciDispatcher } from './dispatcher.ts';
export { type UndiciFetchOptions, undiciFetch } from './undici-fetch.ts';
