import type { CollectCdrData } from '../../../src/contract/endpoints/collect-cdr.ts';
import { chargeOnce } from '../rules/access.ts';
import {
  type Answer,
  heldCdr,
  type KeyedCall,
  refuseDevMode,
  refuseInvalid,
  refusePending,
} from './call.ts';
import { ServiceFailure } from './failure.ts';

function refuseUnreadable({ organization }: KeyedCall): void {
  if (!organization.unreadable) return;
  const why = "the organization's own record cannot be read; nothing was charged; contact support";
  const check = 'the organization record is readable';
  throw new ServiceFailure('NOT_FOUND', why, { check, section: '7' });
}

function refuseWithoutBilling({ organization }: KeyedCall): void {
  if (organization.billing) return;
  throw new ServiceFailure(
    'PASSTHROUGH_ORG_CANNOT_COLLECT',
    `${organization.name} has no billing set up; set it up in the dashboard, then collect`,
    { check: 'the organization has billing', section: '4.4', values: { billing: false } },
  );
}

/** `POST /v1/cdrs/<cdr_id>/collect` (spec §4.4). Ignores any body. */
export function collectCdr(call: KeyedCall): Answer<CollectCdrData> {
  const { engine, organization, now, requestId } = call;
  const cdr = heldCdr(call, '4.4');
  refuseUnreadable(call);
  refuseInvalid(cdr, '4.4');
  refusePending(cdr, '4.4');
  if (engine.readings.collectOrder === 'billingFirst') refuseWithoutBilling(call);
  refuseDevMode(cdr, '4.4', 'collected');
  const repeated = engine.world.access.has(cdr.cdrId, organization.organizationId);
  if (!repeated || engine.readings.collectRepeated === 'billingFirst') refuseWithoutBilling(call);
  const charged = chargeOnce(engine.world, cdr.cdrId, organization.organizationId, {
    cause: 'collect',
    at: now,
    requestId,
  });
  const data: CollectCdrData = { cdrId: cdr.cdrId, collected: true, alreadyCollected: !charged };
  const values = { cdrId: cdr.cdrId, charged };
  return { data, decision: { check: 'collected', section: '4.4', values } };
}
