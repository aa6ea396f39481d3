// What a CommonJS module is told of `consent-evidence/mock/msw`. msw 2 declares its classes twice,
// once for each kind of module, and the two do not fit together; the code behind is the same.

import type { MockService } from 'consent-evidence/mock' with { 'resolution-mode': 'import' };
import type { MockServerOptions } from 'consent-evidence/mock/msw' with {
  'resolution-mode': 'import',
};
import type { HttpHandler } from 'msw';
import type { SetupServer } from 'msw/node';

export type {
  MockServerOptions,
  NodeTestTimers,
  TestTimers,
} from 'consent-evidence/mock/msw' with { 'resolution-mode': 'import' };

/**
 * Creates MSW handlers for the whole service: one for each origin (API, evidence images, dashboard).
 * Handlers placed before these or added later with `use()` take precedence.
 */
export declare function createHandlers(mock: MockService): HttpHandler[];
/**
 * Creates an MSW server that answers every request to the fake's origins. A request that neither
 * the fake nor one of your handlers answers fails, so no test reaches the network.
 *
 * @throws `InvalidInputError` if `timers` are not fake timers, or if the fake's clock is running.
 */
export declare function setupMockServer(
  mock: MockService,
  options?: MockServerOptions,
): SetupServer;
