import type { Operation } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { expandPath, matchPath } from '../contract/path.ts';
import type { ShareCdrData } from '../contract/replies.ts';
import { invalidInput } from '../errors/invalid-input-error.ts';
import type { BaseUrl } from '../transport/base-url.ts';
import { IDENTIFIER_MAX_CHARS, identifierProblem } from './identifier.ts';

const INPUT = 'tokenOrShareUrl';

/** The share token in `pathname`, with or without the base address's prefix before it. */
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
  const relative = text.startsWith('/');
  if (text.startsWith('//')) return 'expected a path with one leading slash, or an absolute URL';
  if (!relative && !/^https?:\/\//i.test(text)) {
    return 'expected a token, a share URL, or a path beginning with /v1/shares/';
  }
  if (!URL.canParse(text, base.origin)) return 'expected a URL that can be parsed';
  const url = new URL(text, base.origin);
  if (url.username !== '' || url.password !== '') return 'must not hold user information';
  // The key goes to baseUrl alone, wherever a stranger's link points.
  if (url.origin !== base.origin) return 'must be on the origin of baseUrl';
  return url;
}

/**
 * The token in `input`: a token itself, an absolute share URL on the base address's origin, or its
 * path (spec §2.5). Refuses anything else, never repeating it, for it may be a credential.
 */
export function parseShareToken(input: unknown, base: BaseUrl, operation: Operation): string {
  const refuse = (message: string) => invalidInput(INPUT, message, operation);
  if (typeof input !== 'string' || input.length > IDENTIFIER_MAX_CHARS) {
    throw refuse(`expected a string of at most ${IDENTIFIER_MAX_CHARS} characters`);
  }
  // Before any parsing: the URL parser drops the one and takes the other for a slash.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\\\u0000-\u001f\u007f-\u009f]/.test(input)) {
    throw refuse('must not hold "\\" or a control character');
  }
  let token = input;
  if (input.includes('/')) {
    const url = urlOf(input, base);
    if (typeof url === 'string') throw refuse(url);
    const found = tokenIn(url.pathname, base);
    if (found === undefined) throw refuse('expected the path /v1/shares/<token>');
    token = found;
  }
  const problem = identifierProblem(token);
  if (problem !== undefined) throw refuse(problem);
  return token;
}

/**
 * An absolute share URL: an older reply holds only the path (spec §2.5). It is handed on to others,
 * so that anything else than a path or a web address is replaced by what the token's URL is.
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
