import type { AcceptanceCriteria } from '../../../src/contract/acceptance.ts';
import type {
  ReceiveShareBody,
  ReceiveShareData,
} from '../../../src/contract/endpoints/receive-share.ts';
import { PENDING_RETRY_SECONDS } from '../../../src/contract/limits.ts';
import type { StoredCdr, StoredToken } from '../../world/entities.ts';
import { announceReceive, completeRecord, hold } from '../lifecycle/record-life.ts';
import { chargeOnce, isRetained, senderPassesAccess } from '../rules/access.ts';
import { readCriteria, refuseUnaccepted } from './acceptance.ts';
import { type Answer, type KeyedCall, param, refuseInvalid } from './call.ts';
import { ServiceFailure } from './failure.ts';

const SECTION = '4.6';

interface ReceiveBody {
  readonly collect: boolean;
  readonly acceptance: AcceptanceCriteria | undefined;
}

function invalidArgument(check: string, message: string): ServiceFailure {
  return new ServiceFailure('INVALID_ARGUMENT', message, { check, section: SECTION });
}

/** The fields of the body. A field of `ReceiveShareBody` that is missing here does not compile. */
const FIELDS = Object.keys({
  collect: true,
  acceptance: true,
} satisfies Record<keyof ReceiveShareBody, true>);

function hasReceived({ engine, organization }: KeyedCall, token: string): boolean {
  return engine.world.claims.has(token, organization.organizationId);
}

/** Tells whether a repeated receive does not even look at the criteria (spec §4.6 rule 2). */
function ignoresCriteria(call: KeyedCall): boolean {
  const { repeatedReceiveCriteria } = call.engine.readings;
  return repeatedReceiveCriteria === 'ignored' && hasReceived(call, param(call, 'token'));
}

/** Reads the body. Unlike the other bodies, it is strict: an unknown key is refused by name. */
function readBody(call: KeyedCall): ReceiveBody {
  const body = (call.body ?? {}) as Record<string, unknown>;
  const unknown = Object.keys(body).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined) {
    const message = `"${unknown.slice(0, 100)}" is not a field of this body; only ${FIELDS.join(' and ')} are`;
    throw invalidArgument('the body has only known fields', message);
  }
  const { collect = true, acceptance } = body;
  if (typeof collect !== 'boolean') {
    throw invalidArgument('collect is a boolean', 'collect must be true or false, or left out');
  }
  if (acceptance === undefined || ignoresCriteria(call)) return { collect, acceptance: undefined };
  return { collect, acceptance: readCriteria(acceptance, call) };
}

function refuseNotCollecting(call: KeyedCall, collect: boolean): void {
  if (collect || call.engine.readings.collectFalse === 'defer') return;
  throw new ServiceFailure(
    'COLLECT_REQUIRED',
    'receiving always collects; leave collect out, or do not receive the record',
    { check: 'collect is not false', section: SECTION, values: { collect } },
  );
}

function refuseDevModeToken({ devMode }: StoredToken): void {
  if (!devMode) return;
  throw new ServiceFailure(
    'CDR_DEV_MODE',
    'the token is for a Dev Mode record, which can never be received; ask for a production capture',
    { check: 'the token is not for a Dev Mode record', section: SECTION, values: { devMode } },
  );
}

function refuseExpired({ expiresAt }: StoredToken, now: number): void {
  if (now < expiresAt) return;
  const agoSeconds = Math.floor((now - expiresAt) / 1000);
  const instant = new Date(expiresAt).toISOString();
  throw new ServiceFailure(
    'GONE',
    `the share token expired ${agoSeconds} s ago, at ${instant}; ask the producer for a new one`,
    { check: 'the token has not expired', section: SECTION, values: { now, expiresAt } },
  );
}

/** Returns the token if this organization can use it. The checks are in the service's order. */
function usableToken(call: KeyedCall): StoredToken {
  const { engine, now, organization } = call;
  const token = engine.world.tokens.get(param(call, 'token'));
  if (token === undefined) {
    const message = 'no such share token; check that it was copied in full';
    throw new ServiceFailure('NOT_FOUND', message, { check: 'the token exists', section: SECTION });
  }
  // An expired Dev Mode token: "always" and "expiry first" contradict each other.
  if (engine.readings.devModeExpired === 'devMode') refuseDevModeToken(token);
  refuseExpired(token, now);
  refuseDevModeToken(token);
  if (token.organizationId === organization.organizationId) {
    const message =
      'the token was created by your own organization; collect the record instead of receiving it';
    throw invalidArgument('the token was created by another organization', message);
  }
  return token;
}

/**
 * Returns early for a repeated receive: nothing is evaluated, charged or granted (spec §4.6 rule
 * 2). A record that is no longer kept has nothing to return, so it is refused as at a first
 * receive.
 */
function alreadyReceived(
  call: KeyedCall,
  { token, cdrId }: StoredToken,
): Answer<ReceiveShareData> | undefined {
  const { engine, now } = call;
  const { world, readings } = engine;
  if (!hasReceived(call, token)) return undefined;
  const cdr = world.cdrs.get(cdrId);
  if (cdr === undefined || !isRetained(cdr, now)) return undefined;
  if (readings.repeatedReceiveBilling === 'billingFirst') refuseWithoutBilling(call);
  if (readings.repeatedReceiveConflict === 'conflict') refuseTwofold(cdr);
  if (readings.alreadyReceivedInvalid === 'invalid') refuseInvalid(cdr, SECTION);
  return receipt(cdr, { alreadyClaimed: true, shareEventId: '' }, { charged: false });
}

