import { isServedHost } from '../ground/served-hosts.ts';
import { RESERVED_PREFIX } from '../ground/urls.ts';
import { pageAssets } from './page-assets.ts';

/** A request for the page or one of its parts. */
export interface PageRequest {
  readonly method: string;
  /** As returned by `pagePathOf`. */
  readonly path: string;
  readonly host: string | null;
}

/** The host names under which the page is served. */
export interface PageGuard {
  readonly boundHost: string;
  readonly allowHosts: readonly string[];
}

interface PageReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Allows only the page's own script and style sheet, images that it read itself, and calls to this
 * server. Text from a captured page cannot run as a script, or be turned into markup.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The claim page's URL is a bearer credential.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Consent evidence · inspector</title>
<link rel="icon" href="${RESERVED_PREFIX}/page.svg" type="image/svg+xml">
<link rel="stylesheet" href="${RESERVED_PREFIX}/page.css">
</head>
<body>
<div id="app"><noscript>This page needs JavaScript. Everything on it is also at ${RESERVED_PREFIX}/api.</noscript></div>
<script type="module" src="${RESERVED_PREFIX}/page.js"></script>
</body>
</html>
`;

function reply(status: number, contentType: string, body: string): PageReply {
  return { status, headers: { ...HEADERS, 'content-type': contentType }, body };
}

const plain = (status: number, text: string) =>
  reply(status, 'text/plain; charset=utf-8', `${text}\n`);

/**
 * Serves the inspector, and the claim page that a share URL leads to (spec §4.7). Both are one
 * document, whose script reads from its address which of the two it is.
 */
export function servePage({ method, path, host }: PageRequest, guard: PageGuard): PageReply {
  if (!isServedHost(host, guard.boundHost, guard.allowHosts)) {
    return plain(403, 'this server does not serve this host name; start it with --allow-host NAME');
  }
  if (method !== 'GET' && method !== 'HEAD') {
    const refused = plain(405, 'this path accepts only GET and HEAD');
    return { ...refused, headers: { ...refused.headers, allow: 'GET, HEAD' } };
  }
  const asset = Object.hasOwn(pageAssets, path) ? pageAssets[path] : undefined;
  const found = asset
    ? reply(200, asset.contentType, asset.body)
    : reply(200, 'text/html; charset=utf-8', HTML);
  return method === 'HEAD' ? { ...found, body: '' } : found;
}
