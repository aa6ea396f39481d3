import type * as z from 'zod/mini';

/** The name of an operation, the same in errors, traces, and the fake's faults and journal. */
export type Operation =
  | 'domains.list'
  | 'cdrs.list'
  | 'cdrs.get'
  | 'cdrs.collect'
  | 'cdrs.share'
  | 'cdrs.download'
  | 'shares.receive'
  | 'shares.dashboardUrl'
  | 'request';

/**
 * What may follow an attempt of which nobody knows whether it took effect:
 * `read` changes nothing; `idempotent` may be repeated, the service never acts twice on it;
 * `once` must not be repeated, for every call acts anew.
 */
export type Repeat = 'read' | 'idempotent' | 'once';

/**
 * One endpoint of the API: the client sends from this row, the fake serves from it, and documents
 * are generated from it.
 */
export interface Endpoint<Path extends string = string, Data = unknown> {
  readonly operation: Operation;
  /** The section of the spec. */
  readonly section: string;
  /** What it does, in a few words. */
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  /** Other paths of the same meaning, for the method of this row alone. */
  readonly aliases: readonly string[];
  readonly needsKey: boolean;
  readonly billable: boolean;
  readonly repeat: Repeat;
  /** The query parameters, no narrower than the service takes them. */
  readonly query: (() => z.ZodMiniObject) | null;
  /** The JSON body, no narrower than the service takes it; every body is optional (spec §1). */
  readonly body: (() => z.ZodMiniType) | null;
  /** `data` of a success; `null` where the answer is no JSON. */
  readonly data: (() => z.ZodMiniType<Data>) | null;
  /** The members of `data` without which the call has no result. */
  readonly needs: readonly string[];
}

/** What the `data` of an endpoint is. */
export type DataOf<E> = E extends Endpoint<string, infer Data> ? Data : never;
