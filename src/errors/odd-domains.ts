import type { OddName } from '../contract/listed-names.ts';
import { PaginationError } from './call-errors.ts';

/**
 * Ends a walk over all domains, after the last one, if the service lists domains that no request can
 * carry: what was found is not all there is.
 *
 * @throws `PaginationError` with the reason `odd_domain`.
 */
export function refuseOddDomains([first, ...others]: readonly OddName[]): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const message = `${first.message}${more}; every other domain was read`;
  const facts = { operation: 'cdrs.list', outcome: 'done', attempts: 0, elapsedMs: 0 } as const;
  const error = new PaginationError('odd_domain', message, facts);
  throw Object.assign(error, { domainId: first.name });
}
