interface Globals {
  readonly window?: { readonly document?: unknown };
  readonly process?: { readonly versions?: { readonly node?: unknown } };
  readonly Deno?: unknown;
  readonly Bun?: unknown;
  readonly navigator?: { readonly userAgent?: unknown };
}

/**
 * Returns whether this is a web page in a browser. `false` for a page simulated in Node (jsdom),
 * and in Deno, Bun and Cloudflare Workers.
 */
export function isBrowser(globals: object = globalThis): boolean {
  const { window, process, Deno, Bun, navigator } = globals as Globals;
  if (window?.document === undefined) return false;
  const onServer =
    process?.versions?.node !== undefined ||
    Deno !== undefined ||
    Bun !== undefined ||
    navigator?.userAgent === 'Cloudflare-Workers';
  return !onServer;
}
