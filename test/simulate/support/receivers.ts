import { DatabaseSync } from 'node:sqlite';
import type { StartProgram } from '../../../mock/simulate.ts';
import { createWebhookHandler, isCdrCompleted, memoryStore } from '../../../src/webhooks/index.ts';
import { prepareSqlite, sqliteStore } from '../../../src/webhooks/sqlite.ts';

/** A store that dies with its process, so the caller's own work must remember what it has done. */
export const onMemoryStore: StartProgram = ({ clock, effect, storage, webhookSecret }) => ({
  webhook: createWebhookHandler({
    secret: webhookSecret,
    now: clock.now,
    store: memoryStore({ now: clock.now }),
    onEvent(event) {
      if (!isCdrCompleted(event) || storage.get(event.cdrId) !== undefined) return;
      storage.set(event.cdrId, true);
      effect(event.cdrId);
    },
  }),
});

/** The work and the note that it is done share a transaction. */
export const onSqliteStore: StartProgram = ({ clock, effect, durable, webhookSecret }) => {
  const store = durable('store', () => {
    const database = new DatabaseSync(':memory:');
    prepareSqlite(database);
    return sqliteStore(database, { now: clock.now });
  });
  return {
    webhook: createWebhookHandler({
      secret: webhookSecret,
      now: clock.now,
      store,
      onEvent: (event, delivery) =>
        store.transaction(delivery, () => {
          if (isCdrCompleted(event)) effect(event.cdrId);
        }),
    }),
  };
};

/** The same store with the work outside its transaction: at least once. */
export const besideSqliteStore: StartProgram = ({ clock, effect, durable, webhookSecret }) => {
  const store = durable('store', () => sqliteStore(':memory:', { now: clock.now }));
  return {
    webhook: createWebhookHandler({
      secret: webhookSecret,
      now: clock.now,
      store,
      onEvent: (event) => {
        if (isCdrCompleted(event)) effect(event.cdrId);
      },
    }),
  };
};
