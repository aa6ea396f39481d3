import type { StraySecret } from './endpoint.ts';
import { collectCdr } from './endpoints/collect-cdr.ts';
import { getCdr } from './endpoints/get-cdr.ts';
import { listCdrs } from './endpoints/list-cdrs.ts';
import { listDomains } from './endpoints/list-domains.ts';
import { openShare } from './endpoints/open-share.ts';
import { receiveShare } from './endpoints/receive-share.ts';
import { shareCdr } from './endpoints/share-cdr.ts';

/**
 * The name of an operation, the same in errors, traces, and the fake's faults and journal. Written out
 * for the public declarations, which know no schema; it is held to the rows below.
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

/** The operations that are one endpoint each. */
export type EndpointOperation = Endpoints[EndpointName]['operation'];

type None<T extends never> = T;

type RowOperation = EndpointOperation | 'cdrs.download' | 'request';

/** Does not compile where a row keeps secret what it does not take. */
export type EachSecretIsAnInput = None<StraySecret<Endpoints[EndpointName]>>;

/** Does not compile where `Operation` lacks one of these. */
export type EachRowIsAnOperation = None<Exclude<RowOperation, Operation>>;

/** Does not compile where `Operation` has one that nothing here is. */
export type EachOperationIsARow = None<Exclude<Operation, RowOperation>>;
