import { vi } from 'vitest';
import { engineOf } from '../../../mock/fake/mock-service.ts';
import { checkOptions, type MockOptions } from '../../../mock/fake/options.ts';
import {
  createMockService,
  type ForEachReadingOptions,
  forEachReading,
} from '../../../mock/index.ts';
import { type MockServerOptions, setupMockServer } from '../../../mock/msw.ts';
import { type ServeOptions, serveMock } from '../../../mock/node.ts';
import { PLAIN_PAGE } from '../../service/support/world.ts';
import { caseOf, type OptionCase } from './option-case.ts';
import { notedBy, noting } from './webhook-cases.ts';

const START = '2026-01-05T12:00:00Z';
const TOKEN = 'control-token';
const webhookFetch = () => Promise.resolve(new Response());

/** Serves a fake, and returns what each option changes about what it answers. */
async function served(options: ServeOptions) {
  const mock = createMockService({ now: START, idSeed: 'served' });
  const producer = mock.addOrganization({ name: 'Producer' });
  const door = await serveMock(mock, options);
  try {
    const { port } = new URL(door.url);
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
    const { shareUrl } = mock.capture(producer, { ...PLAIN_PAGE, autoShare: true });
    const { headers } = await ask(new URL(shareUrl).pathname);
    const authorization = { authorization: `Bearer ${TOKEN}` };
    const statuses: number[] = [];
    for (const given of [{}, authorization]) {
      statuses.push((await ask('/_mock/api/reset', { method: 'POST', headers: given })).status);
    }
    const urls = [door.url, headers.get('location')].map((url) => url?.replace(port, ''));
    return [urls, engineOf(mock).traffic.keepsBodies, statuses, notedBy(options.reset)];
  } finally {
    await door.close();
  }
}

type Listen = Required<NonNullable<Parameters<ReturnType<typeof setupMockServer>['listen']>[0]>>;

/** How often a server of MSW calls the caller's own strategy for a request that nothing answers. */
async function unanswered(options: Partial<Listen>) {
  const server = setupMockServer(createMockService());
  server.listen(options);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    await fetch('http://nobody.invalid/').catch(() => undefined);
  } finally {
    warned.mockRestore();
    server.close();
  }
  return (notedBy(options.onUnhandledFrame) as unknown[] | undefined)?.length;
}

/** The functions of the fake. */
export const MOCK_CASES: readonly OptionCase[] = [
  caseOf<MockOptions>(
    'MockOptions',
    'createMockService',
    () => ({
      ...{ now: START, running: true, idSeed: 'own', seed: 'demo', webhookFetch },
      ...{ baseUrl: 'https://api.example/below', dashboardUrl: 'https://dashboard.example' },
      ...{ readings: { pageFill: 'short' }, webhookTimestamps: 'wall', webhookTimeoutMs: 7 },
      ...{ maxBodyBytes: 8, requestsKept: 9 },
    }),
    checkOptions,
  ),
  caseOf<ForEachReadingOptions>(
    'ForEachReadingOptions',
    'forEachReading',
    () => ({ pairs: true }),
    async (options) => {
      const titles: string[] = [];
      await forEachReading((_, title) => void titles.push(title), options);
      return titles;
    },
  ),
  caseOf<ServeOptions, 'port'>(
    'ServeOptions',
    'serveMock',
    () => ({
      ...{ host: '0.0.0.0', allowHosts: ['cdr-fake'], controlToken: TOKEN, keepBodies: true },
      ...{ dashboardUrl: 'https://dashboard.example', reset: noting(undefined) },
    }),
    served,
  ),
  caseOf<Pick<ServeOptions, 'port'>>(
    'ServeOptions',
    'serveMock, its port',
    () => ({ port: 70_000 }),
    async (options) => (await serveMock(createMockService(), options)).close(),
  ),
  caseOf<MockServerOptions>(
    'MockServerOptions',
    'setupMockServer',
    () => ({ timers: {} as never }),
    (options) => typeof setupMockServer(createMockService({ now: START }), options),
  ),
  caseOf<Partial<Listen>>(
    'MockServerOptions',
    'listen',
    () => ({ onUnhandledRequest: noting(undefined), onUnhandledFrame: noting(undefined) }) as never,
    unanswered,
    ['onUnhandledRequest'] as never, // of msw 2
  ),
];
