import * as z from 'zod';
import { organizationOf } from '../../engine/engine.ts';
import { resolveOrganization } from '../../service/controls/organizations.ts';
import { probeDelivery } from '../../service/controls/probe-delivery.ts';
import { redeliver, webhookDeliveries } from '../../service/controls/views.ts';
import type { StoredDelivery } from '../../world/entities.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { filterSchema, newestOf } from '../control-schemas.ts';
import {
  arrivalSchema,
  arrivalView,
  attemptDetail,
  attemptDetailSchema,
  probeSchema,
  probeView,
} from '../views/delivery-view.ts';
import { DELIVERY_STATES, deliverySchema } from '../views/view-schemas.ts';

function knownDelivery({ engine, params }: ControlCall): StoredDelivery {
  const delivery = engine.world.deliveries.get(params['webhookId'] ?? '');
  if (delivery !== undefined) return delivery;
  throw new ControlFailure('NOT_FOUND', 'the fake has no delivery with this webhookId');
}

const detailSchema = deliverySchema.extend({
  attempts: z.array(attemptDetailSchema),
  target: z
    .strictObject({ url: z.string(), signed: z.boolean() })
    .nullable()
    .describe('The URL of the next attempt; null if the organization has no webhook.'),
});

function detail(call: ControlCall): z.output<typeof detailSchema> {
  const { engine } = call;
  const { webhookId, organizationId, cdrId, state, attempts, nextAttemptAt } = knownDelivery(call);
  const { webhook } = organizationOf(engine.world, organizationId);
  return {
    webhookId,
    organizationId,
    cdrId,
    state,
    attempts: attempts.map((each) => attemptDetail(each, engine.traffic.ofAttempt(each))),
    ...(nextAttemptAt === null ? {} : { nextAttemptAt }),
    target: webhook && { url: webhook.url, signed: webhook.secret !== undefined },
  };
}

const listSchema = filterSchema.extend({
  state: z
    .enum(DELIVERY_STATES, { error: `expected one of ${DELIVERY_STATES.join(', ')}` })
    .optional()
    .describe('Only deliveries in this state.'),
});

const changeSchema = z.strictObject(
  {
    change: z
      .enum(['wrongSignature', 'oldTimestamp'], {
        error: 'expected "wrongSignature" or "oldTimestamp"',
      })
      .describe('What is wrong with the message.'),
  },
  { error: 'expected { change }' },
);

/** Webhook deliveries, each with its traffic (spec §6). */
export const deliveryEndpoints = {
  listDeliveries: control({
    method: 'GET',
    path: '/deliveries',
    summary: 'The webhook deliveries with their attempts, oldest first',
    query: listSchema,
    body: null,
    reply: z.strictObject({
      total: z.number().describe('The total number.'),
      deliveries: z.array(deliverySchema),
    }),
    act: ({ engine, query: { limit, skip, state, ...filter } }) => {
      const all = webhookDeliveries(engine, filter);
      const wanted = state === undefined ? all : all.filter((each) => each.state === state);
      const page = newestOf(wanted, { limit, skip });
      const deliveries = page.entries.map((each) => ({ ...each, attempts: [...each.attempts] }));
      return { total: page.total, deliveries };
    },
  }),
  getDelivery: control({
    method: 'GET',
    path: '/deliveries/:webhookId',
    summary:
      'One delivery: for each attempt what was sent, the receiver’s response and what happened next',
    query: null,
    body: null,
    reply: z.strictObject({ delivery: detailSchema }),
    act: (call) => ({ delivery: detail(call) }),
  }),
  listArrivals: control({
    method: 'GET',
    path: '/arrivals',
    summary: 'What has reached the fake’s own receiver, oldest first; the last 500',
    query: filterSchema.omit({ cdrId: true }),
    body: null,
    reply: z.strictObject({
      total: z.number().describe('The total number.'),
      arrivals: z.array(arrivalSchema),
    }),
    act: ({ engine, query: { limit, skip, organization } }) => {
      const id = organization && resolveOrganization(engine, organization).organizationId;
      const all = engine.arrivals.of(engine.epoch);
      const wanted = id === undefined ? all : all.filter((each) => each.organizationId === id);
      const { total, entries } = newestOf(wanted, { limit, skip });
      return { total, arrivals: entries.map(arrivalView) };
    },
  }),
  redeliver: control({
    method: 'POST',
    path: '/deliveries/:webhookId/redeliver',
    summary: 'Make a delivery due again now, with the same webhookId',
    query: null,
    body: null,
    reply: z.strictObject({ delivery: deliverySchema }),
    act: (call) => {
      const { webhookId, cdrId } = knownDelivery(call);
      redeliver(call.engine, webhookId);
      const all = webhookDeliveries(call.engine, { cdrId });
      const delivery = all.find((each) => each.webhookId === webhookId);
      if (delivery === undefined) throw new Error(`no delivery ${webhookId}`);
      return { delivery: { ...delivery, attempts: [...delivery.attempts] } };
    },
  }),
  sendChanged: control({
    method: 'POST',
    path: '/deliveries/:webhookId/send-changed',
    summary:
      'Send an event once in a form that every receiver must reject; the delivery does not change',
    query: null,
    body: changeSchema,
    reply: probeSchema,
    act: async (call) => {
      const { change } = call.body;
      return probeView(change, await probeDelivery(call.engine, knownDelivery(call), change));
    },
  }),
};
