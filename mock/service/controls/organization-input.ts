import * as z from 'zod/mini';
import { exactly, schemaOf } from '../../../src/contract/schema-of.ts';
import { isLoopbackUrl, isSinkUrl, SINK_URL } from '../../ground/sink.ts';
import type { ApiAccess, SinkAnswer } from '../../world/entities.ts';

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
