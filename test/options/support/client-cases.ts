import type {
  CallOptions,
  FindByPhoneOptions,
  ListCdrsOptions,
  RawRequest,
  ReceiveShareOptions,
  ShareCdrOptions,
  TraceEvent,
} from '../../../src/index.ts';
import {
  ConsentEvidence,
  type ConsentEvidenceOptions,
  InvalidInputError,
} from '../../../src/index.ts';
import { no, ok, type Play, playing } from '../../client/support/answers.ts';
import { clientWith, manualClock } from '../../client/support/client-of.ts';
import { cdr, entry, operations, received } from '../../client/support/operations.ts';
import { caseOf, type OptionCase, timersOf } from './option-case.ts';

type Call<Options> = (client: ConsentEvidence, options: Options) => unknown;

const busy = no(429, 'BUSY');
const busyForLong = no(429, 'BUSY', { headers: { 'retry-after': '50' } });
const pending = no(202, 'CDR_PENDING', { headers: { 'retry-after': '1' } });

/** Plays one answer to a client's call, and returns what was sent, how often, and by which limits. */
async function sentBy(play: Play, use: (client: ConsentEvidence) => unknown, at = {}) {
  const fetch = playing(play);
  const labels: unknown[] = [];
  const trace = ({ label }: { label?: string }): number => labels.push(label);
  const timers = await timersOf(async () => {
    try {
      await use(clientWith(fetch, { trace, ...at }));
    } catch (error) {
      if (error instanceof InvalidInputError) throw error;
      // otherwise what was sent until then counts
    }
  });
  return { sent: fetch.seen.map(({ method, url, body }) => [method, url, body]), labels, timers };
}

/** The options that every call has. */
function callOptions() {
  const { signal } = new AbortController();
  return { signal, timeoutMs: 12_345, deadlineMs: 40_000, maxRetries: 1, label: 'L-1' };
}

async function callOutcome<Options extends CallOptions>(call: Call<Options>, options: Options) {
  const { signal } = options;
  let listeners = 0;
  const add = signal?.addEventListener.bind(signal);
  if (signal) {
    signal.addEventListener = (...given: Parameters<typeof signal.addEventListener>) => {
      listeners += 1;
      add?.(...given);
    };
  }
  const use: Parameters<typeof sentBy>[1] = (client) => call(client, options);
  const outcomes = [await sentBy(busy, use), await sentBy(busyForLong, use)];
  return [...outcomes, listeners > 0];
}

/** Returns what a client does; its options are read here as its caller reads them. */
async function made(options: ConsentEvidenceOptions, client: ConsentEvidence) {
  const seen = options.fetch as unknown as { seen: unknown[] } | undefined;
  const clock = options.clock as ReturnType<typeof manualClock> | undefined;
  const calls = [
    () => client.domains.list(),
    () => client.cdrs.get('busy'),
    () => client.cdrs.get('busyForLong'),
    () => client.shares.receive('https://links.example/v1/shares/tok_1'),
    () => client.cdrs.get('odd'),
  ];
  const results: unknown[] = [];
  const timers = await timersOf(async () => {
    for (const call of calls) {
      results.push(await Promise.resolve(call()).catch((error: unknown) => String(error)));
    }
  });
  const { steps } = (options.trace ?? {}) as { steps?: string[] };
  const numbered = steps?.map((step) => step.replace(/_\d+$/, ''));
  return [results, timers, JSON.stringify(seen?.seen), clock?.sleeps, numbered];
}

const world: Play = (request) => {
  if (request.url.includes('busyForLong')) return busyForLong(request);
  if (request.url.includes('busy')) return busy(request);
  if (request.url.includes('odd')) return ok({ cdr: { ...cdr, cdrId: 'odd', size: '1' } })(request);
  return (request.method === 'POST' ? pending : ok({ domains: ['a.example'] }))(request);
};

function traced() {
  const steps: string[] = [];
  return Object.assign(({ type, callId }: TraceEvent) => void steps.push(type, callId), { steps });
}

function clientOptions(): Required<ConsentEvidenceOptions> {
  return {
    ...{ apiKey: 'kid.sk_secret', baseUrl: 'http://api.example.com/below', timeoutMs: 12_345 },
    ...{ shareOrigins: ['https://links.example'], deadlineMs: 40_000, maxRetries: 1 },
    retryQuota: 5,
    ...{ pendingTimeoutMs: 5_000, fetch: playing(world), clock: manualClock() },
    ...{ random: () => 0.25, trace: traced(), validateReplies: 'throw' },
    ...{ allowInsecureHttp: true, allowBrowser: true },
  };
}

