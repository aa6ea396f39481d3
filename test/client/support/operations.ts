import type { ConsentEvidence } from '../../../src/client/client.ts';
import {
  type EndpointName,
  type EndpointOperation,
  endpointFacts,
  endpoints,
  type Operation,
  type PathParamName,
} from '../../../src/contract/endpoints.ts';
import { paramsOf } from '../../../src/contract/path.ts';
import { sampleCdr, sampleEntry } from '../../../src/contract/sample-cdr.ts';
import { CdrList } from '../../../src/resources/cdr-list.ts';
import type { CallOptions } from '../../../src/transport/call-options.ts';
import { ok, type Play } from './answers.ts';

export const entry = { ...sampleEntry };
export const cdr = { ...sampleCdr };
export const received = endpointFacts.receiveShare().sample;

/** One operation, as the tests call it. */
export interface OperationCase {
  readonly name: string;
  readonly operation: Operation;
  readonly kind: 'read' | 'idempotent' | 'once';
  readonly success: Play;
  call(client: ConsentEvidence, options?: CallOptions): Promise<unknown>;
}

type Call = OperationCase['call'];

/**
 * The operation, if the client has no method of that name: `packages.get` is `client.packages.get`.
 */
type Methodless<Name extends string> = Name extends `${infer Space}.${infer Method}`
  ? Space extends keyof ConsentEvidence
    ? Method extends keyof ConsentEvidence[Space]
      ? never
      : Name
    : Name
  : Name;

type None<T extends never> = T;

/**
 * Does not compile if the client lacks the method of an endpoint. The error names the operation.
 */
export type EachHasItsMethod = None<Methodless<EndpointOperation>>;

/** The path parameters that tests look for. */
const PARAMS: Readonly<Partial<Record<PathParamName, string>>> = {
  domainId: 'example.com',
  cdrId: 'cdr_1',
  token: 'tok_1',
};

type Methods = Readonly<Record<string, (...given: unknown[]) => unknown>>;

/**
 * Calls the method of the endpoint with its path parameters and the options; of a list, the first
 * page.
 */
function callOf(name: EndpointName): Call {
  const { operation, path } = endpoints[name];
  const [space = '', method = ''] = operation.split('.');
  const params = paramsOf(path).map((param) => PARAMS[param as PathParamName] ?? `${param}_1`);
  return async (client, options) => {
    const methods = client[space as keyof ConsentEvidence] as unknown as Methods;
    const made = methods[method]?.(...params, options);
    return made instanceof CdrList ? made.page() : made;
  };
}

/** Plays a success: the sample of the endpoint, or the redirect of the endpoint without data. */
function successOf(name: EndpointName): Play {
  const { sample } = endpointFacts[name]();
  if (sample !== null) return ok(sample);
  return () => new Response(null, { status: 302, headers: { location: 'https://dash.example' } });
}

const ofEndpoints = (Object.keys(endpoints) as EndpointName[]).map((name): OperationCase => {
  const { operation, repeat } = endpoints[name];
  return {
    ...{ name: operation, operation, kind: repeat },
    ...{ success: successOf(name), call: callOf(name) },
  };
});

/** Every operation that is one request, with an answer that makes it succeed. */
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
