/** An msw that the suite runs against. */
export interface MswVersion {
  readonly name: string;
  /** What its `listen()` calls the strategy for what nobody answers. */
  readonly option: 'onUnhandledRequest' | 'onUnhandledFrame';
  /** Whether it can keep an unanswered WebSocket from being opened all the same. */
  readonly stopsWebSockets: boolean;
  /** The module that stands for `msw` in the file. */
  readonly module: () => Promise<{ http: unknown }>;
}
