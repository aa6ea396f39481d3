import type { Engine } from '../engine/engine.ts';
import { organizationOf } from '../engine/engine.ts';
import { ServiceFailure } from '../service/operations/failure.ts';
import { keyParts, mayUseApi } from '../service/rules/access.ts';
import type { ApiKey, Organization } from '../world/entities.ts';

/** Every refusal of a key has the same code; only the message says more (spec §5.6). */
function unauthenticated(check: string, message: string): ServiceFailure {
  return new ServiceFailure('UNAUTHENTICATED', message, { check, section: '5' });
}

function isRevoked({ revokedAt }: ApiKey, { readings }: Engine, now: number): boolean {
  return revokedAt !== null && now >= revokedAt + readings.revocationDelayMs;
}

/** Returns the organization of the key, which must have access to the API (spec §5). */
export function authenticate(engine: Engine, header: string | null, now: number): Organization {
  if (header === null || header === '') {
    throw unauthenticated('a key was sent', 'send your API key in the X-API-Key header');
  }
  const parts = keyParts(header);
  if (parts === undefined) {
    const message = 'the API key is malformed: expected <key_id>.<secret> with exactly one dot';
    throw unauthenticated('the key is well-formed', message);
  }
  const { keyId, secret } = parts;
  const key = engine.world.keys.get(keyId);
  if (key === undefined && engine.formerKeys.has(keyId)) {
    const message =
      'reset() or restore() removed this API key or its organization; add it again, and create a new client';
    throw unauthenticated('the key was not removed by reset() or restore()', message);
  }
  if (key === undefined || key.secret !== secret) {
    const message = 'the API key is not valid; copy it again or issue a new one in the dashboard';
    throw unauthenticated('the key is known', message);
  }
  if (isRevoked(key, engine, now)) {
    const message = 'the API key was revoked; issue a new one in the dashboard';
    throw unauthenticated('the key is not revoked', message);
  }
  const organization = organizationOf(engine.world, key.organizationId);
  if (mayUseApi(organization, engine.readings, now)) return organization;
  throw new ServiceFailure(
    'API_ACCESS_DISABLED',
    `API access is off for ${organization.name}; switch it on in the dashboard`,
    {
      check: 'the organization has API access',
      section: '5',
      values: { apiAccess: organization.apiAccess, billing: organization.billing },
    },
  );
}
