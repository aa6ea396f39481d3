import type { WebhookStore } from './webhook-store.ts';

/**
 * A store for a queue that de-duplicates on its own: each attempt is new, and nothing is
 * remembered.
 */
export const NO_STORE: WebhookStore = {
  claim: () => Promise.resolve('new'),
  complete: () => Promise.resolve(),
  release: () => Promise.resolve(),
};
