/**
 * Gives an object its methods as its own, bound to it: they then work taken apart
 * (`const { get } = client.cdrs`), and through a `Proxy`, which has no private fields. Not
 * enumerable, so that inspection does not list them.
 */
export function bindMethods(object: object): void {
  for (
    let proto = Object.getPrototypeOf(object) as object | null;
    proto !== null && proto !== Object.prototype;
    proto = Object.getPrototypeOf(proto) as object | null
  ) {
    for (const name of Reflect.ownKeys(proto)) {
      const method: unknown = Object.getOwnPropertyDescriptor(proto, name)?.value;
      // A subclass's method stands before the one that it overrides.
      if (name === 'constructor' || typeof method !== 'function') continue;
      if (Object.hasOwn(object, name)) continue;
      const value: unknown = method.bind(object);
      Object.defineProperty(object, name, { value, writable: true, configurable: true });
    }
  }
}

/** Returns the method that was bound: the one that has a frame on the stack. */
export function unbound(object: object, name: string): object {
  const proto = Object.getPrototypeOf(object) as Record<string, object>;
  return proto[name] ?? object;
}
