import { Html, html } from './html.ts';

/** Forbids scripts and requests. Images may be in the page or in files next to it. */
const POLICY = "default-src 'none'; img-src data: file: 'self'; style-src 'unsafe-inline'";

/** Builds a complete page: no scripts, nothing loaded from elsewhere, not to be indexed. */
export function pageOf(title: string, style: string, body: Html): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${new Html(style)}</style></head>
<body>${body}</body></html>
`;
  return page.text;
}
