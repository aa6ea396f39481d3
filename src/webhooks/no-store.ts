import type { WebhookStore } from './webhook-store.ts';

/** For a queue that de-duplicates by itself: each attempt is new, and nothing is remembered. */
export const NO_STORE: WebhookStore = {
  claim: () => Promise.resolve('new'),
  complete: () => Promise.resolve(),
  release: () => Promise.resolve(),
};
