import { type HttpHandler, HttpResponse, http } from 'msw';
import type { CoreOutcome } from '../../api/core-message.ts';
import { dispatch } from '../../api/dispatch.ts';
import type { Engine } from '../../engine/engine.ts';
import { coreRequestOf, responseOf } from '../../fake/fetch.ts';
import { engineOf, type MockService } from '../../fake/mock-service.ts';

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/**
 * Creates MSW handlers for the whole service: one for each origin (API, evidence images, dashboard).
 * Each answers every request to its origin. Use them with `setupServer`, `setupWorker`,
 * `getResponse` or, within a `server.boundary()`, `server.use()`. Handlers placed before these or
 * added later with `use()` take precedence.
 *
 * @example
 * ```ts
 * const server = setupServer(...createHandlers(mock));
 * ```
 */
export function createHandlers(mock: MockService): HttpHandler[] {
  return handlersOf(engineOf(mock), (answer) => answer());
}

/** Creates the same handlers, but passes each answer through `pass`. */
export function handlersOf(
  engine: Engine,
  pass: (answer: () => Promise<CoreOutcome>) => Promise<CoreOutcome>,
): HttpHandler[] {
  const { urls } = engine;
  // One catch-all: MSW's routing would decode, strip and match unlike the service (spec §1).
  return Object.values<string>({ ...urls }).map((base) =>
    http.all(new RegExp(`^${escapePattern(base)}(?:[/?]|$)`), async ({ request }) => {
      const coreRequest = coreRequestOf(request, urls);
      // If there were no response, MSW would send the request to the network.
      if (coreRequest === undefined) return HttpResponse.error();
      const outcome = await pass(async () => dispatch(engine, coreRequest));
      return responseOf(outcome, request.method) ?? HttpResponse.error();
    }),
  );
}
