import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { Engine } from '../../engine/engine.ts';
import { checkInput } from '../../ground/check-input.ts';
import { isSinkUrl, SINK_URL } from '../../ground/sink.ts';
import type { ApiKey, Organization, OrganizationRef, SinkAnswer } from '../../world/entities.ts';
import { hasApiAccess } from '../rules/access.ts';
import {
  changesSchema,
  type OrganizationChanges,
  type OrganizationInput,
  organizationInputSchema,
} from './organization-input.ts';

/** A new organization and its API key. */
export interface AddedOrganization {
  /** Identifies the organization in the other methods. */
  readonly organizationId: string;
  /** `<key_id>.<secret>`, the value of `X-API-Key`. */
  readonly apiKey: string;
}

/** A new API key of an organization. */
export interface AddedApiKey {
  /** Identifies the key for `revokeApiKey`. */
  readonly keyId: string;
  /** `<key_id>.<secret>`, the value of `X-API-Key`. */
  readonly apiKey: string;
}

/** Returns the organization that `ref` names. Refuses one that does not exist. */
export function resolveOrganization({ world }: Engine, ref: OrganizationRef): Organization {
  const id: unknown = typeof ref === 'object' && ref !== null ? ref.organizationId : ref;
  const organization = typeof id === 'string' ? world.organizations.get(id) : undefined;
  if (organization !== undefined) return organization;
  throw invalidInput(
    'organization',
    'expected an organization of this fake, or its id; reset() and restore() remove organizations that were added later',
  );
}

/** Issues a new key for the organization. */
export function addApiKey(engine: Engine, ref: OrganizationRef): AddedApiKey {
  const { organizationId } = resolveOrganization(engine, ref);
  const { world, ids } = engine;
  const keyId = ids.next('key');
  const secret = ids.nextSecret('sk');
  world.sequence += 1;
  const key: ApiKey = {
    keyId,
    secret,
    organizationId,
    sequence: world.sequence,
    revokedAt: null,
  };
  world.keys.set([keyId], key);
  return { keyId, apiKey: `${keyId}.${secret}` };
}

/** Revokes a key, given whole or by its id. It may keep working for a while (spec §5.5). */
export function revokeApiKey({ world, clock }: Engine, apiKeyOrKeyId: string): void {
  const [keyId = ''] = String(apiKeyOrKeyId).split('.');
  const key = world.keys.get(keyId);
  if (key === undefined) throw invalidInput('apiKey', 'expected a key of this fake, or its keyId');
  if (key.revokedAt === null) world.keys.set([keyId], { ...key, revokedAt: clock.now() });
}

/** Returns the newest key that is not revoked. */
export function liveKeyOf({ world }: Engine, organizationId: string): string {
  const [newest] = world.keys
    .values()
    .filter((key) => key.organizationId === organizationId && key.revokedAt === null)
    .sort((a, b) => b.sequence - a.sequence);
  if (newest !== undefined) return `${newest.keyId}.${newest.secret}`;
  throw invalidInput('organization', 'all its keys are revoked; add one with addApiKey');
}

/**
 * Sends an organization's events to the fake's own receiver, with this answer. A webhook without a
 * secret, and an organization without a webhook, get a secret, so that there is something to verify.
 */
export function answerInSink(engine: Engine, ref: OrganizationRef, answer: SinkAnswer): void {
  const { organizationId, webhook } = resolveOrganization(engine, ref);
  const url = webhook !== null && isSinkUrl(webhook.url) ? webhook.url : SINK_URL + organizationId;
  const secret = webhook?.secret ?? engine.ids.nextSecret('whsec');
  updateOrganization(engine, organizationId, { webhook: { url, secret, answer } });
}

/** Adds an organization with a key of its own. */
export function addOrganization(engine: Engine, input: OrganizationInput): AddedOrganization {
  checkInput(organizationInputSchema(), input);
  return addCheckedOrganization(engine, input);
}

/** Adds an organization whose members fit. The id is taken or not, whoever made it. */
export function addCheckedOrganization(
  engine: Engine,
  input: OrganizationInput,
): AddedOrganization {
  const { world, ids } = engine;
  const organizationId = input.organizationId ?? ids.next('org');
  if (world.organizations.has(organizationId)) {
    throw invalidInput('organizationId', 'another organization already has this id');
  }
  world.organizations.set([organizationId], {
    organizationId,
    name: input.name,
    billing: input.billing ?? true,
    apiAccess: input.apiAccess ?? 'default',
    autoCollect: input.autoCollect ?? true,
    unreadable: input.unreadable ?? false,
    webhook: input.webhook ? { ...input.webhook } : null,
    accessOffAt: null,
  });
  return { organizationId, apiKey: addApiKey(engine, organizationId).apiKey };
}

/** Changes an organization. Settings that are left out stay as they are. */
export function updateOrganization(
  engine: Engine,
  ref: OrganizationRef,
  changes: OrganizationChanges,
): void {
  checkInput(changesSchema(), changes);
  const before = resolveOrganization(engine, ref);
  const given = Object.entries(structuredClone(changes)).filter(([, value]) => value !== undefined);
  const after: Organization = { ...before, ...Object.fromEntries(given) };
  const wentOff = hasApiAccess(before) && !hasApiAccess(after);
  const accessOffAt = hasApiAccess(after)
    ? null
    : wentOff
      ? engine.clock.now()
      : before.accessOffAt;
  engine.world.organizations.set([before.organizationId], { ...after, accessOffAt });
}
