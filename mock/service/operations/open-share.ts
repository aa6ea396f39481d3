import { type Call, param } from './call.ts';

/**
 * Where `GET /v1/shares/<token>` sends (spec §4.7): no key, no envelope, no charge. Any token is sent
 * on, an unknown or expired one too, so that the route tells no one which tokens exist.
 */
export function openShare(call: Call): string {
  return `${call.urls.dashboard}/claim/${encodeURIComponent(param(call, 'token'))}`;
}