const ways: Readonly<Record<string, (options: ConsentEvidenceOptions) => ConsentEvidence>> = {
  'new ConsentEvidence': (options) => new ConsentEvidence(options),
  'a copy of it': (options) => new ConsentEvidence(options).withOptions({}),
  'client.withOptions': (options) =>
    new ConsentEvidence({ fetch: playing(world), clock: manualClock() }).withOptions(options),
};

const ofClients = Object.entries(ways).map(([at, make]) =>
  caseOf<ConsentEvidenceOptions>(
    'ConsentEvidenceOptions',
    at,
    clientOptions,
    (options) => made(options, make(options)),
    // Without its `fetch` or clock a client would use the platform's; the quota is of many calls, see
    // test/client/retry-quota.test.ts.
    ['allowBrowser', 'fetch', 'clock', 'retryQuota'],
  ),
);

const calls: Readonly<Record<string, Call<CallOptions>>> = {
  ...Object.fromEntries(operations.map(({ name, call }) => [name, call])),
  'cdrs.download': (client, options) => client.cdrs.download('cdr_1', options),
  'cdrs.downloadTo': (client, options) => client.cdrs.downloadTo('cdr_1', 'none/x.png', options),
  check: (client, options) => client.check(options),
};

const ofCalls = Object.entries(calls)
  // `request` spreads the options itself in these tests; `downloadTo` has no folder to write to.
  .filter(([name]) => !/^request|downloadTo$/.test(name))
  .map(([name, call]) =>
    caseOf<CallOptions>('CallOptions', name, callOptions, (options) => callOutcome(call, options)),
  );

const found = ok({ cdrs: [entry], nextPageToken: 'next' });
const searched = (play: Play, list: (client: ConsentEvidence) => AsyncGenerator) =>
  sentBy(play, async (client) => {
    const steps = list(client);
    await steps.next();
    await new Promise(setImmediate); // a page that is fetched ahead
    await steps.return(undefined);
  });

const acceptance = { schemaVersion: 1, leadMatch: { phone: '2125550147' } } as const;

/** The functions of the client. */
export const CLIENT_CASES: readonly OptionCase[] = [
  ...ofClients,
  ...ofCalls,
  caseOf<ListCdrsOptions, 'order'>(
    'ListCdrsOptions',
    'cdrs.list, filtered',
    () => ({
      ...callOptions(),
      ...{ pageSize: 7, metadata: { key: 'k', value: 'v' }, pageToken: 'from', prefetch: 1 },
    }),
    async (options) => [
      await callOutcome((client, given) => client.cdrs.list('a.example', given).page(), options),
      await searched(found, (client) => client.cdrs.list('a.example', options).pages()),
    ],
  ),
  caseOf<Pick<ListCdrsOptions, 'order'>>(
    'ListCdrsOptions',
    'cdrs.list, in order',
    () => ({ order: 'asc' }),
    (options) => sentBy(found, (client) => client.cdrs.list('a.example', options).page()),
  ),
  caseOf<FindByPhoneOptions>(
    'FindByPhoneOptions',
    'cdrs.findByPhone',
    () => ({ ...callOptions(), domains: ['a.example'], keys: ['phone'] }),
    async (options) => [
      await callOutcome((client, o) => client.cdrs.findByPhone('2125550147', o).next(), options),
      await searched(ok({ cdrs: [] }), (client) => client.cdrs.findByPhone('2125550147', options)),
    ],
  ),
  caseOf<ReceiveShareOptions>(
    'ReceiveShareOptions',
    'shares.receive',
    () => ({
      ...{ ...callOptions(), acceptance, collect: false },
      ...{ earlierOutcome: 'unknown', pendingTimeoutMs: 3_000 },
    }),
    async (options) => {
      const receive: Call<ReceiveShareOptions> = (c, o) => c.shares.receive('tok_1', o);
      const told = await receive(clientWith(playing(ok(received))), options);
      const { sent } = await sentBy(pending, (client) => receive(client, options));
      return [await callOutcome(receive, options), sent, told];
    },
  ),
  caseOf<ShareCdrOptions, 'expiresInMs'>(
    'ShareCdrOptions',
    'cdrs.share, in units',
    () => ({ ...callOptions(), expiresIn: { days: 1, hours: 2, minutes: 3, seconds: 4 } }),
    (options) => callOutcome((client, o) => client.cdrs.share('cdr_1', o), options),
  ),
  caseOf<Pick<ShareCdrOptions, 'expiresInMs'>>(
    'ShareCdrOptions',
    'cdrs.share',
    () => ({ expiresInMs: 60_000 }),
    (options) => sentBy(busy, (client) => client.cdrs.share('cdr_1', options)),
  ),
  caseOf<RawRequest>(
    'RawRequest',
    'request',
    () => ({
      ...{ ...callOptions(), method: 'POST', path: '/v1/new' },
      ...{ query: { limit: 10 }, body: 'a text' },
    }),
    (options) => callOutcome((client, o) => client.request(o), options),
  ),
];
