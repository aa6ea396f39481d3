import type { ApiKey } from '../../world/entities.ts';
import type { World } from '../../world/world.ts';

/** The key that a header names with its secret, revoked or not; `undefined` for any other text. */
export function keyOf(world: World, header: string | null): ApiKey | undefined {
  const [keyId = '', secret, ...rest] = (header ?? '').split('.');
  if (rest.length > 0) return undefined;
  const key = world.keys.get(keyId);
  return key?.secret === secret ? key : undefined;
}
