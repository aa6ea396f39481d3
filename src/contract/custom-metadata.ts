import * as z from 'zod/mini';
import { exactly, schemaOf } from './schema-of.ts';

/**
 * What the capturer passed (spec §2.3): any JSON object, its members unchanged. Not a `z.record`,
 * which would copy the object without a member named `__proto__`.
 */
export const customMetadataSchema = schemaOf(exactly<Record<string, unknown>>, () =>
  z
    .custom<Record<string, unknown>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    )
    .register(z.globalRegistry, { type: 'object', additionalProperties: {} }),
);
