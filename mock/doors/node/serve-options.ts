import { checkedOptions } from '../../../src/errors/checked-options.ts';
import {
  callback,
  flag,
  type Kind,
  kindOf,
  listOf,
  nonEmptyText,
  wholeNumber,
} from '../../../src/options/kinds.ts';
import type { OptionTable } from '../../../src/options/option-table.ts';
import { hostOfHeader } from '../../ground/served-hosts.ts';
import {
  httpUrl,
  RESERVED_PREFIX,
  type ServiceUrls,
  urlsOnOneOrigin,
  withoutSlash,
} from '../../ground/urls.ts';

/**
 * Options of `serveMock`.
 *
 * @example
 * ```ts
 * const options: ServeOptions = { port: 8080, host: '0.0.0.0', allowHosts: ['cdr-fake'] };
 * ```
 */
export interface ServeOptions {
  /** The port, 0 to 65,535. 0: any free port. Default: 0. */
  port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`. */
  host?: string | undefined;
  /**
   * More host names, without a port, under which the server answers: for example a container's
   * service name. URLs in replies use the host name of the request. Requests for any other `Host`,
   * except loopback names and the address it listens on, get 403. Default: none.
   */
  allowHosts?: readonly string[] | undefined;
  /**
   * The bearer token that the control API requires, 8 to 1,000 characters without white space.
   * Default: none. The control API is then open on loopback and closed elsewhere.
   */
  controlToken?: string | undefined;
  /** `{dashboard_url}`, to which share URLs redirect (spec §4.7). Default: a page of the fake. */
  dashboardUrl?: string | undefined;
  /**
   * Keeps the query, body and reply of requests for the inspector: each up to 64 KB, 16 MB in total,
   * in memory only. Where they are shown, share tokens, keys, secrets, signatures in URLs and phone
   * numbers are masked. Names and other data of a lead are not. Default: `true` if the fake's seed
   * uses only reserved names, as `'demo'` does, otherwise `false`.
   */
  keepBodies?: boolean | undefined;
  /** Called when the control API is asked to reset. Default: `mock.reset`. */
  reset?: (() => void) | undefined;
}

const HOSTS_MAX = 1_000;

const hostName = (): Kind =>
  kindOf('a host name or address, without a port', (value) => {
    return typeof value === 'string' && hostOfHeader(value) === value.toLowerCase();
  });

/** A misspelt `controlToken` would mean no token at all. */
const OPTIONS = (): OptionTable<ServeOptions> => ({
  port: wholeNumber(0, 65_535),
  host: nonEmptyText,
  allowHosts: listOf(hostName(), HOSTS_MAX),
  controlToken: kindOf('8 to 1,000 characters without white space', (value) => {
    return typeof value === 'string' && /^\S{8,1000}$/.test(value);
  }),
  dashboardUrl: httpUrl(),
  keepBodies: flag,
  reset: callback,
});

/** Rejects invalid options before anything listens. */
export function checkServeOptions(options: ServeOptions) {
  const { allowHosts = [], dashboardUrl, ...rest } = checkedOptions(OPTIONS, options);
  const dashboard = dashboardUrl && withoutSlash(dashboardUrl);
  return { ...rest, allowHosts, dashboard };
}

/** Returns the service's URLs as the caller reaches them, under the origin that it used. */
export function servedUrls(origin: string, dashboard: string | undefined): ServiceUrls {
  const urls = urlsOnOneOrigin(origin, RESERVED_PREFIX);
  return dashboard === undefined ? urls : { ...urls, dashboard };
}
