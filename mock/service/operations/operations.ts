import type { DataOf } from '../../../src/contract/endpoint.ts';
import type { DataEndpointName, EndpointName, Endpoints } from '../../../src/contract/endpoints.ts';
import type { Answer, Call, KeyedCall } from './call.ts';
import { collectCdr } from './collect-cdr.ts';
import { getCdr } from './get-cdr.ts';
import { listCdrs } from './list-cdrs.ts';
import { listDomains } from './list-domains.ts';
import { openShare } from './open-share.ts';
import { receiveShare } from './receive-share.ts';
import { shareCdr } from './share-cdr.ts';

/** The operation of every endpoint that returns `data`. A missing one does not compile. */
export const operations: {
  readonly [Name in DataEndpointName]: (
    call: KeyedCall,
  ) => Answer<DataOf<Endpoints[Name]> & object>;
} = {
  listDomains,
  listCdrs,
  getCdr,
  collectCdr,
  shareCdr,
  receiveShare,
};

/** The redirect target of every other endpoint. */
export const redirects: {
  readonly [Name in Exclude<EndpointName, DataEndpointName>]: (call: Call) => string;
} = { openShare };
