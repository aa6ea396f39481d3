import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { shortToken } from '../../ground/ids.ts';
import { charges, requests, shareEvents } from '../../service/controls/views.ts';
import type { StoredCdr } from '../../world/entities.ts';
import { instant } from '../control-schemas.ts';

/** The oldest events beyond this are left out, but the total includes them. */
const EVENTS_MAX = 500;

export const timelineEventSchema = z.strictObject({
  at: instant,
  kind: z.enum([
    'captured',
    'rendered',
    'request',
    'shared',
    'received',
    'charged',
    'webhookDue',
    'webhookAttempt',
    'webhookAcknowledged',
  ]),
  organizationId: z.string().nullable().describe('Who did it, or whom it concerns.'),
  says: z.string().describe('Details, such as the cause of a charge or a receiver’s response.'),
  requestId: z.string().exactOptional(),
  webhookId: z.string().exactOptional(),
  token: z.string().exactOptional().describe('A bearer credential.'),
});

type TimelineEvent = z.output<typeof timelineEventSchema>;

function captured(cdr: StoredCdr): TimelineEvent[] {
  const { organizationId, capturedAt, createdAt, pending, page } = cdr;
  const says = cdr.devMode ? `on ${page.domain}, in Dev Mode` : `on ${page.domain}`;
  const begin: TimelineEvent = { at: capturedAt, kind: 'captured', organizationId, says };
  if (pending !== null) return [begin];
  return [begin, { at: createdAt, kind: 'rendered', organizationId: null, says: 'ready' }];
}

function shared({ world }: Engine, { cdrId: of }: StoredCdr): TimelineEvent[] {
  return world.tokens
    .values()
    .filter(({ cdrId }) => cdrId === of)
    .map(({ createdAt, organizationId, token }) => {
      const says = `token ${shortToken(token)}`;
      return { at: createdAt, kind: 'shared', organizationId, says, token };
    });
}

function handedOver(engine: Engine, { cdrId }: StoredCdr): TimelineEvent[] {
  const received = shareEvents(engine, { cdrId }).map((event): TimelineEvent => {
    const { at, token, fromOrganizationId, toOrganizationId: organizationId } = event;
    const from = engine.world.organizations.get(fromOrganizationId)?.name ?? fromOrganizationId;
    return { at, kind: 'received', organizationId, says: `from ${from}`, token };
  });
  const charged = charges(engine, { cdrId }).map((charge): TimelineEvent => {
    const { at, organizationId, cause, requestId } = charge;
    const by = requestId === undefined ? {} : { requestId };
    return { at, kind: 'charged', organizationId, says: cause, ...by };
  });
  return [...received, ...charged];
}

function asked(engine: Engine, { cdrId }: StoredCdr): TimelineEvent[] {
  return requests(engine, { cdrId }).map((request) => {
    const { at, organizationId = null, method, path, status, code, requestId } = request;
    const answer = status === 0 ? 'no response' : [status, code].filter(Boolean).join(' ');
    return { at, kind: 'request', organizationId, says: `${method} ${path}: ${answer}`, requestId };
  });
}

function told({ world }: Engine, { cdrId: of }: StoredCdr): TimelineEvent[] {
  const events: TimelineEvent[] = [];
  for (const delivery of world.deliveries.values()) {
    const { cdrId, webhookId, organizationId, attempts, nextAttemptAt } = delivery;
    if (cdrId !== of) continue;
    for (const { at, status, error } of attempts) {
      const says = status === undefined ? (error ?? 'no response') : String(status);
      events.push({ at, kind: 'webhookAttempt', organizationId, says, webhookId });
    }
    if (nextAttemptAt !== null) {
      const says = attempts.length === 0 ? 'the first attempt' : 'the next attempt';
      events.push({ at: nextAttemptAt, kind: 'webhookDue', organizationId, says, webhookId });
    }
  }
  for (const { organizationId, webhookAcknowledgedAt: at } of world.holdings.of(of)) {
    if (at === null) continue;
    events.push({ at, kind: 'webhookAcknowledged', organizationId, says: 'with a 2xx' });
  }
  return events;
}

/** The order of events that have the same instant: causes before effects. */
const ORDER = timelineEventSchema.shape.kind.options;
const byTime = (a: TimelineEvent, b: TimelineEvent): number =>
  a.at - b.at || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind);

/**
 * Returns everything that has happened to a record, across all organizations, from its capture to
 * its webhooks. The oldest event is first, and what is still due is last. Requests are included for
 * as long as the journal keeps them.
 */
export function recordTimeline(engine: Engine, cdr: StoredCdr) {
  const parts = [captured(cdr), ...[shared, handedOver, asked, told].map((of) => of(engine, cdr))];
  const events = parts.flat().sort(byTime);
  return { total: events.length, events: events.slice(-EVENTS_MAX) };
}
