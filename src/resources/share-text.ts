import {
  CLAIM_PATH,
  IDENTIFIER_MAX_CHARS,
  identifierProblem,
  matchPath,
  SHARE_PATH,
} from '../contract/path.ts';
import { isNoValue, trimmed } from '../options/is-no-value.ts';
import type { Issue } from '../options/issue.ts';

/** What is wrong with a text that should be a share. */
export type ShareProblem = Omit<Issue, 'path'>;

/** A share as its text says it. */
export interface ShareText {
  readonly token: string;
  /** The address that it was in; absent for a bare token and a path. */
  readonly url?: URL;
}

/** Resolves a path. Its own origin is of no interest. */
const NOWHERE = 'https://nowhere.invalid';

const SHARE_PATHS = [SHARE_PATH, CLAIM_PATH];

/** Where a dashboard shows a share to people (spec §4.7). */
const DASHBOARD_PATH = /\/claim\/[^/]+\/?$/;

const NO_SHARE = 'expected a token, a share URL, or a path beginning with /v1/shares/';
const NO_VALUE: ShareProblem = {
  message: 'means that there is no value: is it missing, or a template not filled in?',
  code: 'NO_VALUE',
};
const DASHBOARD: ShareProblem = {
  message: 'is a page of the dashboard; expected the share URL, with the path /v1/shares/<token>',
  code: 'DASHBOARD_URL',
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the token in a path below `prefix`; with `null`, below any path. */
function tokenIn(pathname: string, prefix: string | null): string | undefined {
  const begin = prefix === null ? pathname.lastIndexOf('/v1/shares/') : prefix.length;
  const isBelow = prefix === null ? begin > 0 : pathname.startsWith(`${prefix}/`);
  const paths = isBelow ? [pathname, pathname.slice(begin)] : [pathname];
  for (const path of paths) {
    for (const template of SHARE_PATHS) {
      const token = matchPath(template, path)?.['token'];
      if (token !== undefined) return token;
    }
  }
  return undefined;
}

function readLink(text: string, prefix: string | null): ShareText | ShareProblem {
  const isPath = text.startsWith('/');
  if (!isPath && !/^https?:\/\//i.test(text)) return { message: NO_SHARE };
  // Two slashes at the start would be read as a host.
  const link = isPath ? text.replace(/^\/+/, '/') : text;
  if (!URL.canParse(link, NOWHERE)) return { message: 'expected a URL that can be parsed' };
  const url = new URL(link, NOWHERE);
  if (url.username !== '' || url.password !== '') {
    return { message: 'must not contain user information' };
  }
  const pathname = url.pathname.replace(/\/{2,}/g, '/');
  const found = tokenIn(pathname, prefix);
  if (found === undefined) {
    return DASHBOARD_PATH.test(pathname)
      ? DASHBOARD
      : { message: 'expected the path /v1/shares/<token>' };
  }
  const share = readToken(found);
  return 'token' in share && !isPath ? { ...share, url } : share;
}

function readToken(text: string): ShareText | ShareProblem {
  const token = trimmed(text); // a form may have encoded the space: `%20`
  const message = identifierProblem(token);
  if (message !== undefined) return { message };
  return isNoValue(token) ? NO_VALUE : { token };
}

/**
 * Reads a share: a token, a share URL on any origin, or its path, as people and programs send them
 * (api.md `tokenOrShareUrl`). Whether the origin is genuine is for the caller to say.
 *
 * @param prefix the path of the base URL before `/v1/`; `null` if it is not known.
 */
export function readShareText(input: unknown, prefix: string | null): ShareText | ShareProblem {
  if (typeof input !== 'string' || input.length > IDENTIFIER_MAX_CHARS) {
    return { message: `expected a string of at most ${IDENTIFIER_MAX_CHARS} characters` };
  }
  const text = trimmed(input);
  if (isNoValue(text)) return NO_VALUE;
  const [head = ''] = text.split(/[?#]/, 1);
  const bare = decoded(head);
  // A whole address may have been encoded.
  const link = head.includes('/') ? text : bare;
  // Before any parsing: the URL parser reads "\" as "/" and drops some control characters.
  // The control characters in the pattern are intended.
  if (/[\\\u0000-\u001f\u007f-\u009f]/.test(link)) {
    return { message: 'must not contain "\\" or a control character' };
  }
  if (link.includes('/')) return readLink(link, prefix);
  // `javascript:…`, `mailto:…`, `https:host`: some kind of address, not a token.
  if (URL.canParse(bare)) {
    return { message: 'expected a token or a share URL, not another address' };
  }
  return readToken(bare);
}
