import {
  WEBHOOK_BACKOFF_MAX_MS,
  WEBHOOK_BACKOFF_MIN_MS,
  WEBHOOK_MAX_ATTEMPTS,
  WEBHOOK_WINDOW_MS,
} from '../../../src/contract/limits.ts';
import type { Readings } from '../../../src/readings/readings.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AttemptTraffic, FollowUp } from '../../engine/traffic.ts';
import type { DeliveryAttempt, StoredCdr, StoredDelivery } from '../../world/entities.ts';
import type { World } from '../../world/world.ts';

/** How many attempts a delivery keeps: several rounds of redelivery. */
const ATTEMPTS_KEPT = 50;
/** How many finished deliveries are kept. The oldest are dropped first. */
const FINISHED_KEPT = 10_000;

/** Returns how long after the end of the `tries`-th attempt the next one follows (spec §6.3). */
function backoffMs(tries: number, reading: Readings['webhookBackoff']): number {
  if (reading === 'double') {
    return Math.min(WEBHOOK_BACKOFF_MIN_MS * 2 ** (tries - 1), WEBHOOK_BACKOFF_MAX_MS);
  }
  const share = (tries - 1) / (WEBHOOK_MAX_ATTEMPTS - 2);
  const ratio = WEBHOOK_BACKOFF_MAX_MS / WEBHOOK_BACKOFF_MIN_MS;
  return Math.round(WEBHOOK_BACKOFF_MIN_MS * ratio ** share);
}

function store(world: World, delivery: StoredDelivery): void {
  const before = world.deliveries.get(delivery.webhookId);
  if (before?.nextAttemptAt != null) {
    world.dueDeliveries.delete(before.nextAttemptAt, before.sequence, before.webhookId);
  }
  world.deliveries.set([delivery.webhookId], delivery);
  const { nextAttemptAt, sequence, webhookId } = delivery;
  if (nextAttemptAt !== null) {
    world.finishedDeliveries.delete(sequence, webhookId);
    world.dueDeliveries.set([nextAttemptAt, sequence, webhookId], true);
    return;
  }
  world.finishedDeliveries.set([sequence, webhookId], true);
  const oldest = world.finishedDeliveries.first();
  if (world.finishedDeliveries.size > FINISHED_KEPT && oldest !== undefined) {
    world.finishedDeliveries.delete(...oldest[0]);
    world.deliveries.delete(oldest[0][1]);
  }
}

/** Makes the event of a completed record due at `at`, for one of its holders (spec §6.1). */
export function scheduleDelivery(
  engine: Engine,
  cdr: StoredCdr,
  { organizationId, at }: { readonly organizationId: string; readonly at: number },
): void {
  engine.world.sequence += 1;
  store(engine.world, {
    sequence: engine.world.sequence,
    webhookId: engine.ids.next('whk'),
    organizationId,
    cdrId: cdr.cdrId,
    state: 'due',
    attempts: [],
    tries: 0,
    roundStartedAt: at,
    nextAttemptAt: at,
    frozenBody: null,
  });
}

/** Tells whether the record allows another attempt after a failed one. */
function isStillSent({ world, readings }: Engine, cdrId: string): boolean {
  return readings.eventAfterInvalid === 'sent' || world.cdrs.get(cdrId)?.invalid === false;
}

/** Ends a record's due deliveries if its event is no longer sent. */
export function endDeliveries(engine: Engine, cdrId: string): void {
  const { world } = engine;
  if (isStillSent(engine, cdrId)) return;
  for (const [[, , webhookId]] of world.dueDeliveries.rows()) {
    const delivery = world.deliveries.get(webhookId);
    if (delivery?.cdrId !== cdrId) continue;
    store(world, { ...delivery, state: 'failed', nextAttemptAt: null });
  }
}

/** Makes a delivery due again, with a fresh set of attempts and the same `webhookId`. */
export function scheduleRedelivery(engine: Engine, delivery: StoredDelivery, at: number): void {
  engine.met.note('delivery again');
  store(engine.world, {
    ...delivery,
    state: 'due',
    tries: 0,
    roundStartedAt: at,
    nextAttemptAt: at,
  });
  engine.clock.watch();
}

/** Takes a delivery off the agenda: nothing is due while an attempt is under way. */
export function takeOffAgenda({ world }: Engine, delivery: StoredDelivery): void {
  store(world, { ...delivery, nextAttemptAt: null });
}

/** Returns what follows the failed `tries`-th attempt of a round (spec §6.3). */
function followUpOf(
  engine: Engine,
  { cdrId, roundStartedAt }: StoredDelivery,
  tries: number,
  nextAttemptAt: number,
): FollowUp {
  if (tries >= WEBHOOK_MAX_ATTEMPTS) return 'attemptsSpent';
  if (nextAttemptAt - roundStartedAt > WEBHOOK_WINDOW_MS) return 'windowOver';
  return isStillSent(engine, cdrId) ? 'triedAgain' : 'recordInvalid';
}

function acknowledge({ world }: Engine, { cdrId, organizationId }: StoredDelivery, at: number) {
  const holding = world.holdings.get(cdrId, organizationId);
  if (holding === undefined) return;
  world.holdings.set([cdrId, organizationId], { ...holding, webhookAcknowledgedAt: at });
}

/**
 * Records an attempt and returns what follows. A 2xx means delivered. Otherwise the next attempt
 * follows, or none after five attempts or beyond the hour (spec §6.3).
 *
 * @param endedAt when the answer came, or the attempt was cut off.
 */
export function recordAttempt(
  engine: Engine,
  delivery: StoredDelivery,
  attempt: DeliveryAttempt,
  endedAt: number,
): Pick<AttemptTraffic, 'followUp' | 'nextAttemptAt'> {
  const { world, readings, observer } = engine;
  const tries = delivery.tries + 1;
  const attempts = [...delivery.attempts, attempt].slice(-ATTEMPTS_KEPT);
  const { status = 0 } = attempt;
  const keep = (state: Pick<StoredDelivery, 'state' | 'nextAttemptAt'>): void => {
    const kept = { ...delivery, attempts, tries, ...state };
    store(world, kept);
    engine.met.attempt(attempt, tries, state.nextAttemptAt === null);
    observer.onAttempt?.(kept);
  };
  if (status >= 200 && status < 300) {
    keep({ state: 'delivered', nextAttemptAt: null });
    acknowledge(engine, delivery, endedAt);
    return { followUp: 'acknowledged', nextAttemptAt: null };
  }
  const nextAttemptAt = endedAt + backoffMs(tries, readings.webhookBackoff);
  const followUp = followUpOf(engine, delivery, tries, nextAttemptAt);
  if (followUp !== 'triedAgain') {
    keep({ state: 'failed', nextAttemptAt: null });
    return { followUp, nextAttemptAt: null };
  }
  keep({ state: 'due', nextAttemptAt });
  return { followUp, nextAttemptAt };
}
