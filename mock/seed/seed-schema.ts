import * as z from 'zod';
import { SHARE_EXPIRY_MAX_MS, UNIT_MS } from '../../src/contract/limits.ts';
import { captureInputSchema } from '../capture/capture-input-schema.ts';
import { presetNames } from '../capture/presets.ts';
import { millisecondsOf } from '../ground/clock.ts';
import { organizationInputSchema } from '../service/controls/organizations.ts';
import type { Seed } from './seed.ts';

/** Bounds of a seed: a larger world is better made by a program. */
const ORGANIZATIONS_MAX = 100;
/** Of all captures, their `count` included. */
export const RECORDS_MAX = 10_000;
const REVOKED_KEYS_MAX = 10;
const AGE_MAX_MS = 3650 * UNIT_MS.days;

const name = z.string().min(1, 'expected at least 1 character').max(100);
const organization = name.describe('The organizationId of one of the organizations.');
const captureName = name.describe("The capture's name.");

const units = z.strictObject({
  days: z.number().min(0).optional(),
  hours: z.number().min(0).optional(),
  minutes: z.number().min(0).optional(),
  seconds: z.number().min(0).optional(),
});

function duration(maxMs: number, most: string) {
  return z
    .union([z.number().min(0), units], {
      error: 'expected { days, hours, minutes, seconds } or milliseconds, none negative',
    })
    .refine((value) => millisecondsOf(value) <= maxMs, `expected at most ${most}`);
}

const age = duration(AGE_MAX_MS, '10 years')
  .optional()
  .describe('How long before the begin of the world; default: 0.');

function id(maxChars: number) {
  const pattern = new RegExp(`^[A-Za-z0-9_-]{1,${maxChars}}$`);
  return z.string().regex(pattern, `expected 1 to ${maxChars} letters, digits, "_" or "-"`);
}

const apiKey = z
  .string()
  .regex(
    /^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{1,200}$/,
    'expected <key_id>.<secret>: letters, digits, "_" or "-" with one dot between (spec §5.2)',
  );

const organizationSchema = organizationInputSchema.required({ organizationId: true }).extend({
  apiKey: apiKey.optional().describe('Its key, <key_id>.<secret>; default: generated.'),
  revokedApiKeys: z.array(apiKey).max(REVOKED_KEYS_MAX).optional(),
});

const captureSchema = z.strictObject({
  organization,
  name: name.optional().describe('By which shares and collects mean this record.'),
  cdrId: id(64).optional().describe('The identifier of the record; default: generated.'),
  preset: z
    .enum(presetNames, { error: 'expected the name of a preset, as "checkedBox"' })
    .optional()
    .describe('The described page that "page" changes.'),
  page: captureInputSchema
    .partial()
    .optional()
    .describe('The page, or what differs from the preset.'),
  age,
  count: z.int().min(1).max(RECORDS_MAX).optional().describe('That many of the same; default: 1.'),
  every: duration(AGE_MAX_MS, '10 years')
    .optional()
    .describe('With "count": how much later each is captured than the one before.'),
  delivery: z
    .enum(['acknowledged', 'failing', 'due'])
    .optional()
    .describe('What became of its event by the begin of the world.'),
  invalid: z.boolean().optional().describe('Flagged invalid from the begin of the world on.'),
  duplicated: z.boolean().optional().describe('More than one record carries its identifier.'),
});

const receiveSchema = z.strictObject({ organization, age, collect: z.boolean().optional() });

const shareSchema = z.strictObject({
  capture: captureName,
  from: organization,
  age,
  expiresIn: duration(SHARE_EXPIRY_MAX_MS, '2 years')
    .refine((value) => millisecondsOf(value) > 0, 'expected more than 0 milliseconds')
    .optional()
    .describe('How long the token lives; default: 30 days.'),
  token: id(200).optional().describe('The share token; default: generated.'),
  receivedBy: z
    .array(
      z.union([organization, receiveSchema], {
        error: 'expected an organizationId or { organization, age?, collect? }',
      }),
    )
    .max(ORGANIZATIONS_MAX)
    .optional()
    .describe('The organizations that receive it.'),
});

/** A seed file. What refers to something else in the seed is checked by `checkSeed`. */
export const seedSchema = z.strictObject(
  {
    $schema: z.string().optional(),
    organizations: z.array(organizationSchema).max(ORGANIZATIONS_MAX),
    captures: z.array(captureSchema).max(RECORDS_MAX).optional(),
    collects: z
      .array(z.strictObject({ capture: captureName, organization, age }))
      .max(RECORDS_MAX)
      .optional(),
    shares: z.array(shareSchema).max(RECORDS_MAX).optional(),
  },
  { error: 'expected a seed, at least { organizations }' },
) satisfies z.ZodType<Seed>;
