/** The part of undici's `Dispatcher` that is used: `Agent`, `Pool`, `ProxyAgent` and the rest have it. */
export interface UndiciDispatcher {
  /** Sends a request, and tells a handler what becomes of it. */
  dispatch(options: object, handler: object): boolean;
}
