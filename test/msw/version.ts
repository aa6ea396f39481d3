/** A version of msw that the suite runs against. */
export interface MswVersion {
  readonly name: string;
  /** The option of its `listen()` for requests that no handler answers. */
  readonly option: 'onUnhandledRequest' | 'onUnhandledFrame';
  /** The module that replaces `msw` in the file. */
  readonly module: () => Promise<{ http: unknown }>;
}
