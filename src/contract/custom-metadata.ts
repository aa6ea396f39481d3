import * as z from 'zod/mini';

/**
 * What the capturer passed (spec §2.3): any JSON object, its members as they are. No `z.record`: the
 * copy that one makes lacks a member named `__proto__`.
 */
export const customMetadataSchema = /* @__PURE__ */ z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  )
  .register(z.globalRegistry, { type: 'object', additionalProperties: {} });
