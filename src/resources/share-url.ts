import type { ShareCdrData } from '../contract/endpoints/share-cdr.ts';
import type { Operation } from '../contract/endpoints.ts';
import { endpoints } from '../contract/endpoints.ts';
import {
  expandPath,
  IDENTIFIER_MAX_CHARS,
  identifierProblem,
  matchPath,
} from '../contract/path.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { Issue } from '../options/issue.ts';
import type { BaseUrl } from '../transport/base-url.ts';

const INPUT = 'tokenOrShareUrl';

/** A longer origin is not shown in messages, because it may be untrusted. */
const ORIGIN_SHOWN_MAX_CHARS = 100;

/** The origins on which share links are genuine. */
export interface ShareLinks {
  readonly base: BaseUrl;
  /** Further origins. Only the token is taken from such a link; nothing is sent to its origin. */
  readonly origins: ReadonlySet<string>;
}

type Problem = Omit<Issue, 'path'>;

/** Returns the share token in `pathname`, which may begin with the base URL's prefix. */
function tokenIn(pathname: string, { prefix }: BaseUrl): string | undefined {
  const paths = [pathname];
  if (prefix !== '' && pathname.startsWith(`${prefix}/`)) paths.push(pathname.slice(prefix.length));
  const { path: newest, aliases } = endpoints.receiveShare;
  for (const path of paths) {
    for (const template of [newest, ...aliases]) {
      const token = matchPath(template, path)?.['token'];
      if (token !== undefined) return token;
    }
  }
  return undefined;
}

function urlOf(text: string, base: BaseUrl): URL | string {
  if (text.startsWith('//')) return 'expected a path with one leading slash, or an absolute URL';
  if (!/^(?:\/|https?:\/\/)/i.test(text)) {
    return 'expected a token, a share URL, or a path beginning with /v1/shares/';
  }
  if (!URL.canParse(text, base.origin)) return 'expected a URL that can be parsed';
  const url = new URL(text, base.origin);
  if (url.username !== '' || url.password !== '') return 'must not contain user information';
  return url;
}

function foreign({ origin }: URL): Problem {
  const shown = origin.length > ORIGIN_SHOWN_MAX_CHARS ? 'another one' : origin;
  const message = `must be on the origin of baseUrl, or on one of shareOrigins; it is on ${shown}`;
  return { message, code: 'FOREIGN_ORIGIN' };
}

/** Returns the token of a share link, or what is wrong with the link. */
function tokenOfLink(text: string, { base, origins }: ShareLinks): string | Problem {
  const url = urlOf(text, base);
  if (typeof url === 'string') return { message: url };
  const token = tokenIn(url.pathname, base)?.trim(); // a form may have encoded the space: `%20`
  if (token === undefined) return { message: 'expected the path /v1/shares/<token>' };
  const message = identifierProblem(token);
  if (message !== undefined) return { message };
  // Checked last: a foreign origin is as likely to be a fault of our set-up as of the link.
  const genuine = url.origin === base.origin || origins.has(url.origin);
  return genuine ? token : foreign(url);
}

function tokenOf(input: unknown, links: ShareLinks): string | Problem {
  if (typeof input !== 'string' || input.length > IDENTIFIER_MAX_CHARS) {
    return { message: `expected a string of at most ${IDENTIFIER_MAX_CHARS} characters` };
  }
  const text = input.trim(); // as links are pasted
  // Before any parsing: the URL parser reads "\" as "/" and drops some control characters.
  // The control characters in the pattern are intended.
  if (/[\\\u0000-\u001f\u007f-\u009f]/.test(text)) {
    return { message: 'must not contain "\\" or a control character' };
  }
  if (text.includes('/')) return tokenOfLink(text, links);
  // `javascript:…`, `mailto:…`, `https:host`: some kind of address, not a token.
  if (URL.canParse(text))
    return { message: 'expected a token or a share URL, not another address' };
  const message = identifierProblem(text);
  return message === undefined ? text : { message };
}

/**
 * Returns the token in `input`: a token itself, an absolute share URL on an origin where links are
 * genuine, or its path (spec §2.5), with or without white space around it. Anything else is refused.
 * The error repeats at most the origin,
 * because the input may be a credential.
 */
export function parseShareToken(input: unknown, links: ShareLinks, operation?: Operation): string {
  const token = tokenOf(input, links);
  if (typeof token === 'string') return token;
  throw new InvalidInputError([{ path: INPUT, ...token }], operation);
}

/**
 * Returns an absolute share URL; an older reply has only the path (spec §2.5). Share URLs are passed
 * on to others, so anything but a path or a web address is replaced by the URL made from the token.
 */
export function absoluteShareUrl(
  { shareUrl, token }: Pick<ShareCdrData, 'shareUrl' | 'token'>,
  { origin, prefix }: BaseUrl,
): string {
  if (/^https?:\/\//i.test(shareUrl) && URL.canParse(shareUrl)) return shareUrl;
  const isPath = shareUrl.startsWith('/') && !shareUrl.startsWith('//');
  const path = isPath ? shareUrl : expandPath(endpoints.receiveShare.path, { token });
  const hasPrefix = prefix !== '' && path.startsWith(`${prefix}/v1/`);
  return hasPrefix ? `${origin}${path}` : `${origin}${prefix}${path}`;
}
