interface Globals {
  readonly window?: { readonly document?: unknown };
  readonly process?: { readonly versions?: { readonly node?: unknown } };
  readonly Deno?: unknown;
  readonly Bun?: unknown;
  readonly navigator?: { readonly userAgent?: unknown };
}

/**
 * Tells whether this is a web page in a browser. A page simulated in Node (jsdom) is none, nor is
 * Deno, Bun or a Cloudflare Worker.
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
