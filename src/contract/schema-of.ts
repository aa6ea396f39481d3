import type * as z from 'zod/mini';

/**
 * A type in the form that is compared: an intersection as one object, and an open union of literals
 * (`'checkbox' | (string & {})`) as a plain string, which is all a schema can check.
 */
type Plain<T> = unknown extends T
  ? unknown
  : string extends T
    ? string | PlainPart<Exclude<T, string>>
    : PlainPart<T>;

/** `Plain` for each part of a union. */
type PlainPart<T> = T extends readonly (infer Entry)[]
  ? Plain<Entry>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;

/** `true` if the types are the same, including which members are optional and read-only. */
type Same<A, B> =
  // Comparing two generic functions is the only way to tell optional from undefined.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
  (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;

/** The names of all members of all parts of a union. */
type NameOf<T> = T extends object ? keyof T : never;

type Differing<T, S> = {
  [K in keyof T & keyof S]-?: Same<Pick<T, K>, Pick<S, K>> extends true ? never : K;
}[keyof T & keyof S];

/** What the compiler shows if type and schema differ: the names of the members at fault. */
interface Drift<T, S> {
  readonly drift: {
    readonly missingInSchema: Exclude<NameOf<T>, NameOf<S>>;
    readonly missingInType: Exclude<NameOf<S>, NameOf<T>>;
    readonly differing: Differing<T, S>;
  };
}

type NoDrift<T, S> = Same<T, S> extends true ? unknown : Drift<T, S>;

/** Tells {@link schemaOf} which type the schema is for. */
export type Exactly<T> = (value: T) => T;

/** The {@link Exactly} of any type: `exactly<Cdr>`. */
export function exactly<T>(value: T): T {
  return value;
}

/**
 * Returns a function that makes the schema of a type. The type is written by hand so that it can be
 * documented. This does not compile if the two differ in a member, its type or whether it is optional.
 *
 * The schema is made once, on first use. Making all schemas takes as long as loading the rest of the
 * client, a program uses only a few of them, and a bundler can leave out the unused ones. The type
 * is an argument of a single call, because esbuild treats only the first of two chained calls as
 * free of side effects.
 *
 * Example: `const geoSchema = schemaOf(exactly<Geo>, () => z.object({ city: … }))`, then `geoSchema()`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function schemaOf<T, S extends z.core.$ZodType>(
  _type: Exactly<T>,
  make: (() => S) & NoDrift<Plain<T>, Plain<z.core.output<S>>>,
): () => S {
  let made: S | undefined;
  return () => (made ??= make());
}
