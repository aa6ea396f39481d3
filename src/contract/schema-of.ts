import type * as z from 'zod/mini';

/**
 * A type as it is compared: intersections as one object, and a list of literals that is left open
 * (`'checkbox' | (string & {})`) as the plain string that it is to a schema.
 */
type Plain<T> = unknown extends T
  ? unknown
  : string extends T
    ? string | PlainPart<Exclude<T, string>>
    : PlainPart<T>;

/** Of each part of a union. */
type PlainPart<T> = T extends readonly (infer Entry)[]
  ? Plain<Entry>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;

/** `true` for types that are the same, optional and read-only members included. */
type Same<A, B> =
  // How the compiler compares two of these is the one way to tell optional from undefined.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
  (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;

/** Every member's name, whichever part of a union has it. */
type NameOf<T> = T extends object ? keyof T : never;

type Differing<T, S> = {
  [K in keyof T & keyof S]-?: Same<Pick<T, K>, Pick<S, K>> extends true ? never : K;
}[keyof T & keyof S];

/** What the compiler shows where type and schema are not one: the names of the members at fault. */
interface Drift<T, S> {
  readonly drift: {
    readonly missingInSchema: Exclude<NameOf<T>, NameOf<S>>;
    readonly missingInType: Exclude<NameOf<S>, NameOf<T>>;
    readonly differing: Differing<T, S>;
  };
}

type NoDrift<T, S> = Same<T, S> extends true ? unknown : Drift<T, S>;

/** Names a type where {@link schemaOf} is told which one it makes a schema of. */
export type Exactly<T> = (value: T) => T;

/** The {@link Exactly} of any type: `exactly<Cdr>`. */
export function exactly<T>(value: T): T {
  return value;
}

/**
 * The schema of a type, which is written by hand for its documentation: where one has a member that
 * the other has not, or has it with another type or as optional, this does not compile.
 *
 * It is made once, when it is first asked for: to make them all takes as long as to load the rest of
 * the client, a program uses few of them, and a bundler can leave out what none of them does. It
 * is one call with the type as an argument, because esbuild takes only the first of two calls as free
 * of effects.
 *
 * So: `const geoSchema = schemaOf(exactly<Geo>, () => z.object({ city: … }))`, then `geoSchema()`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function schemaOf<T, S extends z.core.$ZodType>(
  _type: Exactly<T>,
  make: (() => S) & NoDrift<Plain<T>, Plain<z.core.output<S>>>,
): () => S {
  let made: S | undefined;
  return () => (made ??= make());
}
