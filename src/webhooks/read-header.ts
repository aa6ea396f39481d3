import { invalidInput } from '../errors/invalid-input-error.ts';

/**
 * The headers of a delivery: a `Headers`, what `node:http` and its frameworks give, or a plain
 * record. Names are read in any case.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The value of the header `name`, which is in lower case. One that was sent twice is joined by a
 * comma, as `Headers` joins it, so that every door refuses it alike.
 */
export function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  const source: unknown = headers;
  if (typeof source !== 'object' || source === null) {
    throw invalidInput('headers', 'expected Headers, or an object of header names and values');
  }
  if ('get' in source && typeof source.get === 'function') {
    const value = (source as { get(name: string): unknown }).get(name);
    return typeof value === 'string' ? value : undefined;
  }
  let found: string | undefined;
  for (const key of Object.keys(source)) {
    // Most names differ in length already: an array of them all would cost more than the rest.
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    const value: unknown = (source as Readonly<Record<string, unknown>>)[key];
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof each === 'string') found = found === undefined ? each : `${found}, ${each}`;
    }
  }
  return found;
}
