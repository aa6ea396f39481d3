import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { findRequest, whyNoRequest } from '../../engine/journal.ts';
import { shownExchange } from '../../engine/shown-exchange.ts';
import { type Charge, explain, requests } from '../../service/controls/views.ts';
import type { JournaledRequest } from '../../world/entities.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { newestOf } from '../control-schemas.ts';
import { filtered, requestFilterSchema } from '../views/request-filter.ts';
import { costOf, type Names, whyOf } from '../views/request-words.ts';
import { chargeSchema, explanationSchema, requestSchema } from '../views/view-schemas.ts';

const why = z.string().describe('The check that decided, as a sentence.');

const textStart = {
  text: z.string(),
  isCut: z.boolean().describe('Whether the text was truncated.'),
};

const exchangeSchema = z
  .strictObject({
    durationMs: z.number().describe('Until the reply was ready, on the fake’s clock.'),
    headers: z.record(z.string(), z.string()),
    query: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    body: z.strictObject(textStart).nullable().describe('null if no body was read.'),
    reply: z
      .strictObject({ ...textStart, headers: z.record(z.string(), z.string()) })
      .nullable()
      .describe('null if the connection was dropped.'),
  })
  .describe('The request and the response, with secrets and phone numbers masked.');

const messageSchema = z
  .strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable().describe('null if no body was read.'),
  })
  .describe('The request as it was sent, with its key and its tokens.');

const detailSchema = explanationSchema.extend({
  why,
  cost: z.string().describe('Who was charged and for what, or why the request was free.'),
  charges: z.array(chargeSchema).describe('The charges that the request caused.'),
  exchange: exchangeSchema.nullable().describe('null if it was not kept, or is no longer kept.'),
  keepsBodies: z.boolean().describe('Whether this fake keeps the bodies of requests.'),
});

const namesOf = ({ world }: Engine): Names => ({
  nameOf: (organizationId) => world.organizations.get(organizationId)?.name ?? organizationId,
});

function knownRequest({ engine, params }: ControlCall): JournaledRequest {
  const { requestId = '' } = params;
  const request = findRequest(engine, requestId);
  if (request !== undefined) return request;
  throw new ControlFailure('NOT_FOUND', whyNoRequest(engine, requestId));
}

/** Returns the charges that the request caused: at most a few of all charges. */
function chargesOf({ engine }: ControlCall, requestId: string): Charge[] {
  return engine.world.charges
    .rows()
    .filter(([, charge]) => charge.requestId === requestId)
    .map(([[cdrId, organizationId], { cause, at }]) => {
      return { organizationId, cdrId, cause, at, requestId };
    });
}

function exchangeOf({ engine }: ControlCall, request: JournaledRequest) {
  const said = engine.traffic.ofRequest(request);
  if (said === undefined) return null;
  const { durationMs, headers, query, body, reply } = shownExchange(engine.world, said);
  return {
    durationMs,
    headers: { ...headers },
    query: query.map((each) => ({ ...each })),
    body: body && { ...body },
    reply: reply && { ...reply, headers: { ...reply.headers } },
  };
}

/** Returns the request as it was sent. Only this reply has its secrets. */
function messageOf(call: ControlCall): z.output<typeof messageSchema> {
  const request = knownRequest(call);
  const said = call.engine.traffic.ofRequest(request);
  if (said === undefined || (typeof said.body === 'object' && said.body !== null)) {
    const why = said === undefined ? 'its bodies were not kept' : 'its body was too long to keep';
    throw new ControlFailure('NOT_FOUND', `this request cannot be sent again: ${why}`);
  }
  const query = new URLSearchParams(
    said.query.map(([name, value]): [string, string] => [name, value]),
  ).toString();
  const url = query === '' ? said.url : `${said.url}?${query}`;
  return { method: request.method, url, headers: { ...said.headers }, body: said.body };
}

function detail(call: ControlCall): z.output<typeof detailSchema> {
  const { engine } = call;
  const known = knownRequest(call);
  const { requestId } = known;
  const request = explain(engine, requestId);
  const caused = chargesOf(call, requestId);
  const names = namesOf(engine);
  const { decision, ...rest } = request;
  return {
    ...rest,
    ...(decision && { decision: { ...decision } }),
    why: whyOf(request, names),
    cost: costOf(request, caused, names),
    charges: caused,
    exchange: exchangeOf(call, known),
    keepsBodies: engine.traffic.keepsBodies,
  };
}

/**
 * Requests to the service, each with the reason for its answer; a single one with all its details.
 */
export const requestEndpoints = {
  listRequests: control({
    method: 'GET',
    path: '/requests',
    summary:
      'The latest requests to the service, oldest first, each with the check that decided it',
    query: requestFilterSchema,
    body: null,
    reply: z.strictObject({
      total: z.number().describe('The total number.'),
      requests: z.array(requestSchema.extend({ why })),
    }),
    act: ({ engine, query: { limit, skip, organization, cdrId, ...filter } }) => {
      const wanted = filtered(requests(engine, { organization, cdrId }), filter);
      const page = newestOf(wanted, { limit, skip });
      const names = namesOf(engine);
      const entries = page.entries.map((each) => {
        return { ...each, why: whyOf(explain(engine, each.requestId), names) };
      });
      return { total: page.total, requests: entries };
    },
  }),
  explainRequest: control({
    method: 'GET',
    path: '/requests/:requestId',
    summary: 'One request: why it got its response, what it cost, and both messages',
    query: null,
    body: null,
    reply: z.strictObject({ request: detailSchema }),
    act: (call) => ({ request: detail(call) }),
  }),
  readRequestMessage: control({
    method: 'GET',
    path: '/requests/:requestId/message',
    summary: 'One request as it was sent, including its secrets, to send it again',
    query: null,
    body: null,
    reply: z.strictObject({ message: messageSchema }),
    act: (call) => ({ message: messageOf(call) }),
  }),
};
