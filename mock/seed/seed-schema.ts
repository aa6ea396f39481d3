import * as z from 'zod/mini';
import { SHARE_EXPIRY_MAX_MS, UNIT_MS } from '../../src/contract/limits.ts';
import { exactly, schemaOf } from '../../src/contract/schema-of.ts';
import { pageChangesSchema } from '../capture/capture-input-schema.ts';
import { presetNames } from '../capture/presets.ts';
import { DURATION_EXPECTED, type Duration, millisecondsOf } from '../ground/duration.ts';
import { organizationInputSchema } from '../service/controls/organization-input.ts';
import type {
  Seed,
  SeedCapture,
  SeedCollect,
  SeedOrganization,
  SeedReceive,
  SeedShare,
} from './seed.ts';

/** Bounds of a seed: a larger world is better created by a program. */
const ORGANIZATIONS_MAX = 100;
/** For all captures, including their `count`. */
export const RECORDS_MAX = 10_000;
const REVOKED_KEYS_MAX = 10;
const AGE_MAX_MS = 3650 * UNIT_MS.days;

const name = schemaOf(exactly<string>, () =>
  z.string().check(z.minLength(1, 'expected at least 1 character'), z.maxLength(100)),
);
const organization = schemaOf(exactly<string>, () =>
  name().check(z.describe('The organizationId of one of the organizations.')),
);
const captureName = schemaOf(exactly<string>, () =>
  name().check(z.describe("The capture's name.")),
);

const units = schemaOf(exactly<Exclude<Duration, number>>, () => {
  const count = z.optional(z.number().check(z.minimum(0)));
  return z.strictObject({ days: count, hours: count, minutes: count, seconds: count });
});

function duration(maxMs: number, most: string) {
  const expected = `expected at most ${most}`;
  return z
    .union([z.number().check(z.minimum(0), z.maximum(maxMs, expected)), units()], {
      error: DURATION_EXPECTED,
    })
    .check(z.refine((value) => millisecondsOf(value) <= maxMs, expected));
}

const age = schemaOf(exactly<Duration | undefined>, () =>
  z
    .optional(duration(AGE_MAX_MS, '10 years'))
    .check(z.describe('How long before the start of the fake; default: 0.')),
);

function id(maxChars: number) {
  const pattern = new RegExp(`^[A-Za-z0-9_-]{1,${maxChars}}$`);
  return z
    .string()
    .check(z.regex(pattern, `expected 1 to ${maxChars} letters, digits, "_" or "-"`));
}

const apiKey = schemaOf(exactly<string>, () =>
  z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{1,200}$/,
        'expected <key_id>.<secret>: letters, digits, "_" or "-" with one dot between (spec §5.2)',
      ),
    ),
);

const organizationSchema = schemaOf(exactly<SeedOrganization>, () =>
  z.extend(z.required(organizationInputSchema(), { organizationId: true }), {
    apiKey: z
      .optional(apiKey())
      .check(z.describe('Its key, <key_id>.<secret>; default: generated.')),
    revokedApiKeys: z.optional(z.array(apiKey()).check(z.maxLength(REVOKED_KEYS_MAX))),
  }),
);

const captureSchema = schemaOf(exactly<SeedCapture>, () =>
  z.strictObject({
    organization: organization(),
    name: z
      .optional(name())
      .check(z.describe('The name by which shares and collects refer to this record.')),
    cdrId: z
      .optional(id(64))
      .check(z.describe('The identifier of the record; default: generated.')),
    preset: z
      .optional(
        z.enum(presetNames, { error: 'expected the name of a preset, such as "checkedBox"' }),
      )
      .check(z.describe('The preset page that "page" changes.')),
    page: z
      .optional(pageChangesSchema())
      .check(z.describe('The page, or what differs from the preset.')),
    age: age(),
    count: z
      .optional(z.int().check(z.minimum(1), z.maximum(RECORDS_MAX)))
      .check(z.describe('How many such captures, each of another person; default: 1.')),
    every: z
      .optional(duration(AGE_MAX_MS, '10 years'))
      .check(z.describe('With "count": how much later each is captured than the one before.')),
    delivery: z
      .optional(z.enum(['acknowledged', 'failing', 'due']))
      .check(z.describe('The state of its event at the start of the fake.')),
    invalid: z.optional(z.boolean()).check(z.describe('Flagged invalid from the start.')),
    duplicated: z
      .optional(z.boolean())
      .check(z.describe('More than one record has its identifier.')),
  }),
);

const receiveSchema = schemaOf(exactly<SeedReceive>, () =>
  z.strictObject({ organization: organization(), age: age(), collect: z.optional(z.boolean()) }),
);

const shareSchema = schemaOf(exactly<SeedShare>, () =>
  z.strictObject({
    capture: captureName(),
    from: organization(),
    age: age(),
    expiresIn: z
      .optional(
        duration(SHARE_EXPIRY_MAX_MS, '2 years').check(
          z.refine((value) => millisecondsOf(value) > 0, 'expected more than 0 milliseconds'),
        ),
      )
      .check(z.describe('How long the token lives; default: 30 days.')),
    token: z.optional(id(200)).check(z.describe('The share token; default: generated.')),
    receivedBy: z
      .optional(
        z
          .array(
            z.union([organization(), receiveSchema()], {
              error: 'expected an organizationId or { organization, age?, collect? }',
            }),
          )
          .check(z.maxLength(ORGANIZATIONS_MAX)),
      )
      .check(z.describe('The organizations that receive it.')),
  }),
);

const collectSchema = schemaOf(exactly<SeedCollect>, () =>
  z.strictObject({ capture: captureName(), organization: organization(), age: age() }),
);

/** An optional list. Its entry's schema is made for the first entry: that takes time at a start. */
function list<S extends z.core.$ZodType>(entry: () => S) {
  return z.optional(z.array(z.lazy(entry)).check(z.maxLength(RECORDS_MAX)));
}

/** A seed file. References within the seed are checked by `checkSeed`. */
export const seedSchema = schemaOf(exactly<Seed>, () =>
  z.strictObject(
    {
      $schema: z.optional(z.string()),
      version: z
        .optional(z.literal(1, { error: 'expected 1; this fake reads no other version' }))
        .check(z.describe('The version of this format.')),
      organizations: z.array(organizationSchema()).check(z.maxLength(ORGANIZATIONS_MAX)),
      captures: list(captureSchema),
      collects: list(collectSchema),
      shares: list(shareSchema),
    },
    { error: 'expected a seed, at least { organizations }' },
  ),
);
