import { InvalidInputError, invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { unknownOptions } from '../../../src/options/unknown-options.ts';
import { hostOfHeader } from '../../ground/served-hosts.ts';
import {
  checkBaseUrl,
  RESERVED_PREFIX,
  type ServiceUrls,
  urlsOnOneOrigin,
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

const NAMES = [
  'port',
  'host',
  'allowHosts',
  'controlToken',
  'dashboardUrl',
  'keepBodies',
  'reset',
] as const satisfies readonly (keyof ServeOptions)[];

/** A misspelt `controlToken` would mean no token at all. */
function refuseUnknown(options: ServeOptions): void {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw invalidInput('options', 'expected an object');
  }
  const issues = unknownOptions(options, NAMES);
  if (issues.length > 0) throw new InvalidInputError(issues);
}

/** Rejects invalid options before anything listens. */
export function checkServeOptions(options: ServeOptions) {
  refuseUnknown(options);
  const { allowHosts = [], controlToken, dashboardUrl, keepBodies } = options;
  for (const [index, name] of allowHosts.entries()) {
    if (hostOfHeader(name) === name.toLowerCase()) continue;
    throw invalidInput(`allowHosts.${index}`, 'expected a host name or address, without a port');
  }
  if (controlToken !== undefined && !/^\S{8,1000}$/.test(controlToken)) {
    throw invalidInput('controlToken', 'expected 8 to 1,000 characters without white space');
  }
  if (keepBodies !== undefined && typeof keepBodies !== 'boolean') {
    throw invalidInput('keepBodies', 'expected true or false');
  }
  const dashboard = dashboardUrl && checkBaseUrl('dashboardUrl', dashboardUrl);
  return { allowHosts, controlToken, dashboard };
}

/** Returns the service's URLs as the caller reaches them, under the origin that it used. */
export function servedUrls(origin: string, dashboard: string | undefined): ServiceUrls {
  const urls = urlsOnOneOrigin(origin, RESERVED_PREFIX);
  return dashboard === undefined ? urls : { ...urls, dashboard };
}
