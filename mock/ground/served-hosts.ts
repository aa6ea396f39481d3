/** What a server may be called by: `localhost`, and every address of the machine's own. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const UNSPECIFIED = new Set(['0.0.0.0', '[::]']);

/** `127.0.0.1`, `localhost` or `[::1]`: reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase());
}

/** Every interface of the machine: an address to listen on, and none to call. */
export function isUnspecifiedHost(host: string): boolean {
  return UNSPECIFIED.has(host);
}

/** An address of Node's as it stands in a URL. */
export function hostOfAddress(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/** The host of a `Host` header, lower-case and without its port; `undefined` where it is none. */
export function hostOfHeader(header: string | null): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header ?? '');
  return match?.[1]?.toLowerCase();
}

/** An address in place of a name, as a health check or a neighbour on the network uses it. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/**
 * Whether a server that listens on `boundHost` may be meant by `header`. On every interface any
 * address may be the machine's, and none can be pointed elsewhere, as a name can.
 */
export function isServedHost(
  header: string | null,
  boundHost: string,
  allowHosts: readonly string[],
): boolean {
  const host = hostOfHeader(header);
  if (host === undefined) return false;
  const allowed = allowHosts.some((name) => name.toLowerCase() === host);
  if (allowed || isLoopbackHost(host)) return true;
  if (isUnspecifiedHost(host)) return false;
  return host === boundHost || (isUnspecifiedHost(boundHost) && ADDRESS.test(host));
}
