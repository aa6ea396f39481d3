import type * as z from 'zod/mini';
import type { KnownErrorCode } from './error-codes.ts';
import type { PathParam } from './path.ts';

/**
 * What may follow an attempt of which no one knows whether it took effect:
 * `read` changes nothing; `idempotent` may be repeated, the service never acts twice on it;
 * `once` must not be repeated, for every call acts again.
 */
export type Repeat = 'read' | 'idempotent' | 'once';

/** What there is to know of a call that may have taken effect, and of which there is no answer. */
export interface InDoubt {
  /** For whoever reads the error. */
  readonly hint: string;
  /** Codes which prove that no attempt of the call, this one or an earlier, can have taken effect. */
  readonly disprovedBy: readonly KnownErrorCode[];
}

/**
 * One endpoint of the API: the client sends from this row, the fake serves from it, and documents
 * are generated from it.
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
  /** Other paths of the same meaning, for the method of this row alone. */
  readonly aliases: readonly string[];
  readonly needsKey: boolean;
  readonly billable: boolean;
  readonly repeat: Repeat;
  /** `null` for what changes nothing. */
  readonly inDoubt: InDoubt | null;
  /** What a code does not tell by itself, where it comes from here. */
  readonly hints: Readonly<Partial<Record<KnownErrorCode, string>>>;
  /** The inputs that no error may show; what lies within one has a dotted path. */
  readonly secrets: readonly string[];
  /** The query parameters, no narrower than the service takes them. */
  readonly query: (() => z.ZodMiniObject & z.ZodMiniType<Query>) | null;
  /** The JSON body, no narrower than the service takes it; every body is optional (spec §1). */
  readonly body: (() => z.ZodMiniType<Body>) | null;
  /** `data` of a success; `null` where the answer is no JSON. */
  readonly data: (() => z.ZodMiniType<Data>) | null;
  /** The members of `data` without which the call has no result. */
  readonly needs: readonly string[];
}

/** What the `data` of an endpoint is. */
export type DataOf<E> = E extends Endpoint<string, infer Data> ? Data : never;

/** Its query. */
export type QueryOf<E> = E extends { readonly query: () => z.ZodMiniType<infer Query> }
  ? Query
  : object;

/** Its body. */
export type BodyOf<E> = E extends { readonly body: () => z.ZodMiniType<infer Body> }
  ? Body
  : object;

/** Its parameters by their names, in the path, the query or the body. */
export type InputName<E> =
  E extends Endpoint<infer Path>
    ? PathParam<Path> | (keyof QueryOf<E> & string) | (keyof BodyOf<E> & string)
    : never;

/** What a row keeps secret and is none of its inputs: `never`. */
export type StraySecret<E> = E extends { readonly secrets: readonly (infer Secret)[] }
  ? Exclude<Secret, InputName<E> | `${InputName<E>}.${string}`>
  : never;

/**
 * What is to be known of an endpoint beyond what a call takes: the fake, the documents and the tests
 * go by it. It stands beside the row and not in it, so that no client's bundle holds it.
 */
export interface EndpointFacts<E> {
  /** What it refuses for reasons of its own (spec §4, §7); those of every key are not listed. */
  readonly refuses: Readonly<Partial<Record<KnownErrorCode, string>>>;
  /** What each of its parameters means. */
  readonly inputs: Readonly<Record<InputName<E>, string>>;
  /** `data` of one reply; `null` where the answer is no JSON. */
  readonly sample: E extends { readonly data: null } ? null : DataOf<E>;
}

/** What changes something says what is to be known where its answer is lost. */
type ReadOrDoubtful =
  | { readonly repeat: 'read'; readonly inDoubt: null }
  | { readonly repeat: Exclude<Repeat, 'read'>; readonly inDoubt: InDoubt };

/** Keeps the row's own types: its path, its name and the schemas. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Row extends Endpoint &
    ReadOrDoubtful & { readonly needs: readonly (keyof DataOf<Row> & string)[] },
>(row: Row): Row {
  return row;
}
