import * as z from 'zod/mini';
import { exactly, schemaOf } from '../contract/schema-of.ts';
import type { CalibrationReport } from './report.ts';

const text = () => z.string().check(z.minLength(1));
const count = () => z.int().check(z.gte(0));

const verdict = () => ({
  verdict: z.enum(['as documented', 'differs', 'not measured']),
  saw: z.exactOptional(z.string()),
  why: z.exactOptional(z.string()),
});

const inventory = () => z.object({ domains: count(), records: count(), collected: count() });

const inventoryResult = () =>
  z.object({ before: inventory(), after: inventory(), complete: z.boolean() });

/** The form of a report. Unknown members are accepted; the JSON Schema made from it is strict. */
export const reportSchema = schemaOf(exactly<CalibrationReport>, () =>
  z.object({
    format: z.literal('consent-evidence/calibration'),
    formatVersion: z.literal(1),
    package: z.object({ name: z.literal('consent-evidence'), version: text() }),
    specification: z.object({ apiVersion: z.literal('v1'), acceptanceSchemaVersion: z.literal(1) }),
    service: z.string().check(z.regex(/^https?:\/\/[^/]+$/)),
    tier: z.literal([0, 1, 2, 3]),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime(),
    requests: count(),
    unchanged: z.boolean(),
    inventory: z.exactOptional(
      z.object({ sender: inventoryResult(), receiver: inventoryResult() }),
    ),
    readings: z.array(
      z.object({
        reading: text(),
        value: z.exactOptional(z.union([z.string(), z.number()])),
        ...verdict(),
      }),
    ),
    statements: z.array(
      z.object({
        section: text(),
        statement: text(),
        basis: z.enum(['stated', 'chosen']),
        ...verdict(),
      }),
    ),
    signature: z.exactOptional(
      z.object({ algorithm: z.literal('Ed25519'), keyId: z.string(), value: z.string() }),
    ),
  }),
);
