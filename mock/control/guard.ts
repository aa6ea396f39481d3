import { isLoopbackHost, isServedHost } from '../ground/served-hosts.ts';
import { ControlFailure } from './control-failure.ts';

/** Who may reach the parts that are not the service's own API. */
export interface GuardOptions {
  /** The address that the server listens on, as in a URL. */
  readonly boundHost: string;
  readonly allowHosts: readonly string[];
  readonly controlToken: string | undefined;
}

type Headers = (name: string) => string | null;

/**
 * Rejects requests from pages of other sites. Such a page can make a browser send requests here in
 * two ways: under a name of its own that it points at this machine, so the host must be one of
 * ours; or across origins, so the origin must be ours.
 *
 * @throws ControlFailure
 */
export function refuseForeign(header: Headers, { boundHost, allowHosts }: GuardOptions): void {
  const host = header('host');
  if (!isServedHost(host, boundHost, allowHosts)) {
    throw new ControlFailure(
      'FOREIGN_HOST',
      'this server does not serve this host name; start it with --allow-host NAME',
    );
  }
  const origin = header('origin');
  const isOwn = origin === null || origin.toLowerCase() === `http://${host?.toLowerCase()}`;
  const site = header('sec-fetch-site');
  if (isOwn && (site === null || site === 'same-origin' || site === 'none')) return;
  throw new ControlFailure('FOREIGN_ORIGIN', 'requests from a page of another origin are refused');
}

/** Compares in a time that depends only on the length of `given`, not on where the two differ. */
function equalSecrets(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const [left, right] = [encoder.encode(given), encoder.encode(secret)];
  let difference = left.length ^ right.length;
  for (const [index, byte] of left.entries()) {
    difference |= byte ^ (right[index % Math.max(right.length, 1)] ?? 0);
  }
  return difference === 0;
}

/** Beyond loopback anyone can send requests, so a token is required (RFC 6750). */
export function refuseUnproved(header: Headers, { boundHost, controlToken }: GuardOptions): void {
  if (controlToken === undefined) {
    if (isLoopbackHost(boundHost)) return;
    throw new ControlFailure(
      'CONTROL_TOKEN_NEEDED',
      'beyond loopback the control API needs a token; start the fake with --control-token',
    );
  }
  const given = /^Bearer +(\S{1,1000})$/i.exec(header('authorization') ?? '')?.[1];
  if (given !== undefined && equalSecrets(given, controlToken)) return;
  throw new ControlFailure(
    'UNAUTHENTICATED',
    'send the control token as "Authorization: Bearer <token>"',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}
