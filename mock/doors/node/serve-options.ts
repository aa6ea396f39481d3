import { withNearest } from '../../../src/contract/with-nearest.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { hostOfHeader } from '../../ground/served-hosts.ts';
import {
  checkBaseUrl,
  RESERVED_PREFIX,
  type ServiceUrls,
  urlsOnOneOrigin,
} from '../../ground/urls.ts';

/** Where the fake listens. */
export interface ServeOptions {
  /** 0 (the default): a free one. */
  port?: number | undefined;
  /** The address to listen on; default: `127.0.0.1`. */
  host?: string | undefined;
  /**
   * Further names under which this server answers, a container's service name for example. Links in
   * replies begin with the name that the caller used. Without any, it answers under loopback names
   * and the address it listens on; every other `Host` is refused with 403, the API's paths included.
   */
  allowHosts?: readonly string[] | undefined;
  /**
   * What the control API demands as `Authorization: Bearer`, 8 to 1,000 characters. Without it the
   * control API asks for nothing on loopback, and is closed beyond it.
   */
  controlToken?: string | undefined;
  /** `{dashboard_url}`, where share URLs send a person; default: a page of the fake's own. */
  dashboardUrl?: string | undefined;
  /**
   * Keep what requests and replies say, for the inspector: query, body and reply, each up to 64 KB,
   * at most 16 MB in all, in memory only. Where they are shown, share tokens, keys, secrets, signatures
   * of addresses and phone numbers are masked; names and whatever else a lead has are not. Default:
   * `true` where the fake was made with a seed whose records are all of reserved names (`'demo'` is
   * one), otherwise `false`.
   */
  keepBodies?: boolean | undefined;
  /** What the control API's reset does; default: `mock.reset`. */
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

/** A misspelt `controlToken` would be none. */
function refuseUnknown(options: ServeOptions): void {
  if (typeof options !== 'object' || (options as unknown) === null) {
    throw invalidInput('options', 'expected an object');
  }
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name as never));
  if (unknown === undefined) return;
  throw invalidInput(unknown, withNearest('no such option', unknown, NAMES));
}

/** Refuses what cannot be before anything listens. */
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

/** How a caller reaches the service: links begin with the name it used, where it is one of ours. */
export function servedUrls(origin: string, dashboard: string | undefined): ServiceUrls {
  const urls = urlsOnOneOrigin(origin, RESERVED_PREFIX);
  return dashboard === undefined ? urls : { ...urls, dashboard };
}
