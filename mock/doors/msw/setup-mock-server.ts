import { type SetupServer, setupServer } from 'msw/node';
import { checkedOptions } from '../../../src/errors/checked-options.ts';
import { asRead } from '../../../src/options/as-read.ts';
import { anything } from '../../../src/options/kinds.ts';
import type { OptionTable } from '../../../src/options/option-table.ts';
import { engineOf, type MockService } from '../../fake/mock-service.ts';
import { createHandlers, handlersOf } from './handlers.ts';
import { type NodeTestTimers, ofNodeTest } from './node-test-timers.ts';
import { TestClock, type TestTimers } from './test-clock.ts';

/**
 * Options of `setupMockServer`.
 *
 * @example
 * ```ts
 * const server = setupMockServer(mock, { timers: vi });
 * ```
 */
export interface MockServerOptions {
  /**
   * `vi` of vitest, `jest`, or `mock.timers` of node:test. From `listen()` to `close()` the test's `Date`,
   * `setTimeout` and `setInterval` follow the fake's clock, so that retries of code under test take no
   * real time. Requires a fake created with `now`, and without `running`. Default: real timers.
   */
  readonly timers?: TestTimers | NodeTestTimers | undefined;
}

/** Whether these are fake timers is checked where they are taken over. */
const OPTIONS = (): OptionTable<MockServerOptions> => ({ timers: anything });

/** The part of an msw 3 frame that is read here: a request, or the opening of a WebSocket. */
interface FrameData {
  readonly request?: Request;
  readonly connection?: { readonly client: { readonly url: URL } };
}

/**
 * Creates the error for a request that no handler answers. MSW passes an error on to `fetch` and
 * `node:http` only if it looks like one of Node's; any other becomes a reply with status 500.
 */
function unanswered(method: string, url: string, option: keyof typeof strict): Error {
  const { origin, pathname } = new URL(url);
  const message = `no handler answers ${method} ${origin}${pathname}: add one, or set ${option} in listen()`;
  return Object.assign(new Error(message), { code: 'ECONNREFUSED', errno: -111 });
}

/**
 * MSW's own strategy `'error'` lets requests pass that look like assets (`.json`, `.png`, `.pdf`,
 * …), so these are functions. msw 2 reads the first name and msw 3 the second; each ignores the
 * other.
 */
const strict = {
  onUnhandledRequest(request: Request, print: { warning(): void }): never {
    print.warning();
    throw unanswered(request.method, request.url, 'onUnhandledRequest');
  },
  onUnhandledFrame(unhandled: { frame: { data: unknown }; defaults: { warn(): void } }): never {
    const { request, connection } = unhandled.frame.data as FrameData;
    unhandled.defaults.warn();
    const url = request?.url ?? String(connection?.client.url);
    throw unanswered(request?.method ?? 'GET', url, 'onUnhandledFrame');
  },
};

/**
 * Creates an MSW server that answers every request to the fake's origins. A request that neither
 * the fake nor one of your handlers answers fails, so no test reaches the network. To change this,
 * pass `onUnhandledFrame` to `listen()` (`onUnhandledRequest` with msw 2).
 *
 * With `timers`, the test's timers follow the fake's clock. After an answer that clients usually
 * retry (202, 429, 5xx, a dropped connection), the clock moves from timer to timer until the next
 * request. Otherwise it moves only when the test advances it.
 *
 * Requires Node. In a browser, use `setupWorker(...createHandlers(mock))` of `msw/browser`.
 *
 * @throws `InvalidInputError` for an unknown option, if `timers` are not fake timers, or if the fake's
 * clock is running; from `listen()` if they replace `setImmediate` or `queueMicrotask`.
 *
 * @example
 * ```ts
 * const server = setupMockServer(mock);
 * beforeAll(() => server.listen());
 * afterEach(() => server.resetHandlers());
 * afterAll(() => server.close());
 * ```
 */
export function setupMockServer(mock: MockService, options: MockServerOptions = {}): SetupServer {
  const { timers } = checkedOptions(OPTIONS, options);
  if (timers === undefined) return strictServer(createHandlers(mock));
  const engine = engineOf(mock);
  const isNodeTest = typeof (timers as Partial<NodeTestTimers> | null)?.tick === 'function';
  const fakes = isNodeTest ? ofNodeTest(timers as NodeTestTimers) : (timers as TestTimers);
  const clock = new TestClock(engine, fakes);
  const server = strictServer(handlersOf(engine, (answer) => clock.watch(answer)));
  const listen = server.listen.bind(server);
  const close = server.close.bind(server);
  server.listen = (options) => {
    clock.start();
    return listen(options);
  };
  server.close = () => {
    clock.stop();
    return close();
  };
  return server;
}

function strictServer(handlers: ReturnType<typeof createHandlers>): SetupServer {
  const server = setupServer(...handlers);
  const listen = server.listen.bind(server);
  server.listen = (options = {}) => {
    const given = Object.entries(asRead(options, Object.keys(strict))).filter(
      ([, value]) => value !== undefined,
    );
    return listen({ ...strict, ...Object.fromEntries(given) });
  };
  return server;
}
