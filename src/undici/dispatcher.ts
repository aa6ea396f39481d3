/** The part of undici's `Dispatcher` that is used; `Agent`, `Pool`, `ProxyAgent` and others have it. */
export interface UndiciDispatcher {
  /** Sends a request and reports its progress to a handler. */
  dispatch(options: object, handler: object): boolean;
}
