import type { CdrCompletedEvent, WebhookEvent } from '../../contract/webhook.ts';

/**
 * Checks whether a verified event says that a record is fully processed (spec §6.1). If so, it has
 * a `cdrId`; every other field of the event may be missing. No event name other than
 * `cdr.completed` is documented yet: acknowledge events that you do not know.
 *
 * @example
 * ```ts
 * if (isCdrCompleted(event)) await queue.add(event.cdrId);
 * ```
 */
export function isCdrCompleted(event: WebhookEvent): event is CdrCompletedEvent {
  return event.event === 'cdr.completed';
}
