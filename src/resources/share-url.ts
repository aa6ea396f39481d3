import type { ShareCdrData } from '../contract/endpoints/share-cdr.ts';
import type { Operation } from '../contract/endpoints.ts';
import { endpoints } from '../contract/endpoints.ts';
import { expandPath } from '../contract/path.ts';
import { InvalidInputError } from '../errors/invalid-input-error.ts';
import type { BaseUrl } from '../transport/base-url.ts';
import { readShareText, type ShareProblem } from './share-text.ts';

const INPUT = 'tokenOrShareUrl';

/** A longer origin is not shown in messages, because it may be untrusted. */
const ORIGIN_SHOWN_MAX_CHARS = 100;

/** The origins on which share links are genuine. */
export interface ShareLinks {
  readonly base: BaseUrl;
  /** Further origins. Only the token is taken from such a link; nothing is sent to its origin. */
  readonly origins: ReadonlySet<string>;
}

/** Only the token is taken, so `http` is as good for an origin that is ours with `https`. */
function isGenuine({ origin, protocol, host }: URL, { base, origins }: ShareLinks): boolean {
  const ours = protocol === 'http:' ? [origin, `https://${host}`] : [origin];
  return ours.some((each) => each === base.origin || origins.has(each));
}

function foreign({ origin }: URL): ShareProblem {
  const shown = origin.length > ORIGIN_SHOWN_MAX_CHARS ? 'another one' : origin;
  const message = `must be on the origin of baseUrl, or on one of shareOrigins; it is on ${shown}`;
  return { message, code: 'FOREIGN_ORIGIN' };
}

/** Creates the error for a text that is no share. */
export function shareRefusal(problem: ShareProblem, operation?: Operation): InvalidInputError {
  return new InvalidInputError([{ path: INPUT, ...problem }], operation);
}

/**
 * Returns the token in `input`: a token itself, an absolute share URL on an origin where links are
 * genuine, or its path (spec §2.5). Anything else is refused. The error repeats at most the origin,
 * because the input may be a credential.
 */
export function parseShareToken(input: unknown, links: ShareLinks, operation?: Operation): string {
  const share = readShareText(input, links.base.prefix);
  if (!('token' in share)) throw shareRefusal(share, operation);
  const { token, url } = share;
  // Checked last: a foreign origin is as likely to be a fault of our set-up as of the link.
  if (url !== undefined && !isGenuine(url, links)) throw shareRefusal(foreign(url), operation);
  return token;
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
