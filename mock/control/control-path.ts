import { RESERVED_PREFIX } from '../ground/urls.ts';

/** A path of the control API, below its prefix; `undefined` for any other. */
export function controlPathOf(path: string): string | undefined {
  if (path === `${RESERVED_PREFIX}/openapi.json`) return '/service/openapi.json';
  const prefix = `${RESERVED_PREFIX}/api`;
  return path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
