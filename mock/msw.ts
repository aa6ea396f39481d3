/**
 * The fake in MSW, for code that makes its own client.
 *
 * @module
 */
export { createHandlers } from './doors/msw/handlers.ts';
export type { NodeTestTimers } from './doors/msw/node-test-timers.ts';
export { type MockServerOptions, setupMockServer } from './doors/msw/setup-mock-server.ts';
export type { TestTimers } from './doors/msw/test-clock.ts';
