import type { CaptureInput } from '../capture/capture-input.ts';
import type { PresetName } from '../capture/presets.ts';
import type { Duration } from '../ground/duration.ts';
import type { OrganizationInput } from '../service/controls/organization-input.ts';

/** An organization of a seed. */
export interface SeedOrganization extends OrganizationInput {
  /** Identifies it in the rest of the seed. 1 to 64 letters, digits, `_` or `-`. */
  organizationId: string;
  /** Its API key, `<key_id>.<secret>`, so that a `.env` can stay the same. Default: generated. */
  apiKey?: string | undefined;
  /** Keys that were revoked and no longer work (spec §5.5), at most 10. Default: none. */
  revokedApiKeys?: string[] | undefined;
}

/** A page, or what differs from a preset. */
export type SeedPage = Omit<CaptureInput, 'pageUrl'> & { pageUrl?: string | undefined };

/**
 * The state of a record's event at `now` (spec §6.3): `acknowledged` by the receiver;
 * `failing`, every attempt so far was answered with 503; `due`, not sent yet.
 */
export type SeedDelivery = 'acknowledged' | 'failing' | 'due';

/** A capture of a seed, or `count` captures of the same form. */
export interface SeedCapture {
  /** The `organizationId` of the organization that captures. */
  organization: string;
  /** Identifies the record in `shares` and `collects`. Default: none. */
  name?: string | undefined;
  /** The record's identifier, 1 to 64 letters, digits, `_` or `-`. Default: generated. */
  cdrId?: string | undefined;
  /** The sample page that `page` changes. Default: none. */
  preset?: PresetName | undefined;
  /** The page, or what differs from the preset. Without a preset, `pageUrl` is required. */
  page?: SeedPage | undefined;
  /** How long before `now` the page was captured, at most 10 years. Default: 0. */
  age?: Duration | undefined;
  /**
   * How many records of the same form, each of another person: what the preset says of the person,
   * the lead id, the page's URL and its wording varies, and what `page` sets does not. More than 1
   * excludes `name` and `cdrId`. Default: 1.
   */
  count?: number | undefined;
  /** With `count`: the time between two captures. Default: 0. */
  every?: Duration | undefined;
  /**
   * The state of the event if the organization has a webhook. Default: `acknowledged` if it was due
   * before `now`, otherwise `due`.
   */
  delivery?: SeedDelivery | undefined;
  /** Flags the record invalid (spec §3) after the rest of the seed. Default: `false`. */
  invalid?: boolean | undefined;
  /** Gives another record its identifier (`409 CONFLICT`, spec §7). Default: `false`. */
  duplicated?: boolean | undefined;
}

/** A collect of a seed. */
export interface SeedCollect {
  /** The capture's `name`. */
  capture: string;
  /** The `organizationId` of the organization that collects. */
  organization: string;
  /** How long before `now`, at most 10 years. Default: 0. */
  age?: Duration | undefined;
}

/** A receive of a share. */
export interface SeedReceive {
  /** The `organizationId` of the organization that receives. */
  organization: string;
  /** How long before `now`, at most 10 years. Default: the share's `age`. */
  age?: Duration | undefined;
  /** `false` works only with the reading `collectFalse: 'defer'` (spec §4.6). Default: `true`. */
  collect?: boolean | undefined;
}

/** A share token of a seed, and who receives the record with it. */
export interface SeedShare {
  /** The capture's `name`. */
  capture: string;
  /** The `organizationId` of the sharer, which captured the record or received it before. */
  from: string;
  /** How long before `now`, at most 10 years. Default: 0. */
  age?: Duration | undefined;
  /** How long the token is valid, more than 0 and at most 2 years. Default: 30 days. */
  expiresIn?: Duration | undefined;
  /** The token, 1 to 200 letters, digits, `_` or `-`. Default: generated. */
  token?: string | undefined;
  /** Who receives it, each by `organizationId` or with options. Default: no one. */
  receivedBy?: (string | SeedReceive)[] | undefined;
}

/**
 * Initial data of a fake. Each entry happens at its `age` before `now`, the fake's initial time. A
 * seed with an entry that the service would refuse is refused. At the same instant captures come
 * first, then collects, then shares in their order.
 *
 * @example
 * ```ts
 * const seed: Seed = {
 *   organizations: [
 *     { organizationId: 'sunroof', name: 'Sunroof Leads', apiKey: 'sunroof.local-only' },
 *     { organizationId: 'acme', name: 'Acme Solar' },
 *   ],
 *   captures: [{ organization: 'sunroof', name: 'lead', preset: 'checkedBox', age: { hours: 2 } }],
 *   shares: [{ capture: 'lead', from: 'sunroof', age: { hours: 1 }, receivedBy: ['acme'] }],
 * };
 * const mock = createMockService({ now: '2026-01-05T12:00:00Z', seed });
 * ```
 */
export interface Seed {
  /** Where an editor finds the JSON Schema. Ignored here. */
  $schema?: string | undefined;
  /** The version of this format. A seed of another version is refused. Default: 1. */
  version?: 1 | undefined;
  /** The organizations, at most 100. */
  organizations: SeedOrganization[];
  /** At most 10,000 records, `count` included. Default: none. */
  captures?: SeedCapture[] | undefined;
  /** Collects before `now`, at most 10,000. Default: none. */
  collects?: SeedCollect[] | undefined;
  /** Shares before `now`, at most 10,000. Default: none. */
  shares?: SeedShare[] | undefined;
}
