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

/** Whether a server that listens on `boundHost` may be meant by `header`. */
export function isServedHost(
  header: string | null,
  boundHost: string,
  allowHosts: readonly string[],
): boolean {
  const host = hostOfHeader(header);
  if (host === undefined) return false;
  const allowed = allowHosts.some((name) => name.toLowerCase() === host);
  return allowed || isLoopbackHost(host) || (host === boundHost && !isUnspecifiedHost(host));
}
