import type { ShareCdrBody, ShareCdrData } from '../../../src/contract/endpoints/share-cdr.ts';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { SHARE_EXPIRY_DEFAULT_MS, SHARE_EXPIRY_MAX_MS } from '../../../src/contract/limits.ts';
import { expandPath } from '../../../src/contract/path.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ServiceUrls } from '../../ground/urls.ts';
import type { StoredCdr, StoredToken } from '../../world/entities.ts';
import { accessKindOf } from '../rules/access.ts';
import {
  type Answer,
  heldCdr,
  type KeyedCall,
  refuseDevMode,
  refuseInvalid,
  refusePending,
} from './call.ts';
import { ServiceFailure } from './failure.ts';

/** Returns the lifetime of a token, as lenient as spec §4.5: no value makes the request fail. */
function lifetimeMs(expiresInMs: unknown): number {
  if (typeof expiresInMs !== 'number' || !Number.isFinite(expiresInMs) || expiresInMs <= 0) {
    return SHARE_EXPIRY_DEFAULT_MS;
  }
  return Math.min(Math.max(Math.floor(expiresInMs), 1), SHARE_EXPIRY_MAX_MS);
}

/** Issues a new token for the record (spec §2.5). */
export function createToken(
  { world, ids }: Engine,
  cdr: StoredCdr,
  organizationId: string,
  { now, expiresInMs }: { now: number; expiresInMs: unknown },
): StoredToken {
  const token: StoredToken = {
    token: ids.nextSecret('shr'),
    cdrId: cdr.cdrId,
    organizationId,
    createdAt: now,
    expiresAt: now + lifetimeMs(expiresInMs),
    devMode: cdr.devMode,
    senderHad: accessKindOf(world, cdr.cdrId, organizationId),
  };
  world.tokens.set([token.token], token);
  return token;
}

/** Returns the share URL: absolute, or the path alone, which is an older form (spec §2.5). */
export function shareUrlOf({ readings }: Engine, urls: ServiceUrls, token: string): string {
  const path = expandPath(endpoints.receiveShare.path, { token });
  return readings.shareUrl === 'path' ? path : urls.api + path;
}

function refuseDuplicated(cdr: StoredCdr): void {
  if (!cdr.duplicated) return;
  throw new ServiceFailure(
    'CONFLICT',
    'more than one record has this cdrId; this is a data problem on our side; contact support',
    { check: 'only one record has the identifier', section: '7', values: { cdrId: cdr.cdrId } },
  );
}

/** The fields of the body. A field of `ShareCdrBody` that is missing here does not compile. */
const FIELDS = Object.keys({ expiresInMs: true } satisfies Record<keyof ShareCdrBody, true>);

/** Refuses an unknown field by name, under the reading `shareBody: 'strict'`. */
function refuseUnknownField({ engine, body }: KeyedCall): void {
  if (engine.readings.shareBody !== 'strict') return;
  const unknown = Object.keys(body ?? {}).find((key) => !FIELDS.includes(key));
  if (unknown === undefined) return;
  const message = `"${unknown.slice(0, 100)}" is not a field of this body; only ${FIELDS.join()} is`;
  const check = 'the body has only known fields';
  throw new ServiceFailure('INVALID_ARGUMENT', message, { check, section: '4.5' });
}

/** `POST /v1/cdrs/<cdr_id>/share` (spec §4.5). */
export function shareCdr(call: KeyedCall): Answer<ShareCdrData> {
  const { engine, organization, now, body, urls } = call;
  refuseUnknownField(call);
  const cdr = heldCdr(call, '4.5');
  const { shareConflict } = engine.readings;
  if (shareConflict === 'first') refuseDuplicated(cdr);
  refuseInvalid(cdr, '4.5');
  if (engine.readings.sharePending === 'notFound') refusePending(cdr, '4.5');
  refuseDevMode(cdr, '4.5', 'shared');
  if (shareConflict === 'last') refuseDuplicated(cdr);
  const { expiresInMs } = (body ?? {}) as ShareCdrBody;
  const token = createToken(engine, cdr, organization.organizationId, { now, expiresInMs });
  const shareUrl = shareUrlOf(engine, urls, token.token);
  const data: ShareCdrData = { token: token.token, shareUrl, expiresAt: token.expiresAt };
  const values = { cdrId: cdr.cdrId, expiresAt: token.expiresAt };
  return { data, decision: { check: 'token issued', section: '4.5', values } };
}
