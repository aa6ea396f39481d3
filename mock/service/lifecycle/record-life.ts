import { type Engine, organizationOf } from '../../engine/engine.ts';
import type { Holding, Organization, StoredCdr } from '../../world/entities.ts';
import { chargeOnce } from '../rules/access.ts';
import { indexedPairs } from '../rules/metadata-index.ts';
import { scheduleDelivery } from '../webhooks/schedule.ts';

/** Makes a rendered record appear in an organization's lists. */
function list(
  engine: Pick<Engine, 'world' | 'readings'>,
  organizationId: string,
  cdr: StoredCdr,
): void {
  const { world, readings } = engine;
  const { domainId } = cdr.page;
  world.lists.add([domainId, organizationId], cdr);
  for (const [key, value] of indexedPairs(cdr, readings)) {
    world.lists.add([value, key, domainId, organizationId], cdr);
  }
}

/** Builds the lists of a world that was read from a file, which does not contain them. */
export function listAll(engine: Pick<Engine, 'world' | 'readings'>): void {
  const { world } = engine;
  for (const [[cdrId, organizationId]] of world.holdings.rows()) {
    const cdr = world.cdrs.get(cdrId);
    if (cdr !== undefined && cdr.pending === null) list(engine, organizationId, cdr);
  }
}

/** Puts a record into an organization's account. A record that is already there stays as it is. */
export function hold(
  engine: Engine,
  organizationId: string,
  cdr: StoredCdr,
  { via, at }: Pick<Holding, 'via' | 'at'>,
): void {
  const { world } = engine;
  if (world.holdings.has(cdr.cdrId, organizationId)) return;
  const holding: Holding = { organizationId, via, at, webhookAcknowledgedAt: null };
  world.holdings.set([cdr.cdrId, organizationId], holding);
  world.domains.set([organizationId, cdr.page.domainId], true);
  if (cdr.packageId !== null) {
    world.packages.set([organizationId, cdr.packageId, cdr.organizationId, cdr.cdrId], true);
  }
  if (cdr.pending === null) list(engine, organizationId, cdr);
}

/** Tells whether completing the record sends the event (spec §6.1). */
function announces(engine: Engine, cdr: StoredCdr): boolean {
  if (cdr.invalid || organizationOf(engine.world, cdr.organizationId).webhook === null)
    return false;
  return !cdr.devMode || engine.readings.devModeEvent === 'sent';
}

/** Tells whether the flags that count call for an automatic collect (spec §1, §3). */
function autoCollects({ world, readings }: Engine, cdr: StoredCdr): boolean {
  if (readings.autoCollectFlags === 'atUpload') return cdr.autoCollectAtUpload;
  const producer = organizationOf(world, cdr.organizationId);
  return producer.billing && producer.autoCollect;
}

/**
 * Finishes the rendering of a pending record at the instant `at` (spec §1, §2.3, §6.1). In this
 * order and in one step: its `createdAt` is set, it appears in the lists, it is collected
 * automatically if its organization has that on, and the event is due.
 */
export function completeRecord(engine: Engine, cdrId: string, at: number): void {
  const { world } = engine;
  const pending = world.cdrs.get(cdrId);
  if (pending?.pending == null) return;
  if (pending.pending.until === 'instant') world.dueRenders.delete(pending.pending.at, cdrId);
  const cdr: StoredCdr = { ...pending, pending: null, createdAt: pending.createdAtWish ?? at };
  world.cdrs.set([cdrId], cdr);
  list(engine, cdr.organizationId, cdr);
  if (autoCollects(engine, cdr) && !cdr.devMode && !cdr.invalid) {
    chargeOnce(world, cdrId, cdr.organizationId, { cause: 'autoCollect', at, requestId: null });
  }
  if (announces(engine, cdr))
    scheduleDelivery(engine, cdr, { organizationId: cdr.organizationId, at });
  engine.clock.watch();
}

/** Sends the event to the receiver, under the reading `eventOnReceive: 'sent'` (spec §6.3). */
export function announceReceive(
  engine: Engine,
  { organizationId, webhook }: Organization,
  cdr: StoredCdr,
  at: number,
): void {
  if (engine.readings.eventOnReceive === 'none' || webhook === null) return;
  scheduleDelivery(engine, cdr, { organizationId, at });
  engine.clock.watch();
}

/** Completes every record whose rendering is due by `now`, in order. */
export function settleRenders(engine: Engine, now: number): void {
  for (;;) {
    const due = engine.world.dueRenders.first();
    if (due === undefined || due[0][0] > now) return;
    const [at, cdrId] = due[0];
    completeRecord(engine, cdrId, at);
  }
}
