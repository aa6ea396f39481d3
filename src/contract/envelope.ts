import * as z from 'zod/mini';
import { exactly, schemaOf } from './schema-of.ts';

/** A reply that succeeded (spec §2.1). */
export interface SuccessEnvelope {
  ok: true;
  data: Record<string, unknown>;
  requestId: string;
}

/** A reply that failed (spec §2.1). The `requestId` is inside `error` and only there. */
export interface FailureEnvelope {
  ok: false;
  error: { code: string; message: string; details?: unknown; requestId: string };
}

/** The envelope of every JSON reply (spec §2.1). `ok: true` means success; a 2xx status alone does not. */
export type Envelope = SuccessEnvelope | FailureEnvelope;

export const envelopeSchema = schemaOf(exactly<Envelope>, () =>
  z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      data: z.record(z.string(), z.unknown()),
      requestId: z.string(),
    }),
    z.object({
      ok: z.literal(false),
      error: z.object({
        code: z.string(),
        message: z.string(),
        details: z.optional(z.unknown()),
        requestId: z.string(),
      }),
    }),
  ]),
);
