/** The names of this machine: `localhost`, what is below it, and the loopback addresses. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const UNSPECIFIED = new Set(['0.0.0.0', '[::]']);

/**
 * Returns whether only this machine reaches `host`: `127.0.0.1`, `localhost` or `[::1]`, for
 * example.
 */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase());
}

/**
 * Returns whether `host` means every interface of the machine: an address to listen on, not to
 * call.
 */
export function isUnspecifiedHost(host: string): boolean {
  return UNSPECIFIED.has(host);
}

/** Returns an address from Node as it is written in a URL. */
export function hostOfAddress(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

/**
 * Returns the host of a `Host` header, in lower case and without its port; `undefined` if it has
 * none.
 */
export function hostOfHeader(header: string | null): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header ?? '');
  return match?.[1]?.toLowerCase();
}

/** An address instead of a name, as a health check or another machine on the network uses it. */
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/**
 * Returns whether `header` may mean a server that listens on `boundHost`. If it listens on every
 * interface, any address may be the machine's. An address cannot be pointed elsewhere, as a name
 * can.
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
