import { LEAD_STATES, type LeadState } from './lead-states.ts';

/** A row as a driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Whatever a driver makes of a boolean, or a pool whose types were changed. */
const FLAGS = new Map<unknown, boolean>([
  ...[true, 1, 1n, '1', 't', 'true'].map((value) => [value, true] as const),
  ...[false, 0, 0n, '0', 'f', 'false'].map((value) => [value, false] as const),
]);

/** Reads columns of a row. What is not of a column's kind is refused: it could hide a doubt. */
export class RowColumns {
  readonly #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  #orNull<T>(name: string, expected: string, read: (value: unknown) => T | undefined): T | null {
    const value = this.#row[name];
    if (value === null) return null;
    const result = read(value);
    if (result !== undefined) return result;
    throw new Error(`its column ${name} has no ${expected}`);
  }

  #needed<T>(name: string, value: T | null): T {
    if (value !== null) return value;
    throw new Error(`its column ${name} is empty`);
  }

  textOrNull(name: string): string | null {
    return this.#orNull(name, 'text', (value) => (typeof value === 'string' ? value : undefined));
  }

  text(name: string): string {
    return this.#needed(name, this.textOrNull(name));
  }

  /** Postgres' driver returns a bigint as text. */
  numberOrNull(name: string): number | null {
    return this.#orNull(name, 'whole number', (value) => {
      const number = value === '' || typeof value === 'boolean' ? Number.NaN : Number(value);
      return Number.isSafeInteger(number) ? number : undefined;
    });
  }

  number(name: string): number {
    return this.#needed(name, this.numberOrNull(name));
  }

  flag(name: string): boolean {
    return this.#needed(
      name,
      this.#orNull(name, 'boolean', (value) => FLAGS.get(value)),
    );
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | null {
    return this.#orNull(name, `known ${name}`, (value) => values.find((each) => each === value));
  }

  #json(name: string): unknown {
    try {
      return JSON.parse(this.text(name));
    } catch {
      return undefined; // its own message would show what is in it
    }
  }

  list<T>(name: string): T[] {
    const read = (): T[] | undefined => {
      const list = this.#json(name);
      return Array.isArray(list) ? (list as T[]) : undefined;
    };
    return this.#needed(name, this.#orNull(name, 'list', read));
  }

  object(name: string): object | null {
    return this.#orNull(name, 'JSON object', () => {
      const value = this.#json(name);
      return typeof value === 'object' && value !== null ? value : undefined;
    });
  }

  state(): LeadState {
    return this.#needed('state', this.oneOf('state', LEAD_STATES));
  }
}
