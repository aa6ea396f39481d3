import type { CaptureInput } from '../capture/capture-input.ts';
import type { PresetName } from '../capture/presets.ts';
import type { Duration } from '../ground/clock.ts';
import type { OrganizationInput } from '../service/controls/organizations.ts';

/** One organization of a seed; the rest of the seed means it by its `organizationId`. */
export interface SeedOrganization extends OrganizationInput {
  /** The name by which the rest of the seed means it. */
  organizationId: string;
  /** Its key, `<key_id>.<secret>`, for a `.env` that stays as it is; default: generated. */
  apiKey?: string | undefined;
  /** Keys that were revoked so long ago that they no longer work (spec §5.5), at most 10. */
  revokedApiKeys?: string[] | undefined;
}

/** A described page, or what differs from a preset. */
export type SeedPage = Omit<CaptureInput, 'pageUrl'> & { pageUrl?: string | undefined };

/**
 * What became of a record's event by the world's begin (spec §6.3): the receiver acknowledged it,
 * answered 503 to every attempt that fell due so far, or is yet to be sent it.
 */
export type SeedDelivery = 'acknowledged' | 'failing' | 'due';

/** One capture of a seed, or `count` of the same. */
export interface SeedCapture {
  /** The `organizationId` of the organization that captures. */
  organization: string;
  /** A name of the seed's own, by which `shares` and `collects` mean this record. */
  name?: string | undefined;
  /** The record's identifier, 1 to 64 letters, digits, `_` or `-`; default: generated. */
  cdrId?: string | undefined;
  /** The described page that `page` changes. */
  preset?: PresetName | undefined;
  /** The page, or what differs from the preset; without a preset its `pageUrl` is needed. */
  page?: SeedPage | undefined;
  /** How long before the world's begin the page is captured, at most 10 years; default: 0. */
  age?: Duration | undefined;
  /** That many records of the same page; default: 1. They bear no `name` and no `cdrId`. */
  count?: number | undefined;
  /** With `count`: how much later each is captured than the one before; default: at one instant. */
  every?: Duration | undefined;
  /**
   * What became of the event, where the organization has a webhook. Default: one that fell due
   * before the world's start was acknowledged, and any other is sent as usual.
   */
  delivery?: SeedDelivery | undefined;
  /** Flagged invalid (spec §3) once everything else of the seed is done. */
  invalid?: boolean | undefined;
  /** More than one record carries its identifier (spec §7, CONFLICT), from the world's begin on. */
  duplicated?: boolean | undefined;
}

/** One collect of a seed. */
export interface SeedCollect {
  /** The capture's `name`. */
  capture: string;
  /** The `organizationId` of the organization that collects. */
  organization: string;
  /** How long before the world's begin; default: 0. */
  age?: Duration | undefined;
}

/** One receive of a share. */
export interface SeedReceive {
  /** The `organizationId` of the organization that receives. */
  organization: string;
  /** How long before the world's begin; default: the share's own age. */
  age?: Duration | undefined;
  /** As the request has it (spec §4.6); `false` passes only under the reading that defers. */
  collect?: boolean | undefined;
}

/** One share token of a seed, and who receives the record through it. */
export interface SeedShare {
  /** The capture's `name`. */
  capture: string;
  /** The organization that shares: it captured the record, or received it by then. */
  from: string;
  /** How long before the world's begin; default: 0. */
  age?: Duration | undefined;
  /** How long the token lives from then, more than 0 and at most 2 years; default: 30 days. */
  expiresIn?: Duration | undefined;
  /** The token, 1 to 200 letters, digits, `_` or `-`; default: generated. */
  token?: string | undefined;
  /** The organizations that receive it, each by its id or with more to say. */
  receivedBy?: (string | SeedReceive)[] | undefined;
}

/**
 * What a world holds from the start, in the service's words. Everything happens at its own instant,
 * counted back from the world's begin, as if by requests: what the service would refuse, a seed
 * cannot hold. At one instant captures come first, then collects, then shares in their order.
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
  /** Where an editor finds the JSON Schema. */
  $schema?: string | undefined;
  /** At most 100. */
  organizations: SeedOrganization[];
  /** At most 10,000 records, `count` included. */
  captures?: SeedCapture[] | undefined;
  /** Records that were paid for before the world begins. */
  collects?: SeedCollect[] | undefined;
  /** Records that were shared before the world begins. */
  shares?: SeedShare[] | undefined;
}
