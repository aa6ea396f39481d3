import type { EndpointName } from '../../../src/contract/endpoints.ts';
import type { Answer, KeyedCall } from './call.ts';
import { collectCdr } from './collect-cdr.ts';
import { getCdr } from './get-cdr.ts';
import { listCdrs } from './list-cdrs.ts';
import { listDomains } from './list-domains.ts';
import { receiveShare } from './receive-share.ts';
import { shareCdr } from './share-cdr.ts';

/** The endpoints that answer with an envelope. */
export type KeyedEndpointName = Exclude<EndpointName, 'openShare'>;

/** Every endpoint of the contract has its operation here: a missing one does not compile. */
export const operations: Readonly<Record<KeyedEndpointName, (call: KeyedCall) => Answer>> = {
  listDomains,
  listCdrs,
  getCdr,
  collectCdr,
  shareCdr,
  receiveShare,
};
