import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { CaptureInput } from '../../capture/capture-input.ts';
import { checkCaptureInput } from '../../capture/capture-input-schema.ts';
import { derive } from '../../capture/derive.ts';
import { evidenceImageOf } from '../../capture/evidence-image.ts';
import type { Engine } from '../../engine/engine.ts';
import { instantAfter } from '../../ground/instant-after.ts';
import type {
  Organization,
  OrganizationRef,
  PendingRender,
  StoredCdr,
} from '../../world/entities.ts';
import { completeRecord, hold } from '../lifecycle/record-life.ts';
import { createToken, shareUrlOf } from '../operations/share-cdr.ts';
import { endDeliveries } from '../webhooks/schedule.ts';
import { resolveOrganization } from './organizations.ts';

/** The result of a capture. */
export interface Captured {
  /** The new record's identifier. */
  readonly cdrId: string;
  /** The base domain that the record is filed under (spec §2.2). */
  readonly domainId: string;
  /** Only with `autoShare`: another organization can receive the record with it. */
  readonly shareUrl?: string;
}

/** The result of a capture with `autoShare`. */
export interface CapturedAndShared extends Captured {
  /** Another organization can receive the record with it. */
  readonly shareUrl: string;
}

function pendingOf(render: CaptureInput['render'], now: number): PendingRender {
  if (typeof render !== 'object') return { until: 'finished' };
  if ('afterMs' in render) return { until: 'instant', at: instantAfter(now, render.afterMs) };
  return { until: 'receives', left: render.afterReceives };
}

function storedCdr(
  engine: Engine,
  { organizationId, billing, autoCollect }: Organization,
  input: CaptureInput,
): StoredCdr {
  const page = engine.sharedParts.of(derive(input));
  const { contentType, size } = evidenceImageOf(page);
  const now = engine.clock.now();
  return {
    cdrId: engine.ids.next('cdr'),
    organizationId,
    page,
    devMode: input.devMode ?? false,
    capturedAt: input.capturedAt ?? now,
    createdAtWish: input.createdAt ?? null,
    createdAt: now,
    pending: pendingOf(input.render, now),
    invalid: false,
    duplicated: false,
    sessionId: input.sessionId ?? null,
    packageId: input.packageId ?? null,
    subGroupIds: input.subGroupIds ? [...input.subGroupIds] : null,
    autoCollectAtUpload: billing && autoCollect,
    contentType,
    size,
  };
}

function autoShareUrl(engine: Engine, cdr: StoredCdr, input: CaptureInput): { shareUrl?: string } {
  const { autoShare = false } = input;
  if (autoShare === false) return {};
  const expiresInMs = autoShare === true ? undefined : autoShare.expiresInMs;
  const now = engine.clock.now();
  const { token } = createToken(engine, cdr, cdr.organizationId, { now, expiresInMs });
  return { shareUrl: shareUrlOf(engine, engine.urls, token) };
}

/** Captures a page for an organization, as the browser SDK does on submit. */
export function capture(engine: Engine, ref: OrganizationRef, given: CaptureInput): Captured {
  return captureChecked(engine, resolveOrganization(engine, ref), checkCaptureInput(given));
}

/** Captures a page that needs no check. */
export function captureChecked(
  engine: Engine,
  organization: Organization,
  input: CaptureInput,
): Captured {
  const { organizationId } = organization;
  const cdr = storedCdr(engine, organization, input);
  const { world } = engine;
  world.cdrs.set([cdr.cdrId], cdr);
  hold(engine, organizationId, cdr, { via: 'capture', at: engine.clock.now() });
  if (cdr.pending?.until === 'instant') world.dueRenders.set([cdr.pending.at, cdr.cdrId], true);
  const shared = autoShareUrl(engine, cdr, input);
  if ((input.render ?? 'complete') === 'complete') {
    completeRecord(engine, cdr.cdrId, engine.clock.now());
  }
  engine.clock.watch();
  return { cdrId: cdr.cdrId, domainId: cdr.page.domainId, ...shared };
}

/** Returns the record with this identifier. Refuses one that does not exist. */
function resolveCdr({ world }: Engine, cdrId: string): StoredCdr {
  const cdr = typeof cdrId === 'string' ? world.cdrs.get(cdrId) : undefined;
  if (cdr === undefined) throw invalidInput('cdrId', 'expected the cdrId of a record of this fake');
  return cdr;
}

/** Finishes rendering a pending record now. A finished record stays as it is. */
export function finishRendering(engine: Engine, cdrId: string): void {
  completeRecord(engine, resolveCdr(engine, cdrId).cdrId, engine.clock.now());
}

/**
 * Flags a record invalid: no operation accepts it and no list shows it any more (spec §3). Its due
 * deliveries end, unless the reading `eventAfterInvalid` sends the event anyway.
 */
export function invalidate(engine: Engine, cdrId: string): void {
  engine.world.cdrs.set([cdrId], { ...resolveCdr(engine, cdrId), invalid: true });
  endDeliveries(engine, cdrId);
}

/**
 * Marks a record's identifier as shared by a second record, the data problem behind `409 CONFLICT`
 * (spec §7).
 */
export function duplicate(engine: Engine, cdrId: string): void {
  engine.world.cdrs.set([cdrId], { ...resolveCdr(engine, cdrId), duplicated: true });
}
