import { cutLists } from '../contract/cut-lists.ts';
import { ISSUES_MAX, issuesOf } from '../contract/issue.ts';
import type { WebResponse } from '../platform.ts';
import type { ParsedReply } from './parsed-reply.ts';

/** What comes of what is not the service's answer. */
export type Unexpected = Extract<ParsedReply<never>, { kind: 'unexpected' }>;

/** An answer that is not the service's. */
export function unexpected(message: string, bodyText = ''): Unexpected {
  return { kind: 'unexpected', message, bodyText, done: false };
}

/** Lets the connection of an unread body go. */
export function discardBody(response: WebResponse): void {
  const body = (response as Partial<Response>).body;
  if (body && typeof body.cancel === 'function') body.cancel().catch(() => undefined);
}

/** What comes of a redirect that is not followed: of its target it names the origin alone. */
export function readRedirect(response: WebResponse): Unexpected {
  discardBody(response);
  const location = response.headers.get('location') ?? '';
  const origin = URL.canParse(location) ? new URL(location).origin : undefined;
  const target = origin === undefined || origin === 'null' ? '' : ` to ${origin}`;
  return unexpected(
    `a redirect (${response.status})${target} came instead of a response; it was not followed`,
  );
}

/** The paths at which `data` is not as documented, the first hundred. */
export function mismatchesOf(
  schema: Parameters<typeof issuesOf>[0],
  data: unknown,
  needs: readonly string[],
) {
  const { value, cutAt } = cutLists(data);
  // All of them: what is needed may come behind any number of odd entries.
  const found = issuesOf(schema, value, Infinity).map(({ path }) => path);
  // It does not fit, and what is wrong stands behind what was looked at.
  const all = found.length > 0 ? found : cutAt;
  const needed = all.find((path) => path === '' || needs.includes(path));
  return { paths: all.slice(0, ISSUES_MAX), needed };
}
