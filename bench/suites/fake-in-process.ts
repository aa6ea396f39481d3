import type * as Mock from '../../mock/index.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run } from '../harness/measure.ts';
import { load } from '../harness/peers.ts';
import type { Suite } from '../harness/suite.ts';

/** A function that answers requests, and a request that it answers. */
interface Answering {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly url: string;
  readonly apiKey: string;
}

function runOf({ fetch, url, apiKey }: Answering): Run {
  const init = { headers: { 'x-api-key': apiKey } };
  return async (operations) => {
    for (let index = 0; index < operations; index += 1) {
      const response = await fetch(url, init);
      const text = await response.text();
      if (response.status !== 200 || text.length < 1000) throw new Error('not the record');
    }
  };
}

async function ours(): Promise<Answering> {
  const { createMockService, presets } = await load<typeof Mock>('consent-evidence/mock');
  const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
  const organization = mock.addOrganization({ name: 'Acme Solar' });
  const { cdrId } = mock.capture(organization, presets.checkedBox());
  return {
    fetch: mock.fetch as Answering['fetch'],
    url: mock.url('cdrs.get', cdrId),
    apiKey: organization.apiKey,
  };
}

/** Makes a handler that checks the key and returns the fake's own reply from a constant. */
async function bare(): Promise<Answering & { handle: (request: Request) => Response }> {
  const fake = await ours();
  const { fetch, apiKey } = fake;
  const body = await (await fetch(fake.url, { headers: { 'x-api-key': apiKey } })).text();
  const handle = (request: Request): Response =>
    request.headers.get('x-api-key') === apiKey
      ? new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8' } })
      : new Response(null, { status: 401 });
  return { ...fake, fetch: async (url, init) => handle(new Request(url, init)), handle };
}

async function msw(): Promise<Run> {
  const { http } = await load<{
    http: { get(url: string, resolve: (info: { request: Request }) => Response): object };
  }>('msw');
  const { setupServer } = await load<{ setupServer(handler: object): { listen(): void } }>(
    'msw/node',
  );
  const { url, apiKey, handle } = await bare();
  setupServer(http.get(url, ({ request }) => handle(request))).listen();
  return runOf({ fetch, url, apiKey });
}

const measures: Record<'get', Measure> = {
  get: {
    title: 'GET of a record, the answer read as text',
    base: 'a function from Request to Response',
    ratio: 'time',
    operations: 1000,
    rounds: 25,
    limits: { 'mock.fetch': 3 },
    subjects: {
      'a function from Request to Response': { prepare: async () => runOf(await bare()) },
      'mock.fetch': { prepare: async () => runOf(await ours()) },
      'msw setupServer, one handler': { peer: 'msw', prepare: msw },
    },
  },
};

export const suite: Suite = {
  title: 'The fake in process',
  about: 'Ours routes, checks the key, presents the record, signs its download URL and journals.',
  measures,
  run: (plan) => interleave(import.meta.url, 'get', measures.get, plan),
};
