import { invalidInput } from '../../errors/invalid-input-error.ts';

/**
 * The headers of a delivery: a `Headers`, the headers of `node:http` and its frameworks, or a plain
 * record. Names can be in any case.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** What is passed in place of headers, and what to do about it. */
function mistakenFor(source: object): string | undefined {
  if (Array.isArray(source)) return 'a list: pass new Headers(pairs)';
  const { then, headers } = source as { then?: unknown; headers?: unknown };
  if (typeof then === 'function') return 'a promise: await it';
  // A header of that name would be a text, or a list of texts.
  const isHolder = typeof headers === 'object' && headers !== null && !Array.isArray(headers);
  return isHolder ? 'a request: pass its headers' : undefined;
}

/**
 * Returns the value of the header `name`, which is in lower case. Repeated values are joined with a
 * comma, as in `Headers`, so that they are refused in whatever form `headers` is passed.
 */
export function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  const source: unknown = headers;
  const isObject = typeof source === 'object' && source !== null;
  const mistake = isObject ? mistakenFor(source) : undefined;
  if (!isObject || mistake !== undefined) {
    const found = mistake === undefined ? '' : `, not ${mistake}`;
    throw invalidInput('headers', `expected Headers, or an object of names and values${found}`);
  }
  if ('get' in source && typeof source.get === 'function') {
    const value = (source as { get(name: string): unknown }).get(name);
    return typeof value === 'string' ? value : undefined;
  }
  let found: string | undefined;
  for (const key of Object.keys(source)) {
    // Most names already differ in length, so this avoids most of the lower-casing.
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    const value: unknown = (source as Readonly<Record<string, unknown>>)[key];
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof each === 'string') found = found === undefined ? each : `${found}, ${each}`;
    }
  }
  return found;
}
