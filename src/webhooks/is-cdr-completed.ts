import type { CdrCompletedEvent, WebhookEvent } from '../contract/webhook.ts';

/**
 * Tells whether a verified event says that a record is fully processed (spec §6.1). Then it has a
 * `cdrId`; every other field of the event may be missing. Other names than `cdr.completed` are not
 * documented yet: acknowledge what you do not know.
 *
 * @example
 * ```ts
 * if (isCdrCompleted(event)) await queue.add(event.cdrId);
 * ```
 */
export function isCdrCompleted(event: WebhookEvent): event is CdrCompletedEvent {
  return event.event === 'cdr.completed';
}
