import type { EndpointFacts, QueryOf, StraySecret } from './endpoint.ts';
import { collectCdr, collectCdrFacts } from './endpoints/collect-cdr.ts';
import { getCdr, getCdrFacts } from './endpoints/get-cdr.ts';
import { listCdrs, listCdrsFacts } from './endpoints/list-cdrs.ts';
import { listDomains, listDomainsFacts } from './endpoints/list-domains.ts';
import { openShare, openShareFacts } from './endpoints/open-share.ts';
import { receiveShare, receiveShareFacts } from './endpoints/receive-share.ts';
import { shareCdr, shareCdrFacts } from './endpoints/share-cdr.ts';
import type { PathParam } from './path.ts';

/**
 * The name of an operation, the same in errors, traces, and the fake's faults and journal. Written out
 * to keep schemas out of the public declarations; the types below check it against the rows.
 */
export type Operation =
  | 'domains.list'
  | 'cdrs.list'
  | 'cdrs.get'
  | 'cdrs.collect'
  | 'cdrs.share'
  | 'cdrs.download'
  | 'shares.receive'
  | 'shares.dashboardUrl'
  | 'request';

/** Every endpoint of the API (spec §4). */
export const endpoints = {
  listDomains,
  listCdrs,
  getCdr,
  collectCdr,
  shareCdr,
  receiveShare,
  openShare,
};

/** The table of the endpoints. */
export type Endpoints = typeof endpoints;

/** The name of an endpoint: one word for its row, its operation's file and its tests. */
export type EndpointName = keyof Endpoints;

/** Facts about each endpoint beyond its row. Kept apart so that they stay out of client bundles. */
export const endpointFacts: {
  readonly [Name in EndpointName]: () => EndpointFacts<Endpoints[Name]>;
} = {
  listDomains: listDomainsFacts,
  listCdrs: listCdrsFacts,
  getCdr: getCdrFacts,
  collectCdr: collectCdrFacts,
  shareCdr: shareCdrFacts,
  receiveShare: receiveShareFacts,
  openShare: openShareFacts,
};

type ResourceOf<Name extends string> = Name extends `${infer Resource}.${string}`
  ? Resource
  : never;

/** What the endpoints of each resource are about, by the first word of their operations. */
export const resourceMeans: Readonly<Record<ResourceOf<EndpointOperation>, string>> = {
  domains: 'The domains that an organization has records on.',
  cdrs: 'Certified Digital Records: list, read, pay for and share them.',
  shares: 'Share tokens: receive a record that another organization shared.',
};

/** The endpoints that answer with `data`; the others redirect. */
export type DataEndpointName = {
  [Name in EndpointName]: Endpoints[Name]['data'] extends null ? never : Name;
}[EndpointName];

/** The path parameters of all endpoints. */
export type PathParamName = PathParam<Endpoints[EndpointName]['path']>;

/** The query parameters of all endpoints. */
export type QueryName = {
  [Name in EndpointName]: keyof QueryOf<Endpoints[Name]>;
}[EndpointName];

/** The operations that correspond to exactly one endpoint. */
export type EndpointOperation = Endpoints[EndpointName]['operation'];

type None<T extends never> = T;

type RowOperation = EndpointOperation | 'cdrs.download' | 'request';

/** Does not compile if a row lists a secret that is not one of its inputs. */
export type EachSecretIsAnInput = None<StraySecret<Endpoints[EndpointName]>>;

/** Does not compile if `Operation` lacks one of the rows' operations. */
export type EachRowIsAnOperation = None<Exclude<RowOperation, Operation>>;

/** Does not compile if `Operation` has a name that no row has. */
export type EachOperationIsARow = None<Exclude<Operation, RowOperation>>;
