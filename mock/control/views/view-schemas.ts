import * as z from 'zod';
import type {
  Charge,
  EventDelivery,
  RequestEntry,
  ShareEvent,
} from '../../service/controls/views.ts';
import { instant } from '../control-schemas.ts';

/** The values of `mock.charges()` and similar methods, as JSON. */

export const chargeSchema = z.strictObject({
  organizationId: z.string(),
  cdrId: z.string(),
  cause: z.enum(['collect', 'receive', 'autoCollect']),
  at: instant,
  requestId: z.string().exactOptional(),
}) satisfies z.ZodType<Charge>;

export const shareEventSchema = z.strictObject({
  shareEventId: z.string(),
  token: z.string(),
  cdrId: z.string(),
  fromOrganizationId: z.string(),
  toOrganizationId: z.string(),
  at: instant,
}) satisfies z.ZodType<ShareEvent>;

export const attemptSchema = z.strictObject({
  at: instant,
  status: z.number().exactOptional().describe('Present if there was a response.'),
  error: z.string().exactOptional().describe('Present if there was no response.'),
});

/** The states of a delivery. */
export const DELIVERY_STATES = ['due', 'delivered', 'failed'] as const;

export const deliverySchema = z.strictObject({
  webhookId: z.string(),
  organizationId: z.string(),
  cdrId: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.array(attemptSchema),
  nextAttemptAt: instant.exactOptional().describe('Absent if no attempt is due.'),
}) satisfies z.ZodType<EventDelivery>;

export const requestSchema = z.strictObject({
  requestId: z.string(),
  at: instant,
  operation: z.string().exactOptional(),
  method: z.string(),
  path: z.string(),
  status: z.number().describe('0 if the connection was dropped.'),
  code: z.string().exactOptional(),
  organizationId: z.string().exactOptional(),
});

/** Checked against the in-process type in this direction because its `operation` is open here. */
requestSchema satisfies z.ZodType<Omit<RequestEntry, 'operation'>>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const explanationSchema = requestSchema.extend({
  message: z.string().exactOptional(),
  decision: z
    .strictObject({
      check: z.string(),
      section: z.string(),
      values: z.record(z.string(), value),
    })
    .exactOptional()
    .describe(
      'The check that decided, its section of the specification, and the values that it compared.',
    ),
});
