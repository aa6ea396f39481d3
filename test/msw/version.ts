/** A version of msw that the suite runs against. */
export interface MswVersion {
  readonly name: string;
  /** The option of its `listen()` for requests that no handler answers. */
  readonly option: 'onUnhandledRequest' | 'onUnhandledFrame';
  /** Whether it can keep a WebSocket that no handler answers from being opened anyway. */
  readonly stopsWebSockets: boolean;
  /** The module that replaces `msw` in the file. */
  readonly module: () => Promise<{ http: unknown }>;
}
