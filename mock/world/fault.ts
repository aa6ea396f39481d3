import type { Operation } from '../../src/contract/endpoints.ts';
import type { ErrorCode } from '../../src/contract/error-codes.ts';
import type { OrganizationRef } from './entities.ts';

/** What a fault can strike: one operation, all below `/v1`, or all. */
export type FaultTarget = Exclude<Operation, 'request'> | '/v1' | '*';

/**
 * Something that goes wrong on purpose. At least one of its effects must be named.
 *
 * @example
 * ```ts
 * mock.addFault({ operation: 'shares.receive', times: 2, status: 503 });
 * mock.addFault({ operation: 'cdrs.collect', phase: 'after', drop: true }); // done, and its answer lost
 * ```
 */
export interface FaultInput {
  /**
   * Which operation it strikes. `cdrs.download` is the image's own address, `/v1` is every operation
   * but that one, `*` is all.
   */
  operation: FaultTarget;
  /** How many requests it strikes, default: 1; `Infinity` for all. */
  times?: number | undefined;
  /**
   * `before` (the default): the request is answered so before anything is done. `after`: the
   * operation is done, and its answer is replaced or lost.
   */
  phase?: 'before' | 'after' | undefined;
  /** The HTTP status, 400 to 599, or the status of `code`. */
  status?: number | undefined;
  /**
   * The error code, or one that fits `status`. By a documented code it answers as the service does:
   * `CDR_PENDING` with `Retry-After`, `METHOD_NOT_ALLOWED` with `Allow`, `CDR_ACCEPTANCE_FAILED` with
   * the criteria of the request unmet (`record.maxAgeSeconds` where it sent none). A documented code
   * that the operation cannot give is refused; for `*` and `/v1` it strikes those that can.
   */
  code?: ErrorCode | undefined;
  /** Sent as `Retry-After`, in whole seconds. */
  retryAfterSeconds?: number | undefined;
  /** How long the answer takes, in the world's milliseconds. */
  delayMs?: number | undefined;
  /** The connection breaks off without an answer. */
  drop?: boolean | undefined;
  /** Strikes only requests about this record, by its id or a share token of it. */
  cdrId?: string | undefined;
  /** Strikes only requests with a key of this organization. */
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
