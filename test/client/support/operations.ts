import type { ConsentEvidence } from '../../../src/client.ts';
import { endpointFacts } from '../../../src/contract/endpoint-facts.ts';
import {
  type EndpointName,
  type EndpointOperation,
  endpoints,
  type Operation,
} from '../../../src/contract/endpoints.ts';
import { sampleCdr, sampleEntry } from '../../../src/contract/sample-cdr.ts';
import type { CallOptions } from '../../../src/transport/call-options.ts';
import { ok, type Play } from './answers.ts';

export const entry = { ...sampleEntry };
export const cdr = { ...sampleCdr };
export const received = endpointFacts.receiveShare().sample;

/** One operation as the tests call it. */
export interface OperationCase {
  readonly name: string;
  readonly operation: Operation;
  readonly kind: 'read' | 'idempotent' | 'once';
  readonly success: Play;
  call(client: ConsentEvidence, options?: CallOptions): Promise<unknown>;
}

type Call = OperationCase['call'];

/** How each endpoint is called: one that is missing here does not compile. */
const CALLS: Readonly<Record<EndpointOperation, Call>> = {
  'domains.list': (client, options) => client.domains.list(options),
  'cdrs.list': (client, options) => client.cdrs.list('example.com', options).page(),
  'cdrs.get': (client, options) => client.cdrs.get('cdr_1', options),
  'cdrs.collect': (client, options) => client.cdrs.collect('cdr_1', options),
  'cdrs.share': (client, options) => client.cdrs.share('cdr_1', options),
  'shares.receive': (client, options) => client.shares.receive('tok_1', options),
  'shares.dashboardUrl': (client, options) => client.shares.dashboardUrl('tok_1', options),
};

/** What the service answers on success: the row's own sample, or the redirect of the row without data. */
function successOf(name: EndpointName): Play {
  const { sample } = endpointFacts[name]();
  if (sample !== null) return ok(sample);
  return () => new Response(null, { status: 302, headers: { location: 'https://dash.example' } });
}

const ofEndpoints = (Object.keys(endpoints) as EndpointName[]).map((name): OperationCase => {
  const { operation, repeat } = endpoints[name];
  return {
    ...{ name: operation, operation, kind: repeat },
    ...{ success: successOf(name), call: CALLS[operation] },
  };
});

/** Every operation that is one request, with an answer that it is content with. */
export const operations: OperationCase[] = [
  ...ofEndpoints,
  {
    name: 'request GET',
    operation: 'request',
    kind: 'read',
    success: ok({}),
    call: (client, options) => client.request({ method: 'GET', path: '/v1/new', ...options }),
  },
  {
    name: 'request POST',
    operation: 'request',
    kind: 'once',
    success: ok({}),
    call: (client, options) => client.request({ method: 'POST', path: '/v1/new', ...options }),
  },
];
