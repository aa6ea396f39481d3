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
    throw invalidInput('headers', 'expected a Headers or a record of header names and values');
  }
  if ('get' in source && typeof source.get === 'function') {
    const value = (source as { get(name: string): unknown }).get(name);
    return typeof value === 'string' ? value : undefined;
  }
  const values = Object.entries(source)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value as unknown)
    .filter((value) => typeof value === 'string');
  return values.length === 0 ? undefined : values.join(', ');
}
