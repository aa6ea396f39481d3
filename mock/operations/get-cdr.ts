import type { GetCdrData } from '../../src/contract/replies.ts';
import { presentCdr } from '../present.ts';
import {
  type Answer,
  heldCdr,
  type KeyedCall,
  refuseInvalid,
  refusePending,
  viewerOf,
} from './call.ts';

/** `GET /v1/cdrs/<cdr_id>` (spec §4.3). */
export function getCdr(call: KeyedCall): Answer {
  const cdr = heldCdr(call, '4.3');
  refuseInvalid(cdr, '4.3');
  refusePending(cdr, '4.3');
  const data: GetCdrData = { cdr: presentCdr(viewerOf(call), cdr) };
  const values = { cdrId: cdr.cdrId, collected: data.cdr.collected };
  return { data, decision: { check: 'read', section: '4.3', values } };
}
