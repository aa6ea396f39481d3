import type { OtelContext } from './otel-api.ts';

/** A minimal context. Using the API's own would require importing it. */
export class EmptyContext implements OtelContext {
  readonly #values: ReadonlyMap<symbol, unknown>;

  constructor(values: ReadonlyMap<symbol, unknown> = new Map()) {
    this.#values = values;
  }

  getValue(key: symbol): unknown {
    return this.#values.get(key);
  }

  setValue(key: symbol, value: unknown): OtelContext {
    return new EmptyContext(new Map(this.#values).set(key, value));
  }

  deleteValue(key: symbol): OtelContext {
    return new EmptyContext(new Map([...this.#values].filter(([each]) => each !== key)));
  }
}
