/**
 * Copies an object as it is read, hidden and inherited members too. A spread leaves those out: an
 * option that is the getter of a class would be silently ignored. Of inherited methods, only those
 * in `names` count.
 */
export function asRead<Given extends object>(given: Given, names: readonly string[] = []): Given {
  // Without a prototype, so that `__proto__` is a name like any other.
  const copy = Object.create(null) as Given;
  let at: object | null = given;
  // Each realm has its own `Object.prototype`, which ends every chain.
  while (at && !Object.hasOwn(at, 'isPrototypeOf')) {
    for (const name of Object.getOwnPropertyNames(at) as (keyof Given & string)[]) {
      const member = given[name];
      const counts = at === given || typeof member !== 'function' || names.includes(name);
      if (counts) copy[name] = member;
    }
    at = Object.getPrototypeOf(at) as object | null;
  }
  return copy;
}
