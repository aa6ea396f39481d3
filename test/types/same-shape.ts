/**
 * Every key of `T` at every depth, dotted. Mutual assignability alone would not see an optional key
 * that only one side has.
 */
export type Paths<T> = T extends readonly (infer Entry)[]
  ? Paths<Entry>
  : T extends object
    ? string extends keyof T
      ? never
      : {
          [K in keyof T & string]-?: K | `${K}.${Paths<NonNullable<T[K]>>}`;
        }[keyof T & string]
    : never;

/** `true` where both sides are assignable to each other and have the same keys at every depth. */
export type SameShape<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? [Paths<A>] extends [Paths<B>]
      ? [Paths<B>] extends [Paths<A>]
        ? true
        : { missingInFirst: Exclude<Paths<B>, Paths<A>> }
      : { missingInSecond: Exclude<Paths<A>, Paths<B>> }
    : 'the second is not assignable to the first'
  : 'the first is not assignable to the second';

/** Compiles only for `true`. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the claim is all
export function holds<_Claim extends true>(): void {
  // Types alone are checked.
}
