import * as z from 'zod/mini';
import type { Operation } from '../../../src/contract/endpoints.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { Engine } from '../../engine/engine.ts';
import { findRequest, whyNoRequest } from '../../engine/journal.ts';
import { checkInput } from '../../ground/check-input.ts';
import type {
  Decision,
  OrganizationRef,
  StoredCharge,
  StoredDelivery,
  StoredShareEvent,
} from '../../world/entities.ts';
import { scheduleRedelivery } from '../webhooks/schedule.ts';
import { resolveOrganization } from './organizations.ts';

/** Narrows what is read of the world. */
export interface ViewFilter {
  /** Only what concerns this organization. */
  organization?: OrganizationRef | undefined;
  /** Only what concerns this record. */
  cdrId?: string | undefined;
}

/** One charge: there is at most one per record and organization. */
export interface Charge {
  /** The organization that pays. */
  readonly organizationId: string;
  /** The record that was paid for. */
  readonly cdrId: string;
  /** What was paid for: a collect, a receive, or a capture that was collected by itself. */
  readonly cause: StoredCharge['cause'];
  /** Unix milliseconds. */
  readonly at: number;
  /** The request that caused it; absent for an automatic collect, and for what a seed charged. */
  readonly requestId?: string;
}

/**
 * One handoff (spec §2.6): `{ shareEventId, token, cdrId, fromOrganizationId, toOrganizationId, at }`,
 * `at` in Unix milliseconds.
 */
export type ShareEvent = StoredShareEvent;

/** One event and what became of it (spec §6.3). */
export interface EventDelivery {
  /** The same over all attempts. */
  readonly webhookId: string;
  /** The organization whose receiver it goes to. */
  readonly organizationId: string;
  /** The record that the event is about. */
  readonly cdrId: string;
  /** Whether an attempt is still due, one was acknowledged, or all have failed. */
  readonly state: StoredDelivery['state'];
  /** `status` where an answer came, `error` where none did. */
  readonly attempts: StoredDelivery['attempts'];
  /** Unix milliseconds; absent once nothing more is due. */
  readonly nextAttemptAt?: number;
}

/** One request as the journal has it: without keys, bodies and whole tokens. */
export interface RequestEntry {
  /** The id in the reply, for `explain`. */
  readonly requestId: string;
  /** Unix milliseconds of the world's clock. */
  readonly at: number;
  /** Absent for a path that is no endpoint. */
  readonly operation?: Operation;
  /** As it was sent. */
  readonly method: string;
  /** As it was sent, with a share token cut. */
  readonly path: string;
  /** 0 where the connection was dropped. */
  readonly status: number;
  /** The `error.code` of a refusal. */
  readonly code?: string;
  /** Whose key it was; absent where no key was accepted. */
  readonly organizationId?: string;
}

/** Why a request was answered as it was. */
export interface Explanation extends RequestEntry {
  /** What the refusal's `error.message` said. */
  readonly message?: string;
  /** The check that decided, its section of the spec, and the values it compared. */
  readonly decision?: Decision;
}

/** `{ [name]: value }`, or nothing for `null`. */
function given<Name extends string, T>(name: Name, value: T | null) {
  return (value === null ? {} : { [name]: value }) as { [Key in Name]?: T };
}

// A misspelt member would be no filter at all, and the answer about everybody.
const filterSchema = z.strictObject({
  organization: z.optional(z.unknown()),
  cdrId: z.optional(z.string()),
});

function matcher(engine: Engine, filter: ViewFilter = {}) {
  checkInput(filterSchema, filter);
  const { organization, cdrId } = filter;
  const id =
    organization === undefined
      ? undefined
      : resolveOrganization(engine, organization).organizationId;
  return (cdr: string | null, ...organizations: (string | null)[]): boolean =>
    (cdrId === undefined || cdr === cdrId) && (id === undefined || organizations.includes(id));
}

/** The charges, oldest first. */
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

/** The handoffs, oldest first; an organization is on either side. */
export function shareEvents(engine: Engine, filter?: ViewFilter): ShareEvent[] {
  const wanted = matcher(engine, filter);
  return engine.world.shareEvents
    .values()
    .filter((each) => wanted(each.cdrId, each.fromOrganizationId, each.toOrganizationId))
    .map((each) => ({ ...each }));
}

/** The deliveries, oldest first. */
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

/** Makes a delivery due again at this instant, with the same `webhookId`. */
export function redeliver(engine: Engine, webhookId: string): void {
  const delivery = engine.world.deliveries.get(webhookId);
  if (delivery === undefined) {
    throw invalidInput('webhookId', 'expected the webhookId of a delivery of this fake');
  }
  scheduleRedelivery(engine, delivery, engine.clock.now());
}

/** The requests that the journal has, oldest first. */
export function requests(engine: Engine, filter?: ViewFilter): RequestEntry[] {
  const wanted = matcher(engine, filter);
  return engine.world.requests
    .values()
    .filter(({ decision, organizationId }) => {
      const cdrId = decision?.values['cdrId'];
      return wanted(typeof cdrId === 'string' ? cdrId : null, organizationId);
    })
    .map(({ requestId, at, operation, method, path, status, code, organizationId }) => ({
      requestId,
      at,
      ...given('operation', operation),
      method,
      path,
      status,
      ...given('code', code),
      ...given('organizationId', organizationId),
    }));
}

/** Which check decided a request; one that the journal does not have, or no longer, is refused. */
export function explain(engine: Engine, requestId: string): Explanation {
  const request = findRequest(engine, requestId);
  if (request === undefined) {
    throw invalidInput('requestId', whyNoRequest(engine, requestId));
  }
  const { at, operation, method, path, status, code, organizationId, message, decision } = request;
  return {
    requestId,
    at,
    ...given('operation', operation),
    method,
    path,
    status,
    ...given('code', code),
    ...given('organizationId', organizationId),
    ...given('message', message),
    ...given('decision', decision && { ...decision, values: { ...decision.values } }),
  };
}
