import { issuesOf } from '../contract/issue.ts';
import { ISSUES_MAX } from '../options/issue.ts';
import type { WebResponse } from '../platform/platform.ts';
import { cutLists } from './cut-lists.ts';
import type { ParsedReply } from './parsed-reply.ts';

/** The result for a reply that is not the service's answer. */
export type Unexpected = Extract<ParsedReply<never>, { kind: 'unexpected' }>;

/** Creates the result for a reply that is not the service's answer. */
export function unexpected(message: string, bodyText = ''): Unexpected {
  return { kind: 'unexpected', message, bodyText, done: false };
}

/** Releases the connection of an unread body. */
export function discardBody(response: WebResponse): void {
  const body = (response as Partial<Response>).body;
  if (body && typeof body.cancel === 'function') body.cancel().catch(() => undefined);
}

/**
 * Creates the result for a redirect, which is not followed. Names only the origin of its target.
 */
export function readRedirect(response: WebResponse): Unexpected {
  discardBody(response);
  const location = response.headers.get('location') ?? '';
  const origin = URL.canParse(location) ? new URL(location).origin : undefined;
  const target = origin === undefined || origin === 'null' ? '' : ` to ${origin}`;
  return unexpected(
    `expected a response, but got a redirect (${response.status})${target}; it was not followed`,
  );
}

/**
 * Returns the first hundred paths at which `data` is not as documented, and the first that the call
 * needs.
 */
export function mismatchesOf(
  schema: Parameters<typeof issuesOf>[0],
  data: unknown,
  needs: readonly string[],
) {
  const { value, cutAt } = cutLists(data);
  // All of them: a needed member may come after any number of odd entries.
  const found = issuesOf(schema, value, Infinity).map(({ path }) => path);
  // If none was found, what is wrong comes after the entries that were looked at.
  const all = found.length > 0 ? found : cutAt;
  const needed = all.find((path) => path === '' || needs.includes(path));
  return { paths: all.slice(0, ISSUES_MAX), needed };
}
