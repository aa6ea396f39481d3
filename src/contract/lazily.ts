/**
 * Gives what `make` makes, made once, when it is first asked for. The contract's schemas are made so:
 * to make them all takes as long as to load the rest of the client, a program uses few of them, and a
 * bundler can leave out what none of them does.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
