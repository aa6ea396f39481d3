import * as z from 'zod';
import type { CaptureInput } from '../capture/capture-input.ts';
import { captureInputSchema } from '../capture/capture-input-schema.ts';
import { type OrganizationInput, organizationInputSchema } from '../controls/organizations.ts';
import { type PresetName, presetNames } from '../presets.ts';

/** A described page, or what differs from a preset. */
export type SeedPage = Omit<CaptureInput, 'pageUrl'> & { pageUrl?: string | undefined };

/** One capture of a seed. */
export interface SeedCapture {
  /** The `organizationId` of the organization that captures. */
  organization: string;
  /** A name of the seed's own, by which `shares` and `collects` mean this record. */
  name?: string | undefined;
  /** The described page that `page` changes. */
  preset?: PresetName | undefined;
  /** The page, or what differs from the preset; without a preset its `pageUrl` is needed. */
  page?: SeedPage | undefined;
  /** How long before the world's begin the record was made, in milliseconds. */
  ageMs?: number | undefined;
}

/** One share of a seed, and who receives it. */
export interface SeedShare {
  /** The capture's `name`. */
  capture: string;
  /** The organization that shares: it captured the record, or received it earlier in this list. */
  from: string;
  expiresInMs?: number | undefined;
  /** The organizations that receive it, in this order. */
  receivedBy?: string[] | undefined;
}

/** One collect of a seed. */
export interface SeedCollect {
  /** The capture's `name`. */
  capture: string;
  organization: string;
}

/** What a world holds from the start. */
export interface Seed {
  /** Where an editor finds the JSON Schema. */
  $schema?: string | undefined;
  organizations: (OrganizationInput & { organizationId: string })[];
  captures?: SeedCapture[] | undefined;
  /** Made after all captures, in this order. */
  shares?: SeedShare[] | undefined;
  /** Made before the shares, in this order. */
  collects?: SeedCollect[] | undefined;
}

/** Bounds of a seed: a larger world is better made by a program. */
const ORGANIZATIONS_MAX = 100;
const CAPTURES_MAX = 10_000;

const name = z.string().min(1, 'expected at least 1 character').max(100);

/** A seed file. */
export const seedSchema = z.strictObject({
  $schema: z.string().optional(),
  organizations: z
    .array(organizationInputSchema.required({ organizationId: true }))
    .max(ORGANIZATIONS_MAX),
  captures: z
    .array(
      z.strictObject({
        organization: name,
        name: name.optional(),
        preset: z.enum(presetNames).optional(),
        page: captureInputSchema.partial().optional(),
        ageMs: z.int().min(0).optional(),
      }),
    )
    .max(CAPTURES_MAX)
    .optional(),
  shares: z
    .array(
      z.strictObject({
        capture: name,
        from: name,
        expiresInMs: z.number().positive().optional(),
        receivedBy: z.array(name).max(ORGANIZATIONS_MAX).optional(),
      }),
    )
    .max(CAPTURES_MAX)
    .optional(),
  collects: z
    .array(z.strictObject({ capture: name, organization: name }))
    .max(CAPTURES_MAX)
    .optional(),
}) satisfies z.ZodType<Seed>;
