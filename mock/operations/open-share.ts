import type { CoreReply } from '../http/core-message.ts';
import { baseHeaders } from '../http/write-reply.ts';
import { type Call, param } from './call.ts';

/**
 * `GET /v1/shares/<token>` (spec §4.7): no key, no envelope, no charge. Any token is sent on, an
 * unknown or expired one too, so that the route tells nobody which tokens exist.
 */
export function openShare(call: Call): CoreReply {
  const location = `${call.urls.dashboard}/claim/${encodeURIComponent(param(call, 'token'))}`;
  return { status: 302, headers: { ...baseHeaders(call.now), location }, body: null };
}
