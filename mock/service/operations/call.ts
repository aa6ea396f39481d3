import type { PathParamName, QueryName } from '../../../src/contract/endpoints.ts';
import { jsonText } from '../../../src/texts/json-text.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ServiceUrls } from '../../ground/urls.ts';
import type { Decision, Organization, StoredCdr } from '../../world/entities.ts';
import type { Viewer } from '../presenter/present.ts';
import { isRetained } from '../rules/access.ts';
import { ServiceFailure } from './failure.ts';

/** A request that was routed, authenticated and read. */
export interface Call {
  readonly engine: Engine;
  /** One instant for every decision of the request. */
  readonly now: number;
  /** `null` for a call by a seed, which has no request in the journal. */
  readonly requestId: string | null;
  readonly urls: ServiceUrls;
  readonly params: Readonly<Partial<Record<PathParamName, string>>>;
  readonly query: { get(name: QueryName): string | null };
  /** The parsed JSON body; `undefined` for an empty one. */
  readonly body: unknown;
}

/** A call by a known organization. */
export interface KeyedCall extends Call {
  readonly organization: Organization;
}

/** A value as JSON text. */
export class JsonText {
  readonly json: string;
  /** Whether it is known to be all ASCII. */
  readonly isAscii: boolean;

  constructor(json: string, isAscii: boolean) {
    this.json = json;
    this.isAscii = isAscii;
  }

  /** Returns `value` as JSON text. A `JsonText` is returned as it is. */
  static of(value: object): JsonText {
    return value instanceof JsonText ? value : new JsonText(jsonText(value), false);
  }
}

/** An operation's answer and the reason for it. */
export interface Answer<Data extends object = object> {
  /** The envelope's `data`, a `JsonText` if it is already JSON. */
  readonly data: Data | JsonText;
  readonly decision: Decision;
}

/** Returns a path parameter. The route guarantees that it exists. */
export function param(call: Call, name: PathParamName): string {
  const value = call.params[name];
  if (value === undefined) throw new Error(`the route has no parameter ${name}`);
  return value;
}

/** Returns the call in the form that presenters take. */
export function viewerOf({ engine, organization, now, urls }: KeyedCall): Viewer {
  return { engine, organization, now, urls };
}

function notFound(cdrId: string, section: string, check: string, why: string): ServiceFailure {
  return new ServiceFailure('NOT_FOUND', why, { check, section, values: { cdrId } });
}

/**
 * Returns the record if the organization holds it and it is still retained. Otherwise refuses with
 * `404` (spec §4.3).
 */
export function heldCdr(call: KeyedCall, section: string): StoredCdr {
  const { engine, organization, now } = call;
  const cdrId = param(call, 'cdrId');
  const { world } = engine;
  const cdr = world.cdrs.get(cdrId);
  if (cdr === undefined) {
    throw notFound(
      cdrId,
      section,
      'the record exists',
      'no record has this cdrId; check the cdrId',
    );
  }
  if (!world.holdings.has(cdrId, organization.organizationId)) {
    const why = `${organization.name} does not hold this record; receive it through a share token`;
    throw notFound(cdrId, section, 'the organization holds the record', why);
  }
  if (!isRetained(cdr, now)) {
    const why = 'the record is older than the five-year retention period; it cannot be recovered';
    throw notFound(cdrId, '1', 'the record is retained', why);
  }
  return cdr;
}

/** Refuses an invalid record with `410` (spec §3). */
export function refuseInvalid(cdr: StoredCdr, section: string): void {
  if (!cdr.invalid) return;
  const why = 'the record was flagged invalid; no operation accepts it';
  const values = { cdrId: cdr.cdrId, invalid: true };
  throw new ServiceFailure('CDR_INVALID', why, { check: 'the record is valid', section, values });
}

/** Refuses a record that is not rendered with `404` (spec §4.3). */
export function refusePending(cdr: StoredCdr, section: string): void {
  if (cdr.pending === null) return;
  const why = 'the record has not finished rendering; wait for cdr.completed and try again';
  throw notFound(cdr.cdrId, section, 'the record is rendered', why);
}

/** Refuses a Dev Mode record with `409` (spec §3). */
export function refuseDevMode(cdr: StoredCdr, section: string, what: string): void {
  if (!cdr.devMode) return;
  const why = `a Dev Mode record can never be ${what}; capture in production mode`;
  const values = { cdrId: cdr.cdrId, devMode: true };
  throw new ServiceFailure('CDR_DEV_MODE', why, {
    check: 'the record is not a Dev Mode capture',
    section,
    values,
  });
}
