import { baseHeaders, type CoreReply, type CoreRequest } from './core-message.ts';

/**
 * Returns the page to which a share URL sends a person (spec §4.7), for a fake without a server. The
 * page says where the person would be, and never shows the token. A served fake has the claim page
 * of `mock/page` instead.
 */
export function dashboardPage({ method, path }: CoreRequest, now: number): CoreReply {
  const isClaim = /^\/claim\/[^/]+\/?$/.test(path);
  const status = method !== 'GET' ? 405 : isClaim ? 200 : 404;
  const text =
    status === 200
      ? 'The real dashboard asks a person to sign in and receive the shared record. For a page that receives it, start the fake with serveMock or "npx consent-evidence mock".'
      : 'There is no such page.';
  const body = `<!doctype html><html lang="en"><title>Dashboard</title><p>${text}</p></html>\n`;
  const headers = { ...baseHeaders(now), 'content-type': 'text/html; charset=utf-8' };
  return { status, headers, body };
}
