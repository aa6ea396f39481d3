import { type Kind, kindOf } from '../../src/options/kinds.ts';

/**
 * The path prefix of the inspector, the control API and other paths that the service does not have.
 *
 * @example
 * ```ts
 * const { url } = await serveMock(mock);
 * await fetch(`${url}${RESERVED_PREFIX}/api/ready`);
 * ```
 */
export const RESERVED_PREFIX = '/_mock';

/** The three origins of the service, each as a base address without a trailing slash. */
export interface ServiceUrls {
  /** `{base_url}` of the spec. */
  readonly api: string;
  /** Where evidence images are downloaded from. */
  readonly evidence: string;
  /** `{dashboard_url}` of the spec. */
  readonly dashboard: string;
}

/** Which of the service's three origins a request goes to. */
export type Origin = keyof ServiceUrls;

const ORIGINS = ['api', 'evidence', 'dashboard'] as const;

export const defaultUrls: ServiceUrls = {
  api: 'https://api.consent-evidence.example',
  evidence: 'https://evidence.consent-evidence.example',
  dashboard: 'https://dashboard.consent-evidence.example',
};

/** The base URL of an origin: with or without a path, and with nothing that a request would lose. */
export const httpUrl = (): Kind =>
  kindOf('an absolute http:// or https:// URL without user information or a query', (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const url = new URL(value);
    if (!/^https?:$/.test(url.protocol)) return false;
    return [url.search, url.hash, url.username, url.password].every((each) => each === '');
  });

/** Returns a checked base URL without its trailing slashes. */
export function withoutSlash(value: string): string {
  const url = new URL(value);
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/**
 * Puts everything on one origin, as an HTTP server does. `prefix` keeps our own paths apart from
 * the API's.
 */
export function urlsOnOneOrigin(origin: string, prefix: string): ServiceUrls {
  return {
    api: origin,
    evidence: `${origin}${prefix}/evidence`,
    dashboard: `${origin}${prefix}/dashboard`,
  };
}

/** Where a request goes: the origin, and the path after its base, as it was sent. */
export interface Place {
  readonly origin: Origin;
  readonly path: string;
}

/** Finds the origin that `href` (origin and path, undecoded) belongs to: the longest base wins. */
export function locate(urls: ServiceUrls, href: string): Place | undefined {
  let found: Origin | undefined;
  for (const origin of ORIGINS) {
    const base = urls[origin];
    const isBelow = href.startsWith(base) && (href === base || href.charAt(base.length) === '/');
    if (isBelow && (found === undefined || base.length > urls[found].length)) found = origin;
  }
  return found && { origin: found, path: href.slice(urls[found].length) || '/' };
}

const WORLD = new RegExp(`^${RESERVED_PREFIX}/worlds/([^/]*)(/.*)?$`);

/** Returns the world that a path is in, and the path in that world; `undefined` outside all worlds. */
export function worldPathOf(path: string): { worldId: string; path: string } | undefined {
  const [, worldId, rest = '/'] = WORLD.exec(path) ?? [];
  return worldId === undefined ? undefined : { worldId, path: rest };
}

/** Returns the base URL of a world, from that of its server or of another of its worlds. */
export function worldUrl(baseUrl: string, worldId: string): string {
  const { origin } = new URL(baseUrl);
  return `${origin}${RESERVED_PREFIX}/worlds/${worldId}`;
}

/** Returns a path of the control API without its prefix; `undefined` for any other path. */
export function controlPathOf(path: string): string | undefined {
  if (!path.startsWith(RESERVED_PREFIX)) return undefined;
  if (path === `${RESERVED_PREFIX}/openapi.json`) return '/service/openapi.json';
  if (path === `${RESERVED_PREFIX}/worlds`) return '/worlds';
  const prefix = `${RESERVED_PREFIX}/api`;
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}

/** What a browser asks for by itself, whatever page it shows. */
export const ICON = '/favicon.ico';

const PAGE_ASSET = /^\/(?:page\.(?:js|css|svg)|specification)$/;
const CLAIM_PAGE = /^\/dashboard\/claim\/[^/]+\/?$/;

/** Returns a path of the page without its prefix; `undefined` for any other path. */
export function pagePathOf(path: string): string | undefined {
  if (path === ICON) return '/page.svg';
  if (!path.startsWith(RESERVED_PREFIX)) return undefined;
  if (path === RESERVED_PREFIX) return '/';
  if (path.charAt(RESERVED_PREFIX.length) !== '/') return undefined;
  const inner = path.slice(RESERVED_PREFIX.length);
  return inner === '/' || PAGE_ASSET.test(inner) || CLAIM_PAGE.test(inner) ? inner : undefined;
}
