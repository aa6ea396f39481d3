import type { Operation } from '../../src/contract/endpoints.ts';
import type { ErrorCode } from '../../src/contract/error-codes.ts';
import type { OrganizationRef } from './entities.ts';

/** What a fault affects: one operation, all under `/v1`, or all (`*`). */
export type FaultTarget = Exclude<Operation, 'request'> | '/v1' | '*';

/**
 * A failure on purpose. At least one of `status`, `code`, `delayMs` and `drop` is required.
 *
 * @example
 * ```ts
 * mock.addFault({ operation: 'shares.receive', times: 2, status: 503 });
 * mock.addFault({ operation: 'cdrs.collect', phase: 'after', drop: true }); // done, and its answer lost
 * ```
 */
export interface FaultInput {
  /**
   * The operation that it affects. `cdrs.download` is the download of an image, `/v1` every other
   * operation, `*` all.
   */
  operation: FaultTarget;
  /** How many requests it affects; `Infinity`: all. Default: 1. */
  times?: number | undefined;
  /**
   * `before`: the request fails before the operation runs. `after`: the operation runs, and its
   * response is replaced or lost. Default: `before`.
   */
  phase?: 'before' | 'after' | undefined;
  /** The HTTP status, 400 to 599. Default: the status of `code`. */
  status?: number | undefined;
  /**
   * The error code. A documented code brings what the service sends with it: `CDR_PENDING` a
   * `Retry-After`, `METHOD_NOT_ALLOWED` an `Allow`, `CDR_ACCEPTANCE_FAILED` the request's criteria as
   * failures (`record.maxAgeSeconds` if it sent none). A documented code that the operation never
   * returns is refused; with `*` and `/v1` only operations that return it are affected. An
   * undocumented code needs `status`. Default: a code that fits `status`.
   */
  code?: ErrorCode | undefined;
  /** The `Retry-After` header, 0 to 86,400 whole seconds. Default: 2 for `CDR_PENDING`, else none. */
  retryAfterSeconds?: number | undefined;
  /** Delays the response, in whole milliseconds of the fake's clock. Default: 0. */
  delayMs?: number | undefined;
  /** Drops the connection without a response. Default: `false`. */
  drop?: boolean | undefined;
  /** Only requests about this record, by its id or a share token. Default: any record. */
  cdrId?: string | undefined;
  /** Only requests with a key of this organization. Default: any. */
  organization?: OrganizationRef | undefined;
}

/** What is stored otherwise than it was given. */
type Resolved = 'times' | 'organization';

/** What holds where a fault says nothing. */
export const FAULT_DEFAULTS = {
  phase: 'before',
  status: null,
  code: null,
  retryAfterSeconds: null,
  delayMs: 0,
  drop: false,
  cdrId: null,
} as const satisfies {
  [Field in Exclude<keyof FaultInput, Resolved | 'operation'>]: FaultInput[Field] | null;
};

type Defaults = { operation: never } & typeof FAULT_DEFAULTS;

/** Each field, with `null` where it is the default. */
type Kept = {
  readonly [Field in Exclude<keyof FaultInput, Resolved>]-?:
    | Exclude<FaultInput[Field], undefined>
    | Extract<Defaults[Field], null>;
};

/** A fault as the world keeps it. */
export interface StoredFault extends Kept {
  readonly faultId: string;
  readonly sequence: number;
  /** How many requests it strikes in all; `null`: every one until it is removed, for JSON has no Infinity. */
  readonly times: number | null;
  /** How many it has struck. */
  readonly struck: number;
  /** The one organization that it strikes. */
  readonly organizationId: string | null;
}
