import { isLoopbackHost } from './served-hosts.ts';

/**
 * The URL of the fake's own receiver. Events for a webhook at this URL, or at one below it, do not
 * leave the fake.
 *
 * @example
 * ```ts
 * const webhook = { url: SINK_URL, secret: 'whsec_local' };
 * mock.addOrganization({ name: 'Acme Solar', webhook });
 * ```
 */
export const SINK_URL = 'https://sink.consent-evidence.example/';

/** Tells whether events for this URL go to the fake's own receiver. */
export function isSinkUrl(url: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(SINK_URL);
}

/** Tells whether only this machine is reached at this URL. */
export function isLoopbackUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && isLoopbackHost(hostname) && username + password === '';
}
