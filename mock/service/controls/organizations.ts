import * as z from 'zod/mini';
import { exactly, schemaOf } from '../../../src/contract/schema-of.ts';
import { invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { Engine } from '../../engine/engine.ts';
import { checkInput } from '../../ground/check-input.ts';
import { isLoopbackUrl, isSinkUrl, SINK_URL } from '../../ground/sink.ts';
import type {
  ApiAccess,
  ApiKey,
  Organization,
  OrganizationRef,
  SinkAnswer,
} from '../../world/entities.ts';
import { hasApiAccess } from '../rules/access.ts';

/** An organization's webhook (spec §6). */
export interface WebhookInput {
  /** An `http://` or `https://` URL without user information, at most 2,048 characters. */
  url: string;
  /** The signing secret, 1 to 1,000 characters. Default: none, deliveries are not signed. */
  secret?: string | undefined;
  /**
   * Only with {@link SINK_URL}: what the fake's own receiver answers to a message that it can verify.
   * `hang`: nothing. `forwardTo`: what the receiver at this URL on this machine answers. Default: 200.
   */
  answer?: SinkAnswer | undefined;
}

/** Settings of an organization. */
export interface OrganizationChanges {
  /** `organizationName` of its records, 1 to 200 characters. */
  name?: string | undefined;
  /** Billing is set up. Without it nothing can be collected or received. Default: `true`. */
  billing?: boolean | undefined;
  /** See {@link ApiAccess}. Default: `default`. */
  apiAccess?: ApiAccess | undefined;
  /** Its captures are collected automatically if it has billing (spec §1). Default: `true`. */
  autoCollect?: boolean | undefined;
  /** The service cannot read the organization's record (spec §2.3, §7). Default: `false`. */
  unreadable?: boolean | undefined;
  /** `null`: no webhook. Default: `null`. */
  webhook?: WebhookInput | null | undefined;
}

/**
 * A new organization.
 *
 * @example
 * ```ts
 * const webhook = { url: 'https://crm.example/hook', secret: 'whsec_local' };
 * const buyer = mock.addOrganization({ name: 'Acme Solar', webhook });
 * ```
 */
export interface OrganizationInput extends OrganizationChanges {
  /** 1 to 64 letters, digits, `_` or `-`. Default: generated. */
  organizationId?: string | undefined;
  /** `organizationName` of its records, 1 to 200 characters. */
  name: string;
}

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

const URL_MAX_CHARS = 2048;
const WEBHOOK_URL = 'expected an http:// or https:// URL';

/** No `fetch` sends to such a URL, and the error about it would repeat the password. */
function hasUserInformation(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

/** The URL that events are sent to. The command line uses this schema too. */
export const webhookUrlSchema = schemaOf(exactly<string>, () =>
  z.string().check(
    z.maxLength(URL_MAX_CHARS, `expected at most ${URL_MAX_CHARS} characters`),
    z.regex(/^[Hh][Tt]{2}[Pp][Ss]?:\/\//, { error: WEBHOOK_URL, abort: true }),
    z.refine((url) => URL.canParse(url), { error: WEBHOOK_URL, abort: true }),
    z.refine((url) => !hasUserInformation(url), 'expected a URL without user information'),
  ),
);

function text(maxChars: number) {
  return z.string().check(z.minLength(1, 'expected at least 1 character'), z.maxLength(maxChars));
}

/** What the fake's own receiver answers. The control API uses this schema too. */
export const sinkAnswerSchema = schemaOf(exactly<SinkAnswer>, () =>
  z.union(
    [
      z.literal([200, 500, 'hang']),
      z.strictObject({
        forwardTo: z
          .string()
          .check(z.refine(isLoopbackUrl, 'expected an http:// or https:// URL on this machine')),
      }),
    ],
    { error: 'expected 200, 500, "hang" or { forwardTo: a URL on this machine }' },
  ),
);

const webhookSchema = schemaOf(exactly<WebhookInput>, () =>
  z
    .strictObject({
      url: webhookUrlSchema(),
      secret: z.optional(text(1000)),
      answer: z
        .optional(sinkAnswerSchema())
        .check(z.describe(`Only for a webhook at ${SINK_URL}: what it answers; default: 200.`)),
    })
    .check(
      z.refine(({ url, answer }) => answer === undefined || isSinkUrl(url), {
        path: ['answer'],
        error: `expected the url ${SINK_URL}; only the fake's own receiver answers as told`,
      }),
    ),
);

/** The settings of an organization that can be changed. The control API uses this schema too. */
export const changesSchema = schemaOf(exactly<OrganizationChanges>, () =>
  z.strictObject({
    name: z.optional(text(200)),
    billing: z.optional(z.boolean()),
    apiAccess: z.optional(z.enum(['default', 'granted', 'off'])),
    autoCollect: z.optional(z.boolean()),
    unreadable: z.optional(z.boolean()),
    webhook: z.optional(z.nullable(webhookSchema())),
  }),
);

/** A new organization. Seed files and the control API use this schema too. */
export const organizationInputSchema = schemaOf(exactly<OrganizationInput>, () =>
  z.extend(changesSchema(), {
    organizationId: z.optional(
      z
        .string()
        .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'expected 1 to 64 letters, digits, "_" or "-"')),
    ),
    name: text(200),
  }),
);

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
