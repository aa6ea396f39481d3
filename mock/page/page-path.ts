import { RESERVED_PREFIX } from '../ground/urls.ts';

const ASSET = /^\/page\.(?:js|css|svg)$/;
const CLAIM = /^\/dashboard\/claim\/[^/]+\/?$/;

/** The page's part of a path: `undefined` where another door is meant. */
export function pagePathOf(path: string): string | undefined {
  if (path === RESERVED_PREFIX) return '/';
  if (!path.startsWith(`${RESERVED_PREFIX}/`)) return undefined;
  const inner = path.slice(RESERVED_PREFIX.length);
  return inner === '/' || ASSET.test(inner) || CLAIM.test(inner) ? inner : undefined;
}
