import type { Organization, StoredCdr } from '../world/entities.ts';
import type { ControlCall } from './control-endpoint.ts';
import { ControlFailure } from './control-failure.ts';

function known<T>(found: T | undefined, what: string): T {
  if (found !== undefined) return found;
  const message = `the fake has no such ${what}; GET /_mock/api/${what}s lists them`;
  throw new ControlFailure('NOT_FOUND', message);
}

/** Returns the organization that the path names. */
export function knownOrganization({ engine, params }: ControlCall): Organization {
  const { organizationId = '' } = params;
  return known(engine.world.organizations.get(organizationId), 'organization');
}

/** Returns the record that the path names. */
export function knownCdr({ engine, params }: ControlCall): StoredCdr {
  return known(engine.world.cdrs.get(params['cdrId'] ?? ''), 'record');
}
