import type * as Sdk from '../../src/index.ts';
import { API_KEY } from '../fixtures/key.ts';
import { record } from '../fixtures/record.ts';
import type { Measure, Run, Subject } from '../harness/measure.ts';
import { load } from '../harness/peers.ts';
import { overUndici } from './over-undici.ts';

/** One call; its result is not used. */
type Call = () => Promise<unknown>;

/** Makes `operations` calls, `together` of them at a time. */
function runOf(call: Call, together: number): Run {
  return async (operations) => {
    let left = operations;
    const lane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    };
    await Promise.all(Array.from({ length: Math.min(together, operations) }, lane));
  };
}

type MakeCall = (server: string) => Promise<Call> | Call;

async function ours(server: string, options: Sdk.ConsentEvidenceOptions = {}): Promise<Call> {
  const { ConsentEvidence } = await load<typeof Sdk>('consent-evidence');
  const client = new ConsentEvidence({
    apiKey: API_KEY,
    baseUrl: server,
    validateReplies: 'throw',
    ...options,
  });
  return () => client.cdrs.get(record.cdrId);
}

type Getter = { get(path: string): Promise<unknown> };
type Retriever = { retrieve(id: string): Promise<unknown> };

/** A GET of one record with each client. */
const calls: Readonly<Record<string, readonly [peer: string | undefined, MakeCall]>> = {
  'fetch + json': [
    undefined,
    (server) => async () =>
      (await fetch(`${server}/v1/x`, { headers: { 'x-api-key': API_KEY } })).json(),
  ],
  'consent-evidence': [undefined, (server) => ours(server)],
  'consent-evidence/undici': [
    'undici',
    async (server) => ours(server, { fetch: await overUndici() }),
  ],
  'undici.request': [
    'undici',
    async (server) => {
      const { request } = await load<{
        request(url: string, init: object): Promise<{ body: { json(): Promise<unknown> } }>;
      }>('undici');
      return async () =>
        (await request(`${server}/v1/x`, { headers: { 'x-api-key': API_KEY } })).body.json();
    },
  ],
  ky: [
    'ky',
    async (server) => {
      const { default: ky } = await load<{
        default: { get(url: string, init: object): { json(): Promise<unknown> } };
      }>('ky');
      return () => ky.get(`${server}/v1/x`, { headers: { 'x-api-key': API_KEY }, retry: 0 }).json();
    },
  ],
  '@workos-inc/node': [
    '@workos-inc/node',
    async (server) => {
      const { WorkOS } = await load<{
        WorkOS: new (key: string, options: object) => Getter;
      }>('@workos-inc/node');
      const { hostname, port } = new URL(server);
      const client = new WorkOS(API_KEY, {
        apiHostname: hostname,
        port: Number(port),
        https: false,
      });
      return () => client.get('/v1/x');
    },
  ],
  resend: [
    'resend',
    async (server) => {
      process.env['RESEND_BASE_URL'] = server;
      const { Resend } = await load<{ Resend: new (key: string) => Getter }>('resend');
      const client = new Resend(API_KEY);
      return () => client.get('/v1/x');
    },
  ],
  stripe: [
    'stripe',
    async (server) => {
      const { default: Stripe } = await load<{
        default: new (key: string, options: object) => { products: Retriever };
      }>('stripe');
      const { hostname: host, port } = new URL(server);
      const client = new Stripe(API_KEY, { host, port, protocol: 'http' });
      return () => client.products.retrieve('x');
    },
  ],
  '@notionhq/client': [
    '@notionhq/client',
    async (server) => {
      const { Client } = await load<{
        Client: new (options: object) => { request(input: object): Promise<unknown> };
      }>('@notionhq/client');
      const client = new Client({ auth: API_KEY, baseUrl: server });
      return () => client.request({ path: 'pages/x', method: 'get' });
    },
  ],
  octokit: [
    'octokit',
    async (server) => {
      const { Octokit } = await load<{
        Octokit: new (options: object) => { request(route: string): Promise<unknown> };
      }>('octokit');
      const client = new Octokit({
        auth: API_KEY,
        baseUrl: server,
        throttle: { enabled: false }, // otherwise it waits 20 ms between two calls
      });
      return () => client.request('GET /v1/x');
    },
  ],
  openai: [
    'openai',
    async (server) => {
      const { default: OpenAI } = await load<{
        default: new (options: object) => { models: Retriever };
      }>('openai');
      const client = new OpenAI({ apiKey: API_KEY, baseURL: server });
      return () => client.models.retrieve('x');
    },
  ],
  '@anthropic-ai/sdk': [
    '@anthropic-ai/sdk',
    async (server) => {
      const { default: Anthropic } = await load<{
        default: new (options: object) => { models: Retriever };
      }>('@anthropic-ai/sdk');
      const client = new Anthropic({ apiKey: API_KEY, baseURL: server });
      return () => client.models.retrieve('x');
    },
  ],
};

type Rest = Omit<Measure, 'subjects'>;

/** Builds a measure of the calls in `names`, `together` of them at a time. Default: all. */
export function measureOf(together: number, rest: Rest, names = Object.keys(calls)): Measure {
  const wanted = Object.entries(calls).filter(([name]) => names.includes(name));
  const subjects = wanted.map(([name, [peer, make]]): [string, Subject] => [
    name,
    {
      ...(peer !== undefined && { peer }),
      prepare: async (server) => runOf(await make(server), together),
    },
  ]);
  return { ...rest, subjects: Object.fromEntries(subjects) };
}
