import { KEY_REVOCATION_LAG_MAX_MS } from '../../src/contract/limits.ts';
import type { Engine } from '../engine/engine.ts';
import { addApiKey, addOrganization, revokeApiKey } from '../service/controls/organizations.ts';
import { type Action, wishing } from './scene.ts';
import type { Seed, SeedOrganization } from './seed.ts';

/**
 * Returns the scene with `apiKey` as its next key, or with a generated one if it is `undefined`.
 */
function withKey(scene: Engine, apiKey: string | undefined): Engine {
  const [key, sk] = apiKey?.split('.') ?? [];
  return wishing(scene, { key, sk });
}

function add(scene: Engine, { apiKey, revokedApiKeys = [], ...input }: SeedOrganization): void {
  addOrganization(withKey(scene, apiKey), input);
  for (const revoked of revokedApiKeys) {
    addApiKey(withKey(scene, revoked), input.organizationId);
    revokeApiKey(scene, revoked);
  }
}

/**
 * Returns an action for each organization, early enough before the start that a revoked key has
 * stopped working (spec §5.5).
 */
export function organizationActions({ organizations }: Seed, begin: number): Action[] {
  return organizations.map((organization, index) => ({
    at: begin - KEY_REVOCATION_LAG_MAX_MS,
    path: `organizations.${index}`,
    run: (scene) => add(scene, organization),
  }));
}
