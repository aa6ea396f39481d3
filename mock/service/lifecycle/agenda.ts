import type { Engine } from '../../engine/engine.ts';
import type { Agenda } from '../../ground/clock.ts';
import { attemptDelivery, sendDelivery } from '../webhooks/deliver.ts';
import { settleRenders } from './record-life.ts';

/**
 * Creates the agenda of what falls due: renderings and deliveries by time, renderings first at the
 * same instant.
 */
export function createAgenda(engine: () => Engine): Agenda {
  return {
    nextDueAt() {
      const { world } = engine();
      const render = world.dueRenders.first()?.[0][0];
      const delivery = world.dueDeliveries.first()?.[0][0];
      if (render === undefined || delivery === undefined) return render ?? delivery;
      return Math.min(render, delivery);
    },

    async runNext() {
      const { world } = engine();
      const render = world.dueRenders.first();
      const due = world.dueDeliveries.first();
      if (render !== undefined && (due === undefined || render[0][0] <= due[0][0])) {
        settleRenders(engine(), render[0][0]);
        return;
      }
      const delivery = due && world.deliveries.get(due[0][2]);
      if (delivery === undefined) return;
      if (engine().courier.waits) await attemptDelivery(engine(), delivery);
      else sendDelivery(engine(), delivery);
    },

    settleRenders: (now) => settleRenders(engine(), now),
  };
}
