import { isQuoted } from './is-quoted.ts';
import { isLoopback } from './loopback.ts';

/** The API's base URL, normalized. */
export interface BaseUrl {
  /** Scheme, host and port: the only place that the API key is ever sent to. */
  readonly origin: string;
  /** The path before `/v1/`, without a trailing slash; usually empty. */
  readonly prefix: string;
}

/** Why `text` cannot be a base URL. Never repeats it, because it may hold a password. */
export class BaseUrlProblem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

function parse(text: string): URL | undefined {
  // The URL parser drops control characters and reads "\" as "/": the host may not be the one shown.
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function problemOf(url: URL, allowInsecureHttp: boolean): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'expected https://';
  if (url.username !== '' || url.password !== '') return 'must not contain user information';
  if (url.href.includes('?')) return 'must not contain a query';
  if (url.href.includes('#')) return 'must not contain a fragment';
  if (url.pathname.includes('//')) return 'must not contain an empty path segment ("//")';
  if (/\/v1\/*$/.test(url.pathname)) return 'leave out "/v1": it is added to every path';
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecureHttp) {
    return 'http:// sends the API key in plain text and is for loopback hosts only; use https://, or set allowInsecureHttp';
  }
  return undefined;
}

/** Parses a base URL. A path prefix and a trailing slash both work. */
export function parseBaseUrl(text: string, allowInsecureHttp: boolean): BaseUrl | BaseUrlProblem {
  const url = parse(text);
  if (url === undefined) {
    const expected = 'expected an absolute URL such as https://api.example.com';
    const hint = isQuoted(text) ? ', without quotes (were they copied from a .env file?)' : '';
    return new BaseUrlProblem(expected + hint);
  }
  const problem = problemOf(url, allowInsecureHttp);
  if (problem !== undefined) return new BaseUrlProblem(problem);
  return { origin: url.origin, prefix: url.pathname.replace(/\/$/, '') };
}
