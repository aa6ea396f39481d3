import type { Issue } from '../options/issue.ts';
import { BaseUrlProblem, parseBaseUrl } from './base-url.ts';
import { isLoopback } from './loopback.ts';

const OPTION = 'shareOrigins';

function problemOf(origin: unknown, allowInsecureHttp: boolean): string | undefined {
  if (typeof origin !== 'string') return 'expected a string';
  const url = parseBaseUrl(origin, true);
  if (url instanceof BaseUrlProblem) return url.message;
  if (url.prefix !== '')
    return 'expected an origin such as https://links.example.com, without a path';
  const { protocol, hostname } = new URL(url.origin);
  if (protocol === 'http:' && !isLoopback(hostname) && !allowInsecureHttp) {
    return 'http:// exposes the share token to the network and is for loopback hosts only; use https://, or set allowInsecureHttp';
  }
  return undefined;
}

/** Returns what is wrong with the additional origins of share links. */
export function shareOriginIssues(origins: unknown, allowInsecureHttp: boolean): Issue[] {
  if (origins === undefined) return [];
  if (!Array.isArray(origins)) return [{ path: OPTION, message: 'expected a list of origins' }];
  return origins.flatMap((origin, index) => {
    const message = problemOf(origin, allowInsecureHttp);
    return message === undefined ? [] : [{ path: `${OPTION}.${index}`, message }];
  });
}

/** Returns the origins, normalized. */
export function shareOriginsOf(origins: readonly string[] = []): ReadonlySet<string> {
  return new Set(origins.map((origin) => new URL(origin).origin));
}
