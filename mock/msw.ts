import { type SetupServer, setupServer } from 'msw/node';
import { createHandlers } from './handlers.ts';
import type { MockService } from './service.ts';

export { createHandlers } from './handlers.ts';

/**
 * An MSW server that owns every origin of the fake. Its `listen()` fails each request that neither
 * the fake nor a handler of your own answers, so that no test reaches a network.
 *
 * @example
 * ```ts
 * const server = setupMockServer(mock);
 * beforeAll(() => server.listen());
 * afterEach(() => server.resetHandlers());
 * afterAll(() => server.close());
 * ```
 */
export function setupMockServer(mock: MockService): SetupServer {
  const server = setupServer(...createHandlers(mock));
  const { listen } = server;
  // msw 3 ignores the name that msw 2 knows, and the other way round, without a word.
  const strict = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;
  server.listen = (options) => listen({ ...strict, ...options });
  return server;
}
