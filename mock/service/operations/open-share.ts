import { type Call, param } from './call.ts';

/**
 * Returns the redirect target of `GET /v1/shares/<token>` (spec §4.7): no key, no envelope, no
 * charge. Unknown and expired tokens are redirected too, so the route does not reveal which tokens
 * exist.
 */
export function openShare(call: Call): string {
  return `${call.urls.dashboard}/claim/${encodeURIComponent(param(call, 'token'))}`;
}
