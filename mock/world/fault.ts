import type { Operation } from '../../src/contract/endpoints.ts';
import type { ErrorCode } from '../../src/contract/error-codes.ts';
import type { OrganizationRef } from './entities.ts';

/** What a fault affects: one operation, all under `/v1`, or all operations (`*`). */
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
  /** How many requests it affects; `Infinity` for all. Default: 1. */
  times?: number | undefined;
  /**
   * `before`: the request fails before the operation runs. `after`: the operation runs, and its
   * response is replaced or lost. Default: `before`.
   */
  phase?: 'before' | 'after' | undefined;
  /** The HTTP status, 400 to 599. Default: the status of `code`. */
  status?: number | undefined;
  /**
   * The error code. A documented code comes with what the service sends: `CDR_PENDING` with a
   * `Retry-After`, `METHOD_NOT_ALLOWED` with an `Allow`, `CDR_ACCEPTANCE_FAILED` with the request's
   * criteria as failures (`record.maxAgeSeconds` if it sent none). A documented code that the
   * operation never returns is refused. With `*` and `/v1`, only operations that return it are
   * affected. An undocumented code needs `status`. Default: a code that fits `status`.
   */
  code?: ErrorCode | undefined;
  /** The `Retry-After` header, 0 to 86,400 whole seconds. Default: 2 for `CDR_PENDING`, else none. */
  retryAfterSeconds?: number | undefined;
  /**
   * Delays the response, in whole milliseconds of the fake's clock. If the clock is stopped, the
   * response waits until the test moves it. Default: 0.
   */
  delayMs?: number | undefined;
  /** Drops the connection without a response. Default: `false`. */
  drop?: boolean | undefined;
  /** Only requests that name this record, by its id or by a share token of it. Default: any record. */
  cdrId?: string | undefined;
  /** Only requests with a key of this organization. Default: any. */
  organization?: OrganizationRef | undefined;
}

/** The fields that are stored in another form. */
type Resolved = 'times' | 'organization';

/** The defaults of a fault. */
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

/** Each field; `null` if that is its default and it was left out. */
type Kept = {
  readonly [Field in Exclude<keyof FaultInput, Resolved>]-?:
    | Exclude<FaultInput[Field], undefined>
    | Extract<Defaults[Field], null>;
};

/** A fault as the world stores it. */
export interface StoredFault extends Kept {
  readonly faultId: string;
  readonly sequence: number;
  /** How many requests it affects; `null` stands for `Infinity`, which JSON does not have. */
  readonly times: number | null;
  /** How many it has affected so far. */
  readonly struck: number;
  /** The only organization that it affects; `null`: any. */
  readonly organizationId: string | null;
}
