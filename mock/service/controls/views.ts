import * as z from 'zod/mini';
import type { Operation } from '../../../src/contract/endpoints.ts';
import { exactly, schemaOf } from '../../../src/contract/schema-of.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { Engine } from '../../engine/engine.ts';
import { findRequest, whyNoRequest } from '../../engine/journal.ts';
import { checkInput } from '../../ground/check-input.ts';
import type {
  Decision,
  JournaledRequest,
  OrganizationRef,
  StoredCharge,
  StoredDelivery,
  StoredShareEvent,
} from '../../world/entities.ts';
import { scheduleRedelivery } from '../webhooks/schedule.ts';
import { resolveOrganization } from './organizations.ts';

/** A filter for entries. If both members are set, both must match. */
export interface ViewFilter {
  /** Only entries of this organization. A handoff belongs to both sides. */
  organization?: OrganizationRef | undefined;
  /** Only entries about this record. */
  cdrId?: string | undefined;
}

/** A charge. There is at most one per record and organization. */
export interface Charge {
  /** The organization that is charged. */
  readonly organizationId: string;
  /** The record that it is charged for. */
  readonly cdrId: string;
  /** The cause: a collect, a receive or an automatic collect. */
  readonly cause: StoredCharge['cause'];
  /** When, in Unix milliseconds of the fake's clock. */
  readonly at: number;
  /** The request that caused it. Absent for an automatic collect and for charges of a seed. */
  readonly requestId?: string;
}

// Under its public name, so that a user's project can emit declarations that name it.
export type { StoredShareEvent as ShareEvent } from '../../world/entities.ts';

/** A webhook event and its delivery attempts (spec §6.3). */
export interface EventDelivery {
  /** Identifies the event. The same for all attempts. */
  readonly webhookId: string;
  /** The organization that it is sent to. */
  readonly organizationId: string;
  /** The record that the event is about. */
  readonly cdrId: string;
  /** `due`: an attempt follows. `delivered`: acknowledged. `failed`: no attempt follows. */
  readonly state: StoredDelivery['state'];
  /** The attempts, oldest first. */
  readonly attempts: StoredDelivery['attempts'];
  /** Unix milliseconds of the fake's clock. Absent if no attempt follows. */
  readonly nextAttemptAt?: number;
}

/** A request to the fake, without keys, bodies or whole share tokens. */
export interface RequestEntry {
  /** The `requestId` of the reply, for `explain`. */
  readonly requestId: string;
  /** When, in Unix milliseconds of the fake's clock. */
  readonly at: number;
  /** Absent if the path is not an endpoint. */
  readonly operation?: Operation;
  /** The HTTP method. */
  readonly method: string;
  /** The path as sent, with share tokens shortened. At most 300 characters. */
  readonly path: string;
  /** The HTTP status. 0 if the connection was dropped. */
  readonly status: number;
  /** The `error.code` of a failure. */
  readonly code?: string;
  /** The organization of the API key. Absent if no key was accepted. */
  readonly organizationId?: string;
}

/** A request and why it was answered as it was. */
export interface Explanation extends RequestEntry {
  /** The `error.message` of a failure. */
  readonly message?: string;
  /** The check that decided. Absent if none was recorded. */
  readonly decision?: Decision;
}

/** Returns `{ [name]: value }`, or `{}` for `null`. */
function given<Name extends string, T>(name: Name, value: T | null) {
  return (value === null ? {} : { [name]: value }) as { [Key in Name]?: T };
}

// A misspelt member would filter nothing, and the result would cover everyone.
const filterSchema = schemaOf(exactly<{ organization?: unknown; cdrId?: string | undefined }>, () =>
  z.strictObject({
    organization: z.optional(z.unknown()),
    cdrId: z.optional(z.string()),
  }),
);

function matcher(engine: Engine, filter: ViewFilter = {}) {
  checkInput(filterSchema(), filter);
  const { organization, cdrId } = filter;
  const id =
    organization === undefined
      ? undefined
      : resolveOrganization(engine, organization).organizationId;
  return (cdr: string | null, ...organizations: (string | null)[]): boolean =>
    (cdrId === undefined || cdr === cdrId) && (id === undefined || organizations.includes(id));
}

/** Returns the charges, oldest first. */
export function charges(engine: Engine, filter?: ViewFilter): Charge[] {
  const wanted = matcher(engine, filter);
  return engine.world.charges
    .rows()
    .filter(([[cdrId, organizationId]]) => wanted(cdrId, organizationId))
    .sort(([, a], [, b]) => a.sequence - b.sequence)
    .map(([[cdrId, organizationId], { cause, at, requestId }]) => {
      return { organizationId, cdrId, cause, at, ...given('requestId', requestId) };
    });
}

/** Returns the handoffs, oldest first. The organization of a filter can be on either side. */
export function shareEvents(engine: Engine, filter?: ViewFilter): StoredShareEvent[] {
  const wanted = matcher(engine, filter);
  return engine.world.shareEvents
    .values()
    .filter((each) => wanted(each.cdrId, each.fromOrganizationId, each.toOrganizationId))
    .map((each) => ({ ...each }));
}

/** Returns the deliveries, oldest first. */
export function webhookDeliveries(engine: Engine, filter?: ViewFilter): EventDelivery[] {
  const wanted = matcher(engine, filter);
  return engine.world.deliveries
    .values()
    .filter((each) => wanted(each.cdrId, each.organizationId))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ webhookId, organizationId, cdrId, state, attempts, nextAttemptAt }) => {
      const next = given('nextAttemptAt', nextAttemptAt);
      const copies = attempts.map((attempt) => ({ ...attempt }));
      return { webhookId, organizationId, cdrId, state, attempts: copies, ...next };
    });
}

/** Makes a delivery due again now, with the same `webhookId`. */
export function redeliver(engine: Engine, webhookId: string): void {
  const delivery = engine.world.deliveries.get(webhookId);
  if (delivery === undefined) {
    throw invalidInput('webhookId', 'expected the webhookId of a delivery of this fake');
  }
  scheduleRedelivery(engine, delivery, engine.clock.now());
}

function entryOf(request: JournaledRequest): RequestEntry {
  const { requestId, at, operation, method, path, status, code, organizationId } = request;
  return {
    requestId,
    at,
    ...given('operation', operation),
    method,
    path,
    status,
    ...given('code', code),
    ...given('organizationId', organizationId),
  };
}

/** Returns the requests in the journal, oldest first. */
export function requests(engine: Engine, filter?: ViewFilter): RequestEntry[] {
  const wanted = matcher(engine, filter);
  return engine.world.requests
    .values()
    .filter(({ decision, organizationId }) => {
      const cdrId = decision?.values['cdrId'];
      return wanted(typeof cdrId === 'string' ? cdrId : null, organizationId);
    })
    .map(entryOf);
}

/**
 * Returns a request with the check that decided it. Refuses a request that the journal does not
 * have, or no longer has.
 */
export function explain(engine: Engine, requestId: string): Explanation {
  const request = findRequest(engine, requestId);
  if (request === undefined) {
    throw invalidInput('requestId', whyNoRequest(engine, requestId));
  }
  const { message, decision } = request;
  return {
    ...entryOf(request),
    ...given('message', message),
    ...given('decision', decision && { ...decision, values: { ...decision.values } }),
  };
}
