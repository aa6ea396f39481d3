type Members = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Ways to have a member that is read like any other, but that a spread leaves out. */
export const WAYS: Readonly<Record<string, (members: Members) => object>> = {
  'getters of a class': (members) => {
    class Holder {
      readonly #members = members;
      static at(holder: Holder, name: string): unknown {
        return holder.#members[name];
      }
    }
    for (const name of Object.keys(members)) {
      const get = function (this: Holder): unknown {
        return Holder.at(this, name);
      };
      Object.defineProperty(Holder.prototype, name, { get });
    }
    return new Holder();
  },
  'another object': (members) => Object.create(members) as object,
  'hidden members': (members) =>
    Object.defineProperties(
      {},
      Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value }])),
    ),
};

/** Returns a copy in which each plain object has its members in this way. */
export function inWay(value: unknown, way: (members: Members) => object): unknown {
  if (!isPlain(value)) return value;
  return way(
    Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inWay(each, way)])),
  );
}
