import { type Call, param } from './call.ts';
import { ServiceFailure } from './failure.ts';

/** Refuses a token that is unknown or expired, under the reading `redirectToken: 'checked'`. */
function refuseDeadToken(call: Call): void {
  const { engine, now } = call;
  if (engine.readings.redirectToken === 'any') return;
  const token = engine.world.tokens.get(param(call, 'token'));
  if (token === undefined) {
    const message = 'no such share token; check that the link was copied in full';
    throw new ServiceFailure('NOT_FOUND', message, { check: 'the token exists', section: '4.7' });
  }
  if (now < token.expiresAt) return;
  const message = 'the share token has expired; ask the producer for a new link';
  const values = { now, expiresAt: token.expiresAt };
  throw new ServiceFailure('GONE', message, {
    check: 'the token has not expired',
    section: '4.7',
    values,
  });
}

/**
 * Returns the redirect target of `GET /v1/shares/<token>` (spec §4.7): no key, no envelope, no
 * charge. By default, unknown and expired tokens are redirected too, so the route does not reveal
 * which tokens exist.
 */
export function openShare(call: Call): string {
  refuseDeadToken(call);
  return `${call.urls.dashboard}/claim/${encodeURIComponent(param(call, 'token'))}`;
}