function receipt(
  { cdrId, page }: StoredCdr,
  handoff: Pick<ReceiveShareData, 'alreadyClaimed' | 'shareEventId'>,
  values: Record<string, boolean>,
): Answer<ReceiveShareData> {
  const { domainId } = page;
  const data: ReceiveShareData = { claimed: true, cdrId, domainId, ...handoff };
  const check = handoff.alreadyClaimed ? 'already received through this token' : 'received';
  return { data, decision: { check, section: SECTION, values: { cdrId, ...values } } };
}

function refuseWithoutBilling({ organization }: KeyedCall): void {
  if (organization.billing) return;
  throw new ServiceFailure(
    'PASSTHROUGH_ORG_CANNOT_CLAIM',
    `${organization.name} has no billing set up; set it up in the dashboard, then receive`,
    { check: 'the organization has billing', section: SECTION, values: { billing: false } },
  );
}

/**
 * Counts a receive that the record waits for. If none is left to wait for, renders the record and
 * returns true.
 */
function rendersNow({ engine, now }: KeyedCall, cdr: StoredCdr): boolean {
  const { pending } = cdr;
  if (pending?.until !== 'receives') return false;
  if (pending.left > 0) {
    const left = pending.left - 1;
    engine.world.cdrs.set([cdr.cdrId], { ...cdr, pending: { until: 'receives', left } });
    return false;
  }
  completeRecord(engine, cdr.cdrId, now);
  return true;
}

function refuseTwofold({ cdrId, duplicated }: StoredCdr): void {
  if (!duplicated) return;
  const message = 'more than one record has this cdrId; nothing was charged; contact support';
  const check = 'only one record has the identifier';
  throw new ServiceFailure('CONFLICT', message, { check, section: '7', values: { cdrId } });
}

/** Returns the record behind the token, rendered and valid. */
function receivableCdr(call: KeyedCall, { cdrId }: StoredToken): StoredCdr {
  const { engine, now } = call;
  const cdr = engine.world.cdrs.get(cdrId);
  if (cdr !== undefined) refuseTwofold(cdr);
  if (cdr === undefined || !isRetained(cdr, now)) {
    const message = 'the record behind this token is no longer kept; ask for a newer one';
    const check = 'the record exists and is retained';
    throw new ServiceFailure('NOT_FOUND', message, { check, section: SECTION, values: { cdrId } });
  }
  refuseInvalid(cdr, SECTION);
  if (cdr.pending !== null && !rendersNow(call, cdr)) {
    throw new ServiceFailure(
      'CDR_PENDING',
      `the record is not rendered yet; repeat this call in ${PENDING_RETRY_SECONDS} seconds`,
      {
        check: 'the record is rendered',
        section: SECTION,
        values: { cdrId, waitsFor: cdr.pending.until },
        headers: { 'retry-after': String(PENDING_RETRY_SECONDS) },
      },
    );
  }
  return engine.world.cdrs.get(cdrId) ?? cdr;
}

/** Grants access, charges and records the handoff in one step (spec §4.6 rule 9). */
function deliver(
  call: KeyedCall,
  token: StoredToken,
  cdr: StoredCdr,
  collect: boolean,
): Answer<ReceiveShareData> {
  const { engine, organization, now, requestId } = call;
  const { world } = engine;
  const { organizationId } = organization;
  const shareEventId = engine.ids.next('she');
  const hadAccess = world.access.has(cdr.cdrId, organizationId);
  const passed = senderPassesAccess(world, engine.readings, token);
  if (passed && !hadAccess) {
    const cause = 'passedOn';
    world.access.set([cdr.cdrId, organizationId], { organizationId, cause, at: now });
  }
  const charged =
    collect &&
    chargeOnce(world, cdr.cdrId, organizationId, { cause: 'receive', at: now, requestId });
  hold(engine, organizationId, cdr, { via: 'receive', at: now });
  announceReceive(engine, organization, cdr, now);
  world.claims.set([token.token, organizationId], { organizationId, at: now, shareEventId });
  world.sequence += 1;
  world.shareEvents.set([world.sequence], {
    shareEventId,
    token: token.token,
    cdrId: cdr.cdrId,
    fromOrganizationId: token.organizationId,
    toOrganizationId: organizationId,
    at: now,
  });
  return receipt(cdr, { alreadyClaimed: false, shareEventId }, { charged, hadAccess, passed });
}

/**
 * `POST /v1/shares/<token>` and its older path (spec §4.6). Grants the receiver nothing and charges
 * it nothing until every check has passed.
 */
export function receiveShare(call: KeyedCall): Answer<ReceiveShareData> {
  const { collect, acceptance } = readBody(call);
  const { collectFalseOrder, receiveBillingOrder } = call.engine.readings;
  if (collectFalseOrder === 'first') refuseNotCollecting(call, collect);
  const token = usableToken(call);
  const early = alreadyReceived(call, token);
  if (early !== undefined) return early;
  refuseNotCollecting(call, collect);
  if (receiveBillingOrder === 'beforeRecord') refuseWithoutBilling(call);
  const cdr = receivableCdr(call, token);
  if (acceptance !== undefined) refuseUnaccepted(call, cdr, acceptance);
  refuseWithoutBilling(call);
  return deliver(call, token, cdr, collect);
}
