import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { Engine } from '../engine/engine.ts';
import { recordAttempt, scheduleRedelivery } from '../service/webhooks/schedule.ts';
import type { StoredDelivery } from '../world/entities.ts';
import type { SeedDelivery } from './seed.ts';
import type { SeededCdr } from './seed-captures.ts';

/** Records the attempts that fell due before the start, each answered with `status`. */
function attempt(scene: Engine, webhookId: string, begin: number, status: number): void {
  for (;;) {
    const delivery = scene.world.deliveries.get(webhookId);
    if (delivery?.nextAttemptAt == null || delivery.nextAttemptAt >= begin) return;
    const at = delivery.nextAttemptAt;
    recordAttempt(scene, delivery, { at, status }, at);
  }
}

function settle(
  scene: Engine,
  delivery: StoredDelivery,
  begin: number,
  fate: SeedDelivery | undefined,
): void {
  const { webhookId, roundStartedAt: at } = delivery;
  if (fate === 'failing') attempt(scene, webhookId, begin, 503);
  else if (fate === 'due') scheduleRedelivery(scene, delivery, begin);
  else if (fate === 'acknowledged') recordAttempt(scene, delivery, { at, status: 200 }, at);
  else attempt(scene, webhookId, begin, 200);
}

/** Brings each event to the state that its seed entry gives (spec §6.3). */
export function settleDeliveries(scene: Engine, begin: number, cdrs: readonly SeededCdr[]): void {
  const all = scene.world.deliveries.values();
  const isCapturers = ({ cdrId, organizationId }: StoredDelivery): boolean =>
    scene.world.cdrs.get(cdrId)?.organizationId === organizationId;
  const deliveries = new Map(all.filter(isCapturers).map((each) => [each.cdrId, each]));
  // Those to receivers, which no entry describes; see the reading `eventOnReceive`.
  for (const each of all) if (!isCapturers(each)) settle(scene, each, begin, undefined);
  for (const { cdrId, entry, path } of cdrs) {
    const delivery = deliveries.get(cdrId);
    if (delivery !== undefined) {
      settle(scene, delivery, begin, entry.delivery);
    } else if (entry.delivery !== undefined) {
      const why = 'not allowed: the organization has no webhook, or the record is not rendered';
      throw invalidInput(`${path}.delivery`, why);
    }
  }
}
