import type * as z from 'zod/mini';
import type { KnownErrorCode } from './error-codes.ts';
import type { PathParam } from './path.ts';

/**
 * Whether a call may be repeated if it is unknown whether an attempt took effect. `read`: it changes
 * nothing. `idempotent`: it may be repeated; the service never acts on it twice. `once`: it must not
 * be repeated, because every call acts again.
 */
export type Repeat = 'read' | 'idempotent' | 'once';

/** What is known of a call that may have taken effect but got no answer. */
export interface InDoubt {
  /** For the person who reads the error. */
  readonly hint: string;
  /** Codes which prove that neither this attempt of the call nor an earlier one took effect. */
  readonly disprovedBy: readonly KnownErrorCode[];
}

/**
 * One endpoint of the API. The client, the fake and the generated documents are all based on this row.
 */
export interface Endpoint<
  Path extends string = string,
  Data = unknown,
  Name extends string = string,
  Query = unknown,
  Body = unknown,
> {
  /** Its name in errors, traces, and the fake's faults and journal. */
  readonly operation: Name;
  /** The section of the spec. */
  readonly section: string;
  /** What it does, in a few words. */
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  readonly path: Path;
  /** Other paths with the same meaning, for this row's method only. */
  readonly aliases: readonly string[];
  readonly needsKey: boolean;
  readonly billable: boolean;
  readonly repeat: Repeat;
  /** `null` if the call changes nothing. */
  readonly inDoubt: InDoubt | null;
  /** What an error code of this endpoint means beyond what the code itself says. */
  readonly hints: Readonly<Partial<Record<KnownErrorCode, string>>>;
  /** The inputs that no error may show. A nested one is given as a dotted path. */
  readonly secrets: readonly string[];
  /** The query parameters, no narrower than the service accepts them. */
  readonly query: (() => z.ZodMiniObject & z.ZodMiniType<Query>) | null;
  /** The JSON body, no narrower than the service accepts it. Every body is optional (spec §1). */
  readonly body: (() => z.ZodMiniType<Body>) | null;
  /** `data` of a success; `null` if the answer is not JSON. */
  readonly data: (() => z.ZodMiniType<Data>) | null;
  /** The members of `data` that must fit the schema, or the call fails. */
  readonly needs: readonly string[];
}

/** The type of an endpoint's `data`. */
export type DataOf<E> = E extends Endpoint<string, infer Data> ? Data : never;

/** The type of an endpoint's query. */
export type QueryOf<E> = E extends { readonly query: () => z.ZodMiniType<infer Query> }
  ? Query
  : object;

/** The type of an endpoint's body. */
export type BodyOf<E> = E extends { readonly body: () => z.ZodMiniType<infer Body> }
  ? Body
  : object;

/** The names of an endpoint's parameters, in the path, the query or the body. */
export type InputName<E> =
  E extends Endpoint<infer Path>
    ? PathParam<Path> | (keyof QueryOf<E> & string) | (keyof BodyOf<E> & string)
    : never;

/** The secrets of a row that are not among its inputs; should be `never`. */
export type StraySecret<E> = E extends { readonly secrets: readonly (infer Secret)[] }
  ? Exclude<Secret, InputName<E> | `${InputName<E>}.${string}`>
  : never;

type PathParamOf<E> = E extends Endpoint<infer Path> ? PathParam<Path> : never;

type InputOf<E> = QueryOf<E> & BodyOf<E>;

/** `data` and the body have a name if the endpoint has them. */
type NamesOf<E> = (E extends { readonly data: null } ? object : { readonly data: string }) &
  (E extends { readonly body: null } ? object : { readonly body: string });

/**
 * What the fake, the documents and the tests need to know of an endpoint, but a call does not. Kept
 * out of the row so that it stays out of client bundles.
 */
export interface EndpointFacts<E> {
  /** The endpoint's own refusals (spec §4, §7), without those that any use of a key can get. */
  readonly refuses: Readonly<Partial<Record<KnownErrorCode, string>>>;
  /** What it does, costs and guarantees, for a reader of the generated documents. */
  readonly about: string;
  /** The types of `data` and of the body in code that is generated from the documents. */
  readonly names: NamesOf<E>;
  /** What each parameter means. */
  readonly inputs: Readonly<Record<InputName<E>, string>>;
  /** What a client should send, if that is narrower than what the service accepts. */
  readonly sends?: () => {
    readonly [Name in InputName<E>]?: z.ZodMiniType<InputOf<E>[Name & keyof InputOf<E>]>;
  };
  /** Inputs that work on the demo world of the fake, with the key of a buyer there. */
  readonly example: Readonly<
    Record<PathParamOf<E>, string> & Partial<Omit<InputOf<E>, PathParamOf<E>>>
  >;
  /** `error.details` of the refusals that have them (spec §2.1). */
  readonly details?: Readonly<Partial<Record<KnownErrorCode, object>>>;
  /** `data` of one reply; `null` if the answer is not JSON. */
  readonly sample: E extends { readonly data: null } ? null : DataOf<E>;
}

/** A call that changes something must have `inDoubt`. */
type ReadOrDoubtful =
  | { readonly repeat: 'read'; readonly inDoubt: null }
  | { readonly repeat: Exclude<Repeat, 'read'>; readonly inDoubt: InDoubt };

/** Returns the row with its literal types: its path, its name and the schemas. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Row extends Endpoint &
    ReadOrDoubtful & { readonly needs: readonly (keyof DataOf<Row> & string)[] },
>(row: Row): Row {
  return row;
}
