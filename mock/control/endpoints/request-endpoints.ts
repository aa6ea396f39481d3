import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { findRequest, whyNoRequest } from '../../engine/journal.ts';
import { shownExchange } from '../../engine/shown-exchange.ts';
import { type Charge, explain, requests } from '../../service/controls/views.ts';
import type { JournaledRequest } from '../../world/entities.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { filterSchema, newestOf } from '../control-schemas.ts';
import { costOf, type Names, whyOf } from '../views/request-words.ts';
import { chargeSchema, explanationSchema, requestSchema } from '../views/view-schemas.ts';

const why = z.string().describe('The check that decided, as a sentence.');

const textStart = {
  text: z.string(),
  isCut: z.boolean().describe('Whether the text was truncated.'),
};

const exchangeSchema = z
  .strictObject({
    query: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    body: z.strictObject(textStart).nullable().describe('null if no body was read.'),
    reply: z
      .strictObject({ ...textStart, headers: z.record(z.string(), z.string()) })
      .nullable()
      .describe('null if the connection was dropped.'),
  })
  .describe('The request and the response, with secrets and phone numbers masked.');

const listSchema = filterSchema.extend({
  failed: z
    .literal('true', { error: 'expected true, or nothing' })
    .optional()
    .describe('true: only requests that got an error or no response.'),
});

const hasFailed = ({ status }: { status: number }): boolean => status === 0 || status >= 400;

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
  const { query, body, reply } = shownExchange(engine.world, said);
  return {
    query: query.map((each) => ({ ...each })),
    body: body && { ...body },
    reply: reply && { ...reply, headers: { ...reply.headers } },
  };
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
    query: listSchema,
    body: null,
    reply: z.strictObject({
      total: z.number().describe('The total number.'),
      requests: z.array(requestSchema.extend({ why })),
    }),
    act: ({ engine, query: { limit, skip, failed, ...filter } }) => {
      const all = requests(engine, filter);
      const wanted = failed === undefined ? all : all.filter(hasFailed);
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
};
