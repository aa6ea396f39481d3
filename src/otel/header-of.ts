function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (first instanceof Uint8Array) return new TextDecoder().decode(first); // undici may pass bytes
  return typeof first === 'string' ? first : undefined;
}

/**
 * Reads a header by its lower-case name from what the instrumentation hooks pass: the text lines of
 * older undici, the flat list of newer undici, or the record of `node:http`.
 */
export function headerOf(headers: unknown, name: string): string | undefined {
  if (typeof headers === 'string') {
    const line = headers.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name}:`));
    return line?.slice(name.length + 1).trim();
  }
  if (Array.isArray(headers)) {
    const at = headers.findIndex(
      (each, index) => index % 2 === 0 && firstText(each)?.toLowerCase() === name,
    );
    return at === -1 ? undefined : firstText(headers[at + 1]);
  }
  if (typeof headers !== 'object' || headers === null) return undefined;
  const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
  return key === undefined ? undefined : firstText(Reflect.get(headers, key));
}
