import type { GetCdrData } from '../../../src/contract/endpoints/get-cdr.ts';
import { cdrJson } from '../presenter/cdr-json.ts';
import { accessOf } from '../presenter/present.ts';
import {
  type Answer,
  heldCdr,
  JsonText,
  type KeyedCall,
  refuseInvalid,
  refusePending,
  viewerOf,
} from './call.ts';

/** `GET /v1/cdrs/<cdr_id>` (spec §4.3). */
export function getCdr(call: KeyedCall): Answer<GetCdrData> {
  const cdr = heldCdr(call, '4.3');
  refuseInvalid(cdr, '4.3');
  refusePending(cdr, '4.3');
  const viewer = viewerOf(call);
  const access = accessOf(viewer, cdr);
  const { json, isAscii } = cdrJson(viewer, cdr, access);
  const data = new JsonText(`{"cdr":${json}}`, isAscii);
  const values = { cdrId: cdr.cdrId, collected: access.collected };
  return { data, decision: { check: 'read', section: '4.3', values } };
}
